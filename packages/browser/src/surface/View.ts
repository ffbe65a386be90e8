/**
 * What a surface shows and which actions it offers: the interface between the runtime, which decides, and the code that
 * draws.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { OptionalCategory, ResolvedPolicy } from "@consent-service/core/policy"
import type { LegalLinks, UiOptions } from "../config/PageOptions.js"

/** The visible surface. */
export type SurfaceName = "banner" | "dialog" | "none"

/** Where a decision was made, as the record names it. */
export type UiSource = "banner" | "dialog" | "widget" | "none"

/** A category on offer. */
export interface CategoryRow {
  readonly category: OptionalCategory
  /** The current permission, or the rule's preselection where the visitor has not decided. */
  readonly on: boolean
}

/** A declared vendor, as it is shown. */
export interface ListedVendor extends DeclaredVendor {
  /** Its provider and its cookies, line by line. */
  readonly details?: ReadonlyArray<string>
}

/** Adds to declared vendors what is shown about them. */
export type Describe = (vendors: ReadonlyArray<DeclaredVendor>) => ReadonlyArray<ListedVendor>

/** A declared vendor. */
export interface VendorRow {
  readonly vendor: ListedVendor
  /** Whether the visitor left it on. */
  readonly on: boolean
}

/** Everything a surface needs to draw itself. */
export interface View {
  readonly surface: SurfaceName
  /** The kind of banner: a choice with buttons of equal rank, or a notice. */
  readonly prompt: "choice" | "notice"
  /** Whether preferences can be opened: not for a rule without a prompt and without rights. */
  readonly preferences: boolean
  readonly policy: ResolvedPolicy
  readonly categories: ReadonlyArray<CategoryRow>
  readonly vendors: ReadonlyArray<VendorRow>
  readonly texts: TranslationBundle
  /** Replaces the description: why nothing can be granted now. Then no control grants. */
  readonly note?: string | undefined
  readonly language: string
  readonly direction: "ltr" | "rtl"
  readonly links: LegalLinks
  readonly ui: UiOptions
  /** The name in "Powered by", or null. */
  readonly branding: string | null
}

/** The state of the dialog. */
export interface Draft {
  readonly categories: Readonly<Partial<Record<OptionalCategory, boolean>>>
  /** By vendor id; those with a switch only. */
  readonly vendors: Readonly<Record<string, boolean>>
}

/** The actions of a visitor. None of them throws. */
export interface Commands {
  readonly acceptAll: (source: UiSource) => void
  readonly rejectAll: (source: UiSource) => void
  readonly save: (draft: Draft, source: UiSource) => void
  /** Acknowledges a notice. */
  readonly dismiss: () => void
  readonly openDialog: () => void
  /** Closes the dialog without saving. */
  readonly close: () => void
  /** Shows the surfaces in another language. */
  readonly setLanguage: (language: string) => void
}
