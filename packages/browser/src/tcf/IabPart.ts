/**
 * The interface between the runtime and the IAB TCF, which only the IAB bundle contains. It applies to rules with the
 * model `iab`.
 *
 * @module
 */
import type { BrowserStorage } from "../store/BrowserStorage.js"
import type { SurfaceName } from "../surface/View.js"
import type { TcChoice } from "./Asked.js"
import type { IabRest } from "./IabRest.js"
import type { IabRule, IabMatch, IabTerms, IabDecision, IabDraft, IabCommands } from "./IabTerms.js"

/** The part itself. */
export interface IabPart {
  /** During execution: installs the stub, so that tags can call immediately. */
  readonly install: () => void
  /**
   * Sets the current rule, or that no IAB rule applies, and whether the visitor is under the GDPR.
   *
   * @param cmpId - the operator's; by default the match's
   */
  readonly match: (match: IabRule | null, gdprApplies: boolean, cmpId?: number) => void
  /** Whether a stored decision is in force at a time: under these terms, at most 13 months old, of today's policy version. */
  readonly holds: (now: number) => boolean
  /** Stores a decision and returns its effect. Reports it to `__tcfapi` listeners (`useractioncomplete`). Needs a match. */
  readonly decide: (what: "all" | "none" | IabDraft, now: number) => IabDecision
  /** Whether an IAB vendor (by number) or a custom one may run now; null for an unknown one. */
  readonly permits: (vendor: string) => boolean | null
  /**
   * Renders, and notifies `__tcfapi` listeners whether a surface is shown.
   *
   * @param surfaces - what renders; without, nothing is shown
   */
  readonly render: (surface: SurfaceName, surfaces?: IabSurfaces<IabRule>) => void
  /** Deletes the stored decision. */
  readonly clear: () => void
}

/** Draws. */
export interface IabSurfaces<Match extends IabRule = IabMatch> {
  /**
   * @param choice - the current choice, or null before the first decision
   * @param rest - draws the dialog; without it, none is shown
   */
  readonly render: (
    surface: SurfaceName,
    terms: IabTerms<Match> | null,
    choice: TcChoice | null,
    rest?: IabRest,
  ) => void
  readonly dispose: () => void
}

/** Makes the surfaces; nothing is added to the page before one is shown. */
export type MakeIabSurfaces = (commands: IabCommands) => IabSurfaces

/** Makes the part. */
export type MakeIab = (settings: {
  readonly storage: BrowserStorage
  readonly report: (error: unknown) => void
  /** The bundle's version as a number, for `cmpVersion`. */
  readonly version: number
}) => IabPart
