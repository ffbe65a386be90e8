/**
 * The actions of a visitor or a page. A decision is in force and stored before it is sent.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { necessary, newSubjectId, optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import { hasIab } from "../env/Built.js"
import { linkSubject } from "../backend/Link.js"
import type { Saves } from "../backend/Saves.js"
import { type Act, preferencesOf, recordAct, savePayload } from "../consent/Act.js"
import type { Subject } from "../consent/Records.js"
import type { Need } from "../consent/Access.js"
import { categoriesNamed } from "../gate/Conditions.js"
import type { ChoiceInfo, PageOptions, UserIdentity } from "../config/PageOptions.js"
import type { RecordStore } from "../store/RecordStore.js"
import type { SurfaceName, UiSource } from "../surface/View.js"
import type { IabPart } from "../tcf/IabPart.js"
import type { IabDecision, IabDraft } from "../tcf/IabTerms.js"
import { hasPreferences, isIab, isSettled, type State } from "./State.js"

/** The outcome of an action; `reason` is the code of a failure, from the service or from this script. */
export interface Outcome {
  readonly ok: boolean
  readonly reason?: string
}

/** What a page may save: categories, and vendors by id. */
export type SaveInput = Readonly<Partial<Record<OptionalCategory, boolean>>> & {
  readonly vendors?: Readonly<Record<string, boolean>>
}

/** All actions about consent, once the runtime runs. */
export interface Actions {
  readonly acceptAll: (source?: UiSource) => Promise<Outcome>
  readonly rejectAll: (source?: UiSource) => Promise<Outcome>
  /** Categories that are not on offer are ignored. */
  readonly save: (input: SaveInput, source?: UiSource) => Promise<Outcome>
  readonly saveIAB: (draft: IabDraft, source?: UiSource) => Promise<Outcome>
  /** Grants the needs of one thing, and nothing else. */
  readonly allow: (need: Need) => Promise<Outcome>
  readonly dismissNotice: () => Outcome
  readonly showBanner: () => Outcome
  readonly openDialog: () => Outcome
  readonly closeDialog: () => Outcome
  readonly identify: (user: UserIdentity) => Promise<Outcome>
  /** Clears the records in this browser. */
  readonly clearRecords: () => Outcome
}

/** The dependencies of actions. */
export interface ActionSettings {
  readonly state: State
  readonly config: PageOptions
  readonly backendURL: string
  readonly store: RecordStore
  readonly saves: Saves
  readonly iab?: IabPart | undefined
  readonly offered: () => ReadonlyArray<OptionalCategory>
  readonly declared: () => ReadonlyArray<DeclaredVendor>
  readonly vendorAllowed: (id: string) => boolean
  /** Recomputes from the state what may run and what is shown. */
  readonly refresh: (next: SurfaceName) => void
  readonly recorded: (choice: ChoiceInfo) => void
  /** Called when a save has completed. */
  readonly saved: () => void
  /** Resolves once the policy is resolved or has failed. */
  readonly ready: Promise<unknown>
  /** The gates' view of permissions. */
  readonly needs: () => ReadonlyArray<Need>
}

/** It was done. */
export const done: Outcome = { ok: true }

/** It was not done. */
export const not = <Reason extends string>(reason: Reason): { readonly ok: false; readonly reason: Reason } => ({
  ok: false,
  reason,
})

/** An id for a new visitor. */
export const nextSubjectId = (): string => newSubjectId(Date.now(), crypto.getRandomValues(new Uint8Array(12)))

/** A decision that is not an act yet, because it has no time. */
type Decision = Pick<Act, "categories" | "denied" | "action" | "source"> & { readonly tcString?: string | null }

