/**
 * What a surface shows and which actions it offers: the interface between the runtime, which decides, and the code that
 * draws.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import type { TranslationBundle } from "@consent-service/core/translation"
import type { OptionalCategory, ResolvedPolicy } from "@consent-service/core/policy"
import type { Access } from "../consent/Access.js"
import type { LegalLinks, UiOptions } from "../config/PageOptions.js"

/** The surface in front of the visitor. */
export type SurfaceName = "banner" | "dialog" | "none"

/** Where a decision was made, as the record says it. */
export type UiSource = "banner" | "dialog" | "widget" | "none"

/** A category on offer. */
export interface CategoryRow {
  readonly category: OptionalCategory
  /** What holds now, or what the rule preselects where nothing was decided. */
  readonly on: boolean
}

/** A declared vendor. */
export interface VendorRow {
  readonly vendor: DeclaredVendor
  /** Not switched off by the person. */
  readonly on: boolean
}

/** Everything a surface needs to draw itself. */
export interface View {
  readonly surface: SurfaceName
  /** What the banner is: a choice with buttons of equal rank, or a notice. */
  readonly prompt: "choice" | "notice"
  /** Whether preferences can be opened at all: a rule without a prompt and without rights has none. */
  readonly preferences: boolean
  readonly policy: ResolvedPolicy
  readonly categories: ReadonlyArray<CategoryRow>
  readonly vendors: ReadonlyArray<VendorRow>
  readonly texts: TranslationBundle
  /** In place of the description: why nothing can be granted now. Then there are no controls that grant. */
  readonly note?: string | undefined
  readonly language: string
  readonly direction: "ltr" | "rtl"
  readonly links: LegalLinks
  readonly ui: UiOptions
  /** The name to show in "secured by", or null. */
  readonly branding: string | null
}

/** What the dialog was set to. */
export interface Draft {
  readonly categories: Readonly<Partial<Record<OptionalCategory, boolean>>>
  /** By vendor id; those with a switch only. */
  readonly vendors: Readonly<Record<string, boolean>>
}

/** What a person can do. None of it throws. */
export interface Commands {
  readonly acceptAll: (source: UiSource) => void
  readonly rejectAll: (source: UiSource) => void
  readonly save: (draft: Draft, source: UiSource) => void
  /** Acknowledges a notice. */
  readonly dismiss: () => void
  readonly openDialog: () => void
  /** Closes the dialog without saving. */
  readonly close: () => void
}

/** Draws. */
export interface Surfaces {
  /** Draws what is shown now; called again whenever anything of it may have changed. */
  readonly render: (view: View) => void
  readonly dispose: () => void
}

/** Makes what draws: nothing is put into the page before the first view. */
export type MakeSurfaces = (commands: Commands, access: Access) => Surfaces
