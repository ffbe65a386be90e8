/**
 * An evidence log in memory, for tests: it keeps the laws of the ports and does nothing else.
 *
 * @module
 */
import {
  type Bundle,
  type ConsentFacts,
  emptyEdge,
  emptyRoot,
  type Growth,
  type LogHead,
  type PendingEntry,
  type Tile,
  type TreeEdge,
  tileWidth,
} from "@consent-service/core/evidence"
import {
  EntryPlace,
  EvidenceLog,
  EvidenceReader,
  type Integrate,
  IntegrationOutcome,
  type KeptCheckpoint,
  type KeptTimestamp,
  LeaseOutcome,
  type LogOpening,
  type LogReopening,
  type LogState,
  type LogStores,
  OpenOutcome,
  ReopenOutcome,
  type TakeOver,
  TakeOverOutcome,
  Tenant,
  UnloggedOutcome,
  type UnloggedPlace,
} from "@consent-service/core/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  countEntries,
  countPrompts,
  type FindStored,
  type MemoryCounts,
  noMemoryCounts,
  resetRecordCounts,
} from "./MemoryCounts.js"

interface OpenLog {
  origin: string
  readonly openedAt: number
  head: LogHead
  edge: TreeEdge
  lease: { readonly holder: string; readonly until: number } | null
}

/** The stored log of one tenant. */
export interface MemoryLog {
  open: OpenLog | null
  /** How far records were looked at for entries; null before, "~" when all were. */
  backfilledTo: string | null
  /** In the order of their times, and of their ids where these are equal. */
  queue: ReadonlyArray<PendingEntry>
  readonly bundles: Map<number, Bundle>
  readonly tiles: Map<string, Tile>
  readonly checkpoints: Map<number, KeptCheckpoint>
  /** By size and authority. */
  readonly timestamps: Map<string, KeptTimestamp>
  readonly statements: Map<string, string>
  readonly counts: MemoryCounts
}

/** The logs of all tenants. */
export type MemoryLogs = Map<string | null, MemoryLog>

/**
 * The log of a tenant, created if missing.
 *
 * @example
 * ```ts
 * import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
 *
 * MemoryEvidenceLog.logIn(new Map(), "shop").queue.length // 0
 * ```
 */
export const logIn = (logs: MemoryLogs, tenant: string | null): MemoryLog => {
  const known = logs.get(tenant)
  if (known !== undefined) return known
  const log: MemoryLog = {
    open: null,
    backfilledTo: null,
    queue: [],
    bundles: new Map(),
    tiles: new Map(),
    checkpoints: new Map(),
    timestamps: new Map(),
    statements: new Map(),
    counts: noMemoryCounts(),
  }
  logs.set(tenant, log)
  return log
}

const inOrder = (one: PendingEntry, other: PendingEntry): number =>
  one.receivedAt - other.receivedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

const isSame = (one: PendingEntry, other: PendingEntry): boolean =>
  one.id === other.id && one.receivedAt === other.receivedAt

/**
 * Queues entries of a tenant, like the store of the logged data. Entries that are already queued are not changed.
 *
 * @example
 * ```ts
 * import { archiveStatement, pendingEntry } from "@consent-service/core/evidence"
 * import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
 *
 * const logs: MemoryEvidenceLog.MemoryLogs = new Map()
 * const statement = archiveStatement({ digest: "ab", what: "texts" })
 * const entry = pendingEntry(statement, { id: "ab", receivedAt: 1, salt: "xh7DYDLe8SCGKnMPT9Tr8Q" })
 * MemoryEvidenceLog.queueIn(logs, "shop", [entry])
 * MemoryEvidenceLog.logIn(logs, "shop").queue.length // 1
 * ```
 */
export const queueIn = (logs: MemoryLogs, tenant: string | null, entries: ReadonlyArray<PendingEntry>): void => {
  const log = logIn(logs, tenant)
  for (const entry of entries) {
    if (log.queue.some((queued) => isSame(queued, entry))) continue
    log.queue = [...log.queue, structuredClone(entry)].sort(inOrder)
    if (entry.statement !== null) log.statements.set(entry.id, entry.statement)
  }
}