/** Makes the actions of a page. */
export const makeActions = (settings: ActionSettings): Actions => {
  const {
    backendURL,
    config,
    declared,
    needs,
    offered,
    ready,
    recorded,
    refresh,
    saved,
    saves,
    state,
    store,
    vendorAllowed,
  } = settings

  const iab = hasIab ? settings.iab : undefined
  let lastAt = 0

  /** Records that the visitor saw the notice, where the rule requires only that. */
  const acknowledge = (at: number): void => {
    const { rule } = state.resolved
    if (rule === null || (rule.policy.prompt !== "notice" && offered().length > 0)) return
    const fingerprint = rule.fingerprints[rule.policy.prompt === "notice" ? "notice" : "choice"]
    state.acknowledgement = { fingerprint, at }
    store.keepNotice(state.acknowledgement)
  }

  /** Puts a subject id into the records, with its linked account. */
  const nameSubject = (subjectId: string): string => {
    const { externalId, identityProvider }: Subject = state.user ?? {}
    state.records = {
      ...state.records,
      subject: { subjectId, externalId: externalId || undefined, identityProvider: identityProvider || undefined },
    }
    return subjectId
  }

  /** The categories and vendors that may run now. */
  const running = (): ReadonlyArray<string> => [
    ...optionalCategories.filter((category) => state.evaluation.permissions[category]),
    ...[...declared().map(({ id }) => id), ...needs().flatMap(({ vendor = [] }) => vendor)]
      .filter(vendorAllowed)
      .map((id) => `vendor ${id}`),
  ]

  /** Runs a change, and detects when something that ran may no longer run. */
  const noticing = <A>(work: () => A): A => {
    const before = running()
    const result = work()
    const after = running()
    if (before.some((name) => !after.includes(name))) state.withdrawn = true
    return result
  }

  const metadataOf = (at: number) => {
    const { arm, armShown, shownAt } = state
    const metadata = {
      ...(shownAt !== null && { timeToDecisionMs: Math.max(0, at - shownAt) }),
      ...(armShown && { experiment: arm?.reported }),
      ...(config.userProperties && { userProperties: config.userProperties }),
    }
    return Object.keys(metadata).length > 0 && { metadata }
  }

  /** Puts a decision in force and into storage; only sending it is left. */
  const enact = ({ tcString, ...decision }: Decision) => {
    const { proof, rule } = state.resolved
    // Acts of one visitor must differ in their time.
    const at = (lastAt = Math.max(Date.now(), lastAt + 1))
    const act: Act = { ...decision, at, terms: rule?.fingerprints.choice ?? null }
    // Another tab may have saved a decision meanwhile.
    state.records = recordAct(store.load().records, act)
    // The save of a new subject links it, and no other save does.
    const subjectId = state.records.subject.subjectId ?? nameSubject(nextSubjectId())
    store.save(state.records)
    acknowledge(at)
    const { externalId, ...account } = state.user ?? {}
    const payload = savePayload(state.records, act, declared(), {
      subjectId,
      domain: location.hostname,
      ...(rule && { model: rule.policy.model }),
      ...proof,
      ...(externalId && { externalSubjectId: externalId, ...account }),
      ...metadataOf(at),
      ...(tcString && { tcString }),
    })
    // The reported prompt belongs to this act, not to the next.
    state.shownAt = null
    state.armShown = false
    return { act, payload }
  }

  const commit = async (decide: () => Decision): Promise<Outcome> => {
    const { act, sending } = noticing(() => {
      const enacted = enact(decide())
      const unproven = !isSettled(state) || undefined
      if (unproven) iab?.clear()
      const sent = saves.send(enacted.payload, state.resolved.journey, unproven)
      state.forced = false
      refresh("none")
      return { ...enacted, sending: sent }
    })
    recorded({ action: act.action, source: act.source, preferences: preferencesOf(state.records) })
    const delivery = await sending
    saved()
    return delivery.status === "delivered" ? done : not(delivery.code)
  }

  const byIab = (): IabPart | undefined => (hasIab && isIab(state) ? iab : undefined)

  /**
   * Decides: a grant once a policy is known, a refusal at any time. Before the first response a refusal is stored
   * immediately, in case the page closes, and becomes an act later.
   *
   * @param refuses - whether it contains a refusal
   * @param single - whether it is about categories one by one, which IAB does not know. Last, so that other bundles drop it
   */
  const inTurn = async (refuses: boolean, decide: () => Decision, single?: boolean): Promise<Outcome> => {
    if (state.resolved.status === "resolving") {
      // The TC string of earlier grants must not outlive them.
      if (refuses && !single) iab?.clear()
      const drop = refuses && saves.holdBack(enact(decide()).payload)
      await ready
      if (drop) drop()
    }
    if (single && byIab()) return not("iab")
    return refuses || isSettled(state) ? commit(decide) : not("unresolved")
  }

  /** The decided categories that are on offer; without a policy, only refused ones. */
  const onOffer = (categories: SaveInput): Act["categories"] =>
    Object.fromEntries(
      offered().flatMap((category) => {
        const on = categories[category]
        return on === false || (on === true && isSettled(state)) ? [[category, on]] : []
      }),
    )

  const ofIab = ({ categories, ...decision }: IabDecision, source: UiSource): Decision => ({
    ...decision,
    categories: onOffer(categories),
    denied: null,
    source,
  })

  const decideAll = (on: boolean, source: UiSource): Promise<Outcome> =>
    inTurn(!on, () => {
      const action = on ? "all" : "necessary"
      const part = hasIab && isSettled(state) ? byIab() : undefined
      if (part) return ofIab(part.decide(on ? "all" : "none", Date.now()), source)
      const categories = Object.fromEntries(offered().map((category) => [category, on]))
      return { categories, denied: isSettled(state) && declared().length > 0 ? [] : null, action, source }
    })

  const save: Actions["save"] = ({ vendors, ...categories }, source = "none") =>
    inTurn(
      Object.values({ ...categories, ...vendors }).includes(false),
      () => {
        const settled = isSettled(state)
        const before = state.records.vendors?.denied ?? []
        const isOff = (id: string): boolean =>
          vendors?.[id] === false || (!(settled && vendors?.[id]) && before.includes(id))
        // Undeclared vendors are unchanged; before a policy is known, the declared vendors are unknown.
        const known = new Set([
          ...before,
          ...declared().map(({ id }) => id),
          ...(settled ? [] : Object.keys(vendors ?? {})),
        ])
        return {
          categories: onOffer(categories),
          denied: vendors ? [...known].filter(isOff) : null,
          action: "custom",
          source,
        }
      },
      true,
    )

  const open = (next: SurfaceName): Outcome => {
    if (!hasPreferences(state)) return not("not-required")
    state.forced = next === "banner"
    refresh(next)
    return done
  }

  return {
    acceptAll: (source = "none") => decideAll(true, source),
    rejectAll: (source = "none") => decideAll(false, source),
    save,
    saveIAB: async (draft, source = "none") => {
      const part = hasIab ? byIab() : undefined
      if (!part) return not("not-iab")
      return isSettled(state) ? commit(() => ofIab(part.decide(draft, Date.now()), source)) : not("unresolved")
    },
    allow: async ({ category, vendor }) => {
      if (byIab()) return open("dialog")
      const { category: also = necessary } = declared().find(({ id }) => id === vendor) ?? {}
      const named = categoriesNamed({ and: [category ?? necessary, also] })
      const vendors = vendor !== undefined && { vendors: { [vendor]: true } }
      return save({ ...Object.fromEntries(named.map((name) => [name, true])), ...vendors }, "widget")
    },
    dismissNotice: () => {
      if (state.surface !== "banner" || state.resolved.rule?.policy.prompt !== "notice") return not("not-required")
      acknowledge(Date.now())
      state.forced = false
      refresh("none")
      return done
    },
    // A rule without a prompt has no banner.
    showBanner: () => open(state.resolved.rule?.policy.prompt === "none" ? "dialog" : "banner"),
    openDialog: () => open("dialog"),
    closeDialog: () => {
      state.forced = false
      refresh("none")
      return done
    },
    identify: async (user) => {
      state.user = user
      const { subjectId } = store.load().records.subject
      if (subjectId === undefined) return done
      if (!(await linkSubject(backendURL, subjectId, user))) return not("not-linked")
      // Only now, so that a later page retries after a failure. The records or the account may have changed meanwhile.
      state.records = store.load().records
      if (state.user === user && state.records.subject.subjectId === subjectId) {
        nameSubject(subjectId)
        store.save(state.records)
      }
      return done
    },
    clearRecords: () => {
      // Later decisions must be newer than the cleared ones, whatever the clock's resolution.
      lastAt = Math.max(Date.now(), lastAt)
      noticing(() => {
        store.clear(lastAt)
        saves.clear()
        iab?.clear()
        Object.assign(state, store.load())
        refresh("none")
      })
      saved()
      return done
    },
  }
}
