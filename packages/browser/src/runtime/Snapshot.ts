/**
 * What the page is shown of the state: what may run now, apart from what the person decided (browser.md 1.2).
 *
 * @module
 */
import type { OptionalCategory } from "@consent-service/core/policy/Category"
import type { ResolvedPolicy } from "@consent-service/core/policy/ResolvedPolicy"
import type { Due } from "../consent/Evaluate.js"
import type { CategoryFlags } from "../consent/Records.js"
import type { Mode } from "../page/Config.js"
import type { SurfaceName } from "../surface/View.js"
import type { Status } from "./Resolved.js"

/** The state at one moment; a new object whenever anything of it may have changed. */
export interface Snapshot {
  readonly mode: Mode
  readonly status: Status
  readonly reason: string | null
  /** The matched rule. */
  readonly policy: ResolvedPolicy | null
  /** What is owed to the visitor. */
  readonly prompt: Due
  readonly surface: SurfaceName
  /** Effective: may it run now? */
  readonly permissions: CategoryFlags & { readonly necessary: true }
  /** Explicit: what the person decided; absent categories were not decided. */
  readonly choice: Readonly<Partial<Record<OptionalCategory, boolean>>>
  /** Vendors switched off. */
  readonly deniedVendors: ReadonlyArray<string>
  readonly subjectId: string | null
  /** Of the texts; null where there are none. */
  readonly language: string | null
  readonly gpc: boolean
}
