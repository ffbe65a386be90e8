/**
 * The state of a page, and the values derived from it.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import { preferencesOf } from "../consent/Act.js"
import { hasIab } from "../env/Built.js"
import { evaluate, type Evaluation, nothing } from "../consent/Evaluate.js"
import type { Acknowledgement, ConsentRecords } from "../consent/Records.js"
import type { Need } from "../consent/Access.js"
import { categoriesNamed } from "../gate/Conditions.js"
import type { Mode, UserIdentity } from "../config/PageOptions.js"
import type { SurfaceName } from "../surface/View.js"
import type { Arm } from "../experiment/Experiment.js"
import { gpcNow } from "./Locale.js"
import { noList, type Resolved } from "./Resolved.js"
import type { PageSnapshot } from "./PageSnapshot.js"

/** The mutable state of a page; only the runtime and its actions write to it. */
export interface State {
  readonly mode: Mode
  records: ConsentRecords
  acknowledgement: Acknowledgement | null
  resolved: Resolved
  evaluation: Evaluation
  surface: SurfaceName
  /** The page requested the banner, although none is due. */
  forced: boolean
  arm: Arm | null
  /** Whether the banner showed the experiment's arm on this page. */
  armShown: boolean
  language: string | undefined
  user: UserIdentity | undefined
  /** When a prompt was first visible, in epoch milliseconds. */
  shownAt: number | null
  /** A grant has been withdrawn, so the page must reload. */
  withdrawn: boolean
}

/** Whether a decision can be made and stored. */
export const isSettled = ({ resolved: { status } }: Pick<State, "resolved">): boolean => /match|unc/.test(status)

/** Whether an `iab` rule applies. */
export const isIab = ({ resolved: { rule } }: Pick<State, "resolved">): boolean => rule?.policy.model === "iab"

/** Whether the visitor decided anything yet. */
export const hasDecided = ({ records }: State): boolean => Object.keys(records.categories).length > 0

/** Whether preferences can be opened: the rule governs some category, or grants rights. */
export const hasPreferences = ({ resolved: { rule } }: State): boolean =>
  rule !== null && (rule.policy.model !== "none" || rule.policy.rights.includes("preferences"))

/** The vendors of the service and of the page; of two with the same id the service's wins. */
export const declaredOf = (
  { vendors = [] }: Resolved,
  own: ReadonlyArray<DeclaredVendor>,
): ReadonlyArray<DeclaredVendor> => [...vendors, ...own.filter(({ id }) => !vendors.some((known) => known.id === id))]

/** The offered categories: those of the page, and those found in it, within the policy's scope. */
export const offeredOf = (
  { rule }: Resolved,
  configured: ReadonlyArray<OptionalCategory> | undefined,
  needs: () => ReadonlyArray<Need>,
): ReadonlyArray<OptionalCategory> => {
  const scope = rule?.policy.scope ?? optionalCategories
  if (configured === undefined) return scope
  const found = needs().flatMap(({ category }) => (category === undefined ? [] : categoriesNamed(category)))
  return scope.filter((category) => configured.includes(category) || found.includes(category))
}

/** Nothing may run, and nothing is due. */
export const undecided: Evaluation = { permissions: nothing, due: "none", changesAt: null }

/**
 * What may run and what is due at a moment.
 *
 * @param iabHolds - whether an IAB decision is valid then; absent where the bundle has no IAB
 */
export const judge = (
  state: State,
  offered: ReadonlyArray<OptionalCategory>,
  now: number,
  iabHolds: ((now: number) => boolean) | undefined,
): Evaluation => {
  const { acknowledgement, records, resolved } = state
  // Without its vendor list an IAB rule can be refused; any other remembered rule shows no banner.
  if (!isSettled(state) && resolved.reason === noList && !hasDecided(state)) return { ...undecided, due: "choice" }
  if (!isSettled(state) || resolved.rule === null) return undecided
  const judged = evaluate({ ...resolved.rule, offered, records, acknowledgement, gpc: gpcNow(), now })
  // Under IAB, the TC string shows whether a visitor has decided.
  if (!hasIab || !iabHolds || !isIab(state)) return judged
  return iabHolds(now) ? { ...judged, due: "none" } : { ...judged, permissions: nothing, due: "choice" }
}

/** The state as pages see it. */
export const snapshotOf = ({ evaluation, mode, records, resolved, surface }: State): PageSnapshot => {
  const { necessary: _, ...choice } = preferencesOf(records)
  return {
    mode,
    status: resolved.status,
    reason: resolved.reason ?? null,
    policy: (isSettled({ resolved }) && resolved.rule?.policy) || null,
    prompt: evaluation.due,
    surface,
    permissions: { necessary: true, ...evaluation.permissions },
    choice,
    deniedVendors: records.vendors?.denied ?? [],
    subjectId: records.subject.subjectId ?? null,
    language: resolved.language ?? null,
    gpc: gpcNow(),
  }
}
