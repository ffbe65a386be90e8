/**
 * The runtime of a page: decisions, policy, permissions and the active surface. `consent/` makes the decisions; this
 * module orders their effects.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import { optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import { makeSaves } from "../backend/Saves.js"
import type { PageJourney } from "../wire/Wire.js"
import { hasIab, hasManifest, hasScreen } from "../env/Built.js"
import { forget, later, listen, page, warn } from "../env/Globals.js"
import { ownNumber } from "../env/Version.js"
import type { Access, Condition, Need } from "../consent/Access.js"
import { allows } from "../gate/Conditions.js"
import { entriesOf, isVendor } from "../gate/OwnVendors.js"
import type { PageOptions } from "../config/PageOptions.js"
import { type Events, guarded } from "../env/Events.js"
import { backendOf, type Tag } from "../config/Tag.js"
import { makeStorage } from "../store/BrowserStorage.js"
import { makeRecordStore } from "../store/RecordStore.js"
import type { Describe, ListedVendor, SurfaceName } from "../surface/View.js"
import { type AccessState, vendorAllowed, verdictOf } from "./Access.js"
import { type Actions, done, makeActions, nextSubjectId, not, type Outcome } from "./Actions.js"
import { ask } from "./Ask.js"
import { complete } from "./Complete.js"
import { armOf } from "../experiment/Experiment.js"
import { type Gates, makeGates } from "./Gates.js"
import { ownKeys } from "./OwnKeys.js"
import type { Parts } from "./Parts.js"
import { type Resolved, unresolved } from "./Resolved.js"
import type { PageSnapshot } from "./PageSnapshot.js"
import {
  declaredOf,
  hasDecided,
  isIab,
  isSettled,
  judge,
  offeredOf,
  snapshotOf,
  type State,
  undecided,
} from "./State.js"

/** The runtime, once started. */
export interface Runtime extends Actions {
  /** Resolves once the policy is resolved or has failed. */
  readonly ready: Promise<PageSnapshot>
  readonly snapshot: () => PageSnapshot
  /** The resolution behind the snapshot. */
  readonly resolution: () => Resolved
  readonly config: PageOptions
  /** The service's address, without a trailing slash. */
  readonly backendURL: string
  /** Calls with every new snapshot until the returned function is called. */
  readonly subscribe: (listener: (snapshot: PageSnapshot) => void) => () => void
  readonly allows: (condition: Condition) => boolean
  readonly vendorAllowed: (id: string) => boolean
  readonly declared: () => ReadonlyArray<DeclaredVendor>
  readonly setLanguage: (language: string) => Promise<Outcome>
  readonly mountUI: () => Outcome
  readonly processIframes: () => Outcome
  readonly dispose: () => void
}

/** The longest timeout of a timer. */
const maxDelay = 2 ** 31 - 1

/** A version 4 UUID; insecure pages have no `crypto.randomUUID`. */
const newJourney = (): PageJourney | undefined => {
  if (!globalThis.crypto) return undefined
  const digit = (): string => (Number(crypto.getRandomValues(new Uint8Array(1))) % 16).toString(16)
  return { id: "xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx".replace(/x/g, digit) }
}

