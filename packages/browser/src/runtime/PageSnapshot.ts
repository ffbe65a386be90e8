/**
 * The state that pages read. Permissions (may it run now?) are separate from choices (what did the visitor
 * decide?).
 *
 * @module
 */
import type { OptionalCategory, ResolvedPolicy } from "@consent-service/core/policy"
import type { Due } from "../consent/Evaluate.js"
import type { CategoryFlags } from "../consent/Records.js"
import type { Mode } from "../config/PageOptions.js"
import type { SurfaceName } from "../surface/View.js"
import type { Status } from "./Resolved.js"

/** The state at one moment; a new object whenever it may have changed. */
export interface PageSnapshot {
  readonly mode: Mode
  readonly status: Status
  readonly reason: string | null
  /** The matched rule. */
  readonly policy: ResolvedPolicy | null
  /** What has to be shown to the visitor. */
  readonly prompt: Due
  readonly surface: SurfaceName
  /** Effective: may it run now? */
  readonly permissions: CategoryFlags & { readonly necessary: true }
  /** Explicit: the visitor's decisions; undecided categories are absent. */
  readonly choice: Readonly<Partial<Record<OptionalCategory, boolean>>>
  /** Vendors switched off. */
  readonly deniedVendors: ReadonlyArray<string>
  readonly subjectId: string | null
  /** The language of the texts; null where there are none. */
  readonly language: string | null
  readonly gpc: boolean
}
