/**
 * The actions of a person or a page. A decision is in force and stored before it is sent.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { necessary, newSubjectId, optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import { linkSubject } from "../backend/Link.js"
import type { Saves } from "../backend/Saves.js"
import { type Act, preferencesOf, recordAct, savePayload } from "../consent/Act.js"
import type { Subject } from "../consent/Records.js"
import type { Need } from "../consent/Access.js"
import { categoriesNamed } from "../gate/Conditions.js"
import type { ChoiceInfo, PageOptions, UserIdentity } from "../config/PageOptions.js"
import type { RecordStore } from "../store/RecordStore.js"
import type { SurfaceName, UiSource } from "../surface/View.js"
import type { IabDecision, IabDraft, IabPart } from "../tcf/IabPart.js"
import { hasPreferences, isIab, isSettled, type State } from "./State.js"

/** What became of an action; `reason` when it failed: a code of the service, or of this script. */
export interface Outcome {
  readonly ok: boolean
  readonly reason?: string
}

/** What a page may save: categories, and vendors by id. */
export type SaveInput = Readonly<Partial<Record<OptionalCategory, boolean>>> & {
  readonly vendors?: Readonly<Record<string, boolean>>
}

/** Everything that can be done about consent once the runtime runs. */
export interface Actions {
  readonly acceptAll: (source?: UiSource) => Promise<Outcome>
  readonly rejectAll: (source?: UiSource) => Promise<Outcome>
  /** Categories that are not on offer are left out. */
  readonly save: (input: SaveInput, source?: UiSource) => Promise<Outcome>
  readonly saveIAB: (draft: IabDraft, source?: UiSource) => Promise<Outcome>
  /** Grants what one thing needs, and nothing else. */
  readonly allow: (need: Need) => Promise<Outcome>
  readonly dismissNotice: () => Outcome
  readonly showBanner: () => Outcome
  readonly openDialog: () => Outcome
  readonly closeDialog: () => Outcome
  readonly identify: (user: UserIdentity) => Promise<Outcome>
  /** Voids what is kept in this browser. */
  readonly clearRecords: () => Outcome
}

/** What actions work with. */
export interface ActionSettings {
  readonly state: State
  readonly config: PageOptions
  readonly backendURL: string
  readonly store: RecordStore
  readonly saves: Saves
  readonly iab: IabPart | undefined
  readonly offered: () => ReadonlyArray<OptionalCategory>
  readonly declared: () => ReadonlyArray<DeclaredVendor>
  readonly vendorAllowed: (id: string) => boolean
  /** Follows from the state what may run and what is shown. */
  readonly refresh: (next: SurfaceName) => void
  readonly recorded: (choice: ChoiceInfo) => void
  /** A save came to its end. */
  readonly saved: () => void
  /** Resolves once the policy is resolved, or could not be. */
  readonly ready: Promise<unknown>
  /** What gates block or allow. */
  readonly needs: () => ReadonlyArray<Need>
}

/** It was done. */
export const done: Outcome = { ok: true }

const not = (reason: string): Outcome => ({ ok: false, reason })

/** An id for a new visitor. */
export const nextSubjectId = (): string => newSubjectId(Date.now(), crypto.getRandomValues(new Uint8Array(12)))

/** A decision that is no act yet: it has no time. */
type Decision = Pick<Act, "categories" | "denied" | "action" | "source"> & { readonly tcString?: string | null }