const openIn = (
  logs: MemoryLogs,
  tenant: string | null,
  { entry, mayRename, openedAt, origin }: LogOpening,
): OpenOutcome => {
  const log = logIn(logs, tenant)
  if (log.open !== null) {
    const { head, origin: from } = log.open
    if (from === origin) return OpenOutcome.Known({ head })
    if (!mayRename || log.checkpoints.size > 0) return OpenOutcome.Foreign({ origin: from })
    log.open.origin = origin
    queueIn(logs, tenant, [entry])
    return OpenOutcome.Renamed({ from })
  }
  log.open = newLog(origin, openedAt)
  queueIn(logs, tenant, [entry])
  return OpenOutcome.Opened()
}

/** How much later than a lease's own time it may end, with clocks that differ by a minute; else a clock was wrong. */
const mostOffsetMs = 120_000

const leaseOf = ({ open }: MemoryLog, holder: string, now: number, forMs: number): LeaseOutcome => {
  if (open === null) return LeaseOutcome.NotOpened()
  const { lease } = open
  const isHeld = lease !== null && lease.until > now && lease.until <= now + forMs + mostOffsetMs
  if (isHeld && lease.holder !== holder) return LeaseOutcome.HeldByAnother()
  open.lease = { holder, until: now + forMs }
  return LeaseOutcome.Leased()
}

const growIn = (log: MemoryLog, open: OpenLog, growth: Growth): void => {
  open.head = growth.head
  open.edge = growth.edge
  for (const bundle of growth.bundles) log.bundles.set(bundle.n, bundle)
  for (const tile of growth.tiles) log.tiles.set(`${tile.level}/${tile.n}`, tile)
}

const newLog = (origin: string, openedAt: number): OpenLog => ({
  origin,
  openedAt,
  head: { size: 0, root: emptyRoot, lastTime: 0 },
  edge: emptyEdge,
  lease: null,
})

const keepIn = (log: MemoryLog, checkpoint: KeptCheckpoint): void => {
  if (!log.checkpoints.has(checkpoint.size)) log.checkpoints.set(checkpoint.size, { ...checkpoint })
}

const takeOverIn = (
  logs: MemoryLogs,
  tenant: string | null,
  { checkpoint, commitments, growthBy, openedAt, origin }: TakeOver,
  stored: FindStored,
): TakeOverOutcome => {
  const log = logIn(logs, tenant)
  const open = log.open ?? newLog(origin, openedAt)
  if (open.origin !== origin) return TakeOverOutcome.Foreign({ origin: open.origin })
  const wanted = new Set(commitments)
  const queued = log.queue.filter(({ commitment }) => wanted.has(commitment))
  const decision = growthBy(open.head, open.edge, queued)
  if (decision === null) return TakeOverOutcome.Inconsistent({ head: open.head })
  log.open = open
  log.queue = log.queue.filter((entry) => !queued.includes(entry))
  const before = open.head.size
  growIn(log, open, decision.growth)
  if (log.counts.counted === before) countEntries(log.counts, open.head.size, queued, stored)
  keepIn(log, checkpoint)
  queueIn(logs, tenant, decision.queue)
  return TakeOverOutcome.TakenOver({ head: open.head })
}

const reopenIn = (
  logs: MemoryLogs,
  tenant: string | null,
  { entries, openedAt, origin }: LogReopening,
): ReopenOutcome => {
  const log = logIn(logs, tenant)
  if (log.open === null) return ReopenOutcome.NotOpened()
  const from = log.open.origin
  if (from === origin) return ReopenOutcome.SameOrigin()
  log.open = newLog(origin, openedAt)
  log.backfilledTo = null
  for (const stored of [log.bundles, log.tiles, log.checkpoints, log.timestamps]) stored.clear()
  resetRecordCounts(log.counts)
  queueIn(logs, tenant, entries)
  return ReopenOutcome.Reopened({ from })
}

const integrateIn = (log: MemoryLog, limit: number, decide: Integrate, stored: FindStored): IntegrationOutcome => {
  const { open } = log
  if (open === null) return IntegrationOutcome.NotOpened()
  const queued = log.queue.slice(0, limit)
  if (queued.length === 0) {
    countPrompts(log.counts)
    return IntegrationOutcome.NothingQueued({ head: open.head })
  }
  const growth = decide(open.head, open.edge, queued)
  if (growth === null) return IntegrationOutcome.Inconsistent({ head: open.head })
  log.queue = log.queue.slice(queued.length)
  const before = open.head.size
  growIn(log, open, growth)
  if (log.counts.counted === before) countEntries(log.counts, open.head.size, queued, stored)
  countPrompts(log.counts)
  return IntegrationOutcome.Integrated({ head: growth.head, count: queued.length, backlog: queued.length === limit })
}