/** Starts the runtime of a page. */
export const makeRuntime = (parts: Parts, config: PageOptions, tag: Tag, events: Events): Runtime => {
  const enabled = config.enabled !== false
  const backendURL = backendOf(config, tag.src)
  const storage = makeStorage(config)
  const store = makeRecordStore(storage, config.storage)
  const entries = entriesOf(config)
  const own = entries.filter(isVendor)
  const journey = newJourney()
  const state: State = {
    ...store.load(),
    mode: hasManifest && parts.manifest ? (config.mode ?? parts.mode) : "hosted",
    resolved: unresolved(enabled ? "resolving" : "idle"),
    evaluation: undecided,
    surface: "none",
    forced: false,
    arm: null,
    armShown: false,
    language: config.language,
    user: config.user,
    shownAt: null,
    withdrawn: false,
  }
  const subscribers = new Set<(snapshot: PageSnapshot) => void>()
  let shown: PageSnapshot | undefined
  let timer: number | undefined
  let disposed = false
  let isReady = false
  let replayed = false
  let started = false
  /** Whether an experiment has waited for its code. */
  let waited = false
  let asked = 0
  /** The last pause before the policy was requested again, in milliseconds. */
  let pause = 5_000
  /** The last reported reason for an unknown policy. */
  let told: string | undefined
  let gates: Gates | undefined
  let describe: Describe = (vendors) => vendors
  let becomeReady: (snapshot: PageSnapshot) => void
  const ready = new Promise<PageSnapshot>((resolve) => {
    becomeReady = resolve
  })

  const tell = (error: { readonly code: string; readonly message: string }): void => {
    events.emit("error", error)
    guarded(config.onError, error)
  }
  const report = (error: unknown): void => tell({ code: "ERROR", message: String(error) })
  const snapshot = (): PageSnapshot => (shown ??= snapshotOf(state))
  const declared = (): ReadonlyArray<ListedVendor> => describe(declaredOf(state.resolved, own))
  const needs = (): ReadonlyArray<Need> => gates?.needs() ?? []
  const offered = (): ReadonlyArray<OptionalCategory> => offeredOf(state.resolved, config.categories, needs)

  const redraw = (): void => {
    if (hasScreen) guarded(screen?.draw)
    if (state.surface !== "banner" || state.forced || screen?.waits()) return
    state.shownAt ??= Date.now()
    state.armShown = state.arm !== null
    state.arm?.keep()
  }

  const show = (next: SurfaceName): void => {
    const changed = next !== state.surface
    state.surface = next
    shown = undefined
    redraw()
    if (changed) events.emit("ui", next)
    for (const subscriber of Array.from(subscribers)) guarded(subscriber, snapshot())
  }

  /** Applies the state in order of importance: first what may run, then what is shown. */
  const refresh = (next: SurfaceName = state.surface): void => {
    if (disposed) return
    const before = state.evaluation.permissions
    state.evaluation = judge(state, offered(), Date.now(), iab?.holds)
    shown = undefined
    const { changesAt, due, permissions } = state.evaluation
    if (state.resolved.status !== "resolving") gates?.update(permissions, isSettled(state))
    if (optionalCategories.some((category) => before[category] !== permissions[category])) {
      guarded(config.onPermissionsChanged, permissions)
    }
    forget(timer)
    timer = changesAt === null ? undefined : later(refresh, Math.min(changesAt - Date.now(), maxDelay))
    const owed = due !== "none" && !(config.ui && config.ui.banner === false)
    show(next === "none" && owed ? "banner" : next === "banner" && !owed && !state.forced ? "none" : next)
  }

  const reloadIfDue = (): void => {
    if (!state.withdrawn || config.reloadOnConsentRevoked === false || saves.inFlight() || !navigator.onLine) return
    state.withdrawn = false
    guarded(config.onBeforeConsentRevocationReload)
    later(() => location.reload())
  }

  const iab = hasIab
    ? parts.makeIab?.({
        storage,
        report,
        version: ownNumber,
      })
    : undefined

  const saves = makeSaves({
    backendURL,
    storage,
    now: Date.now,
    newSubjectId: nextSubjectId,
    renew: () => resolve(),
    renamed: (from, to) => {
      if (state.records.subject.subjectId !== from) return
      state.records = { ...state.records, subject: { ...state.records.subject, subjectId: to } }
      store.save(state.records)
      shown = undefined
    },
    report: tell,
  })

  const accessState = (): AccessState => ({
    permissions: state.evaluation.permissions,
    isPending: state.resolved.status === "resolving",
    vendorsKnown: isSettled(state),
    declared: declared(),
    ownEntries: entries,
    denials: state.records.vendors,
    ...(iab && isIab(state) && { iabPermits: iab.permits }),
  })
  const isVendorAllowed = (id: string): boolean => vendorAllowed(accessState(), id)

  /** What actions and the screen have in common. */
  const common = { state, config, backendURL, offered, declared, ...(hasIab && { iab }) }

  const actions = makeActions({
    ...common,
    store,
    saves,
    vendorAllowed: isVendorAllowed,
    refresh,
    recorded: (choice) => {
      guarded(config.onChoiceRecorded, choice)
      events.emit("consent", snapshot())
    },
    saved: reloadIfDue,
    ready,
    needs,
  })

  const access: Access = { verdictFor: (need) => verdictOf(accessState(), need) }

  const findRest = hasScreen
    ? parts.rest({
        config,
        backendURL,
        tag,
        redraw: () => {
          start()
          refresh()
        },
      })
    : () => undefined

  const screen = (hasScreen ? parts.makeScreen : undefined)?.({
    ...common,
    storage,
    redraw,
    access,
    actions,
    blockedFrames: () => gates?.blockedFrames() ?? [],
    judge,
    findRest,
    setLanguage: (language) => void setLanguage(language),
  })

  const adopt = (resolved: Resolved): void => {
    state.resolved = resolved
    if (hasScreen) guarded(screen?.adopt)
    // Before anything is shown, so that a refused visitor is not asked again.
    if (isSettled(state)) saves.prove((payload) => complete(payload, state, iab, Date.now()))
    guarded(refresh)
    if (!isReady) {
      isReady = true
      becomeReady(snapshot())
      events.emit("ready", snapshot())
    }
    // After the calls that waited for this.
    void ready.then(replay)
    const { user } = config
    if (isSettled(state) && user && user.externalId !== state.records.subject.externalId) void actions.identify(user)
  }

  /** Sends saves that earlier pages left: once, when this page is visible. */
  const replay = (): void => {
    if (replayed || page?.hidden || !isSettled(state)) return
    replayed = true
    void saves.replay()
  }

  /** Whether it was resolved. */
  const resolve = async (): Promise<boolean> => {
    if (!enabled) return false
    const mine = ++asked
    const resolved = await ask(parts, config, state, backendURL, journey)
    if (mine !== asked || disposed) return false
    const failed = resolved.status === "failed"
    if (failed && resolved.reason !== told) tell({ code: "POLICY_UNRESOLVED", message: String(resolved.reason) })
    told = resolved.reason
    // A failed repetition keeps the known state.
    if (!failed || !(isSettled(state) || state.resolved.rule)) adopt(resolved)
    if (failed) later(retry, (pause *= 2))
    return !failed
  }

  /** Resolves for the first time: with the visitor's arm, unless its code cannot be loaded. */
  const start = (): void => {
    if (started || disposed) return
    const { experiment } = config
    const code = enabled && experiment && !hasDecided(state) ? (hasScreen ? findRest() : { armOf }) : null
    // The second time, its file could not be loaded.
    if (hasScreen && code === undefined && !waited) return void (waited = true)
    started = true
    state.arm = code?.armOf(experiment, storage, Math.random()) ?? null
    if (enabled) void resolve()
    else adopt(state.resolved)
  }

  const setLanguage = async (language: string): Promise<Outcome> => {
    state.language = language
    return (await resolve()) ? done : not("unresolved")
  }

  const reload = (): void => {
    const before = JSON.stringify(state.records)
    Object.assign(state, store.load())
    refresh()
    if (JSON.stringify(state.records) !== before) events.emit("consent", snapshot())
  }

  const retry = (): void => {
    if (!page?.hidden && state.resolved.status === "failed") void resolve()
    replay()
  }

  iab?.install()
  gates = makeGates({
    config,
    access,
    backendURL,
    pageNonce: tag.nonce,
    ownKeys: ownKeys(config),
    framesChanged: redraw,
    ...(hasScreen && { findGates: () => findRest()?.makeRestGates }),
  })
  if (config.ui !== false) screen?.mount()
  const stops = [
    ...store.watch(reload),
    listen(window, "online", () => {
      replayed = false
      retry()
      reloadIfDue()
    }),
    listen(page, "visibilitychange", retry),
    listen(window, "languagechange", () => {
      if (state.language === undefined) void resolve()
    }),
  ]
  start()

  const runtime: Runtime = {
    ...actions,
    ready,
    snapshot,
    declared,
    resolution: () => state.resolved,
    config,
    backendURL,
    subscribe: (listener) => {
      subscribers.add(listener)
      return () => subscribers.delete(listener)
    },
    allows: (condition) => allows(condition, state.evaluation.permissions),
    vendorAllowed: isVendorAllowed,
    setLanguage,
    mountUI: () => {
      screen?.mount()
      return done
    },
    processIframes: () => {
      gates?.gateNow()
      return done
    },
    dispose: () => {
      disposed = true
      forget(timer)
      for (const stop of stops) stop()
      for (const part of [gates, screen]) part?.dispose()
    },
  }
  if (config.services || own.length < entries.length)
    parts
      .loadFile("declaration", runtime, tag, "")
      .then(({ declare }) => (describe = declare(runtime)))
      .catch(warn)
  return runtime
}