/** Makes the actions of a page. */
export const makeActions = (settings: ActionSettings): Actions => {
  const {
    backendURL,
    config,
    declared,
    iab,
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

  let lastAt = 0

  /** Records that the visitor saw the notice, where the rule requires only that. */
  const acknowledge = (at: number): void => {
    const { rule } = state.resolved
    if (rule === null || (rule.policy.prompt !== "notice" && offered().length > 0)) return
    const fingerprint = rule.fingerprints[rule.policy.prompt === "notice" ? "notice" : "choice"]
    state.acknowledgement = { fingerprint, at }
    store.acknowledge(state.acknowledgement)
  }

  /** Puts a subject id into the records, with the account that it is linked to. */
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

  /** Does something, and notices when what ran before may run no longer. */
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
      ...(armShown && { experiment: { ...arm, banner: undefined } }),
      ...(config.userProperties && { userProperties: config.userProperties }),
    }
    return Object.keys(metadata).length > 0 && { metadata }
  }

  /** Puts a decision in force and into storage; what is left is to send it. */
  const enact = ({ tcString, ...decision }: Decision) => {
    const { proof, rule } = state.resolved
    // Acts of one visitor differ by their time.
    const at = (lastAt = Math.max(Date.now(), lastAt + 1))
    const act: Act = { ...decision, at, terms: rule?.fingerprints.choice ?? null }
    // Another tab may have decided since.
    state.records = recordAct(store.load().records, act)
    // The save of a new subject links it, and no other save does.
    const subjectId = state.records.subject.subjectId ?? nameSubject(nextSubjectId())
    store.save(state.records)
    acknowledge(at)
    const { externalId, ...account } = state.user ?? {}
    const payload = savePayload(state.records, act, {
      subjectId,
      domain: location.hostname,
      model: rule?.policy.model,
      declared: declared(),
      extra: {
        ...proof,
        ...(externalId && { externalSubjectId: externalId, ...account }),
        ...metadataOf(at),
        ...(tcString && { tcString }),
      },
    })
    // What was shown explains this act, and not the next.
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

  const byIab = (): IabPart | undefined => (isIab(state) ? iab : undefined)

  /**
   * Decides: a grant once a policy is known, a refusal at any time. Before the first answer a refusal is kept
   * immediately, in case the page goes away, and becomes an act in its turn.
   *
   * @param refuses - whether there is a refusal in it
   * @param single - whether it is about categories one by one, which IAB knows nothing of
   */
  const inTurn = async (refuses: boolean, single: boolean, decide: () => Decision): Promise<Outcome> => {
    if (state.resolved.status === "resolving") {
      // The string that stands for earlier grants must not outlive them.
      if (refuses && !single) iab?.clear()
      const drop = refuses && saves.hold(enact(decide()).payload)
      await ready
      if (drop) drop()
    }
    if (single && byIab()) return not("iab")
    return refuses || isSettled(state) ? commit(decide) : not("unresolved")
  }

  /** Of categories, those on offer that are decided; without a policy, only those that are refused. */
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
    inTurn(!on, false, () => {
      const action = on ? "all" : "necessary"
      const part = isSettled(state) && byIab()
      if (part) return ofIab(part.decide(on ? "all" : "none", Date.now()), source)
      const categories = Object.fromEntries(offered().map((category) => [category, on]))
      return { categories, denied: isSettled(state) && declared().length > 0 ? [] : null, action, source }
    })

  const save: Actions["save"] = ({ vendors, ...categories }, source = "none") =>
    inTurn(Object.values({ ...categories, ...vendors }).includes(false), true, () => {
      const settled = isSettled(state)
      const before = state.records.vendors?.denied ?? []
      const isOff = (id: string): boolean =>
        vendors?.[id] === false || (!(settled && vendors?.[id]) && before.includes(id))
      // Those that this page does not declare stay as they were; before a policy is known, the declared vendors are unknown.
      const known = new Set([
        ...before,
        ...declared().map(({ id }) => id),
        ...(settled ? [] : Object.keys(vendors ?? {})),
      ])
      return {
        categories: onOffer(categories),
        denied: vendors ? Array.from(known).filter(isOff) : null,
        action: "custom",
        source,
      }
    })

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
      const part = byIab()
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
      // Only now, so that a later page tries again what failed. Meanwhile there may be other records, or another account.
      state.records = store.load().records
      if (state.user === user && state.records.subject.subjectId === subjectId) {
        nameSubject(subjectId)
        store.save(state.records)
      }
      return done
    },
    clearRecords: () => {
      // What is decided from here on is later than what is void, whatever the clock's grain.
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