/** The records of a tenant, in the order of their ids. */
export type ListRecords = () => ReadonlyArray<ConsentFacts>

const end = "~"

const queueUnloggedIn = (
  logs: MemoryLogs,
  tenant: string | null,
  records: ReadonlyArray<ConsentFacts>,
  place: UnloggedPlace,
  limit: number,
): ((entryOf: (record: ConsentFacts) => PendingEntry) => UnloggedOutcome) => {
  const log = logIn(logs, tenant)
  if (log.open === null) return () => UnloggedOutcome.NotOpened()
  if (place !== "kept" && log.backfilledTo !== end) return () => UnloggedOutcome.Unfinished()
  const after = place === "kept" ? log.backfilledTo : place.after
  const page = records.filter(({ id }) => after === null || id > after).slice(0, limit)
  const logged = new Set([
    ...log.queue.map(({ id }) => id),
    ...Array.from(log.bundles.values()).flatMap(({ entries }) => entries.map(({ id }) => id)),
  ])
  const unlogged = page.filter(({ id }) => !logged.has(id))
  return (entryOf) => {
    queueIn(logs, tenant, unlogged.map(entryOf))
    const last = page.at(-1)?.id ?? null
    if (place === "kept") log.backfilledTo = page.length < limit ? end : last
    return UnloggedOutcome.Looked({ records: page.length, queued: unlogged.length, last })
  }
}

/**
 * How a tenant's log grows, among those of all tenants.
 *
 * @param records - lists the tenant's records; there are none by default
 * @param stored - finds them by their ids, to count them; none by default
 *
 * @example
 * ```ts
 * import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
 *
 * const log = MemoryEvidenceLog.makeLog(new Map(), "shop")
 * log.tenant // "shop"
 * ```
 */
export const makeLog = (
  logs: MemoryLogs,
  tenant: string | null,
  records: ListRecords = () => [],
  stored: FindStored = () => undefined,
): Context.Tag.Service<EvidenceLog> => {
  const log = logIn(logs, tenant)
  return {
    tenant,
    open: (opening) => Effect.sync(() => openIn(logs, tenant, opening)),
    queue: (entries) => Effect.sync(() => queueIn(logs, tenant, entries)),
    lease: (holder, now, forMs) => Effect.sync(() => leaseOf(log, holder, now, forMs)),
    release: (holder) =>
      Effect.sync(() => {
        if (log.open?.lease?.holder === holder) log.open.lease = null
      }),
    integrate: (limit, decide) => Effect.sync(() => integrateIn(log, limit, decide, stored)),
    queueUnlogged: (place, limit, entryOf) =>
      Effect.sync(() => queueUnloggedIn(logs, tenant, records(), place, limit)(entryOf)),
    keepCheckpoint: (checkpoint) => Effect.sync(() => keepIn(log, checkpoint)),
    keepTimestamp: (timestamp) =>
      Effect.sync(() => {
        const key = `${timestamp.size} ${timestamp.authority}`
        if (!log.timestamps.has(key)) log.timestamps.set(key, { ...timestamp })
      }),
    replaceNote: (size, from, to) =>
      Effect.sync(() => {
        const kept = log.checkpoints.get(size)
        if (kept?.note !== from) return false
        log.checkpoints.set(size, { ...kept, note: to })
        return true
      }),
    takeOver: (lost) => Effect.sync(() => takeOverIn(logs, tenant, lost, stored)),
    reopen: (reopening) => Effect.sync(() => reopenIn(logs, tenant, reopening)),
    forgetCheckpoints: (sizes) =>
      Effect.sync(() => {
        for (const size of sizes) log.checkpoints.delete(size)
      }),
  }
}

const stateOf = ({ counts, open, queue }: MemoryLog): Option.Option<LogState> =>
  Option.map(Option.fromNullable(open), ({ head, openedAt, origin }) => ({
    origin,
    openedAt,
    head,
    counted: counts.counted,
    queued: queue.length,
    oldestQueued: queue[0]?.receivedAt ?? null,
  }))

const placeOf = ({ bundles, queue }: MemoryLog, id: string, receivedAt: number): EntryPlace => {
  if (queue.some((entry) => entry.id === id && entry.receivedAt === receivedAt)) return EntryPlace.Queued()
  const mayHave = Array.from(bundles.values()).filter(
    ({ firstReceived, lastReceived }) => firstReceived <= receivedAt && receivedAt <= lastReceived,
  )
  for (const { entries, n } of mayHave) {
    const at = entries.findIndex((entry) => entry.id === id)
    const entry = entries[at]
    if (entry !== undefined) return EntryPlace.At({ position: n * tileWidth + at, entry })
  }
  return EntryPlace.Unknown()
}

const found = <A>(ids: ReadonlyArray<string>, find: (id: string) => A | undefined): ReadonlyMap<string, A> =>
  new Map(
    ids.flatMap((id) => {
      const value = find(id)
      return value === undefined ? [] : [[id, value] as const]
    }),
  )

/**
 * The stored log of a tenant, among those of all tenants.
 *
 * @param records - finds the tenant's records by their ids; none by default
 *
 * @example
 * ```ts
 * import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
 *
 * const reader = MemoryEvidenceLog.makeReader(new Map(), "shop")
 * reader.tenant // "shop"
 * ```
 */
export const makeReader = (
  logs: MemoryLogs,
  tenant: string | null,
  records: (id: string) => ConsentFacts | undefined = () => undefined,
): Context.Tag.Service<EvidenceReader> => {
  const log = logIn(logs, tenant)
  const sorted = () => Array.from(log.checkpoints.values()).sort((one, other) => one.size - other.size)
  const stamps = () =>
    Array.from(log.timestamps.values()).sort(
      (one, other) => one.size - other.size || (one.authority < other.authority ? -1 : 1),
    )
  return {
    tenant,
    state: Effect.sync(() => stateOf(log)),
    checkpoint: (atLeast) => Effect.sync(() => Option.fromNullable(sorted().findLast(({ size }) => size >= atLeast))),
    checkpoints: (from, limit) =>
      Effect.sync(() =>
        sorted()
          .filter(({ size }) => size >= from)
          .slice(0, limit),
      ),
    timestamps: (from, limit) =>
      Effect.sync(() =>
        stamps()
          .filter(({ size }) => size >= from)
          .slice(0, limit),
      ),
    newestTimestamp: (name) =>
      Effect.sync(() => Option.fromNullable(stamps().findLast(({ authority }) => authority === name))),
    newestCheckpoints: (atLeast, limit) =>
      Effect.sync(() =>
        sorted()
          .filter(({ size }) => size >= atLeast)
          .reverse()
          .slice(0, limit),
      ),
    bundles: (first, count) =>
      Effect.sync(() =>
        Array.from({ length: count }, (_, at) => log.bundles.get(first + at)).filter((bundle) => bundle !== undefined),
      ),
    tiles: (ids) =>
      Effect.sync(() => ids.map(({ level, n }) => log.tiles.get(`${level}/${n}`)).filter((tile) => tile !== undefined)),
    locate: (id, receivedAt) => Effect.sync(() => placeOf(log, id, receivedAt)),
    consentFacts: (ids) => Effect.sync(() => found(ids, records)),
    statements: (ids) => Effect.sync(() => found(ids, (id) => log.statements.get(id))),
  }
}

/**
 * Both ports over the given logs or new ones, for the `Tenant` in context.
 *
 * @example
 * ```ts
 * import { EvidenceReader } from "@consent-service/core/ports"
 * import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
 * import * as Effect from "effect/Effect"
 *
 * const state = Effect.flatMap(EvidenceReader, (reader) => reader.state).pipe(
 *   Effect.provide(MemoryEvidenceLog.layerMemory()),
 * )
 * ```
 */
export const layerMemory = (
  options: {
    readonly logs?: MemoryLogs
    readonly records?: (id: string) => ConsentFacts | undefined
    readonly listRecords?: ListRecords
    readonly stored?: FindStored
  } = {},
): Layer.Layer<LogStores> =>
  Layer.effectContext(
    Effect.map(Tenant, (tenant) => {
      const logs = options.logs ?? new Map()
      return Context.make(EvidenceLog, makeLog(logs, tenant, options.listRecords, options.stored)).pipe(
        Context.add(EvidenceReader, makeReader(logs, tenant, options.records)),
      )
    }),
  )
