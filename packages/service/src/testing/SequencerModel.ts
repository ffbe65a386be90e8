/**
 * Processes that sequence one log, for `explore`: each operation on the database is a step, between any two of which time
 * may pass, the lease may go or a process may die. What must hold is said of the entries, not of the processes.
 */
import {
  archiveStatement,
  type Hash,
  leafData,
  leafHash,
  type LoggedEntry,
  pendingEntry,
  readCheckpoint,
  readCheckpointNote,
  rootOf,
} from "@consent-service/core/evidence"
import { makeSequencer, type SequencerRun } from "@consent-service/core/evidence-log"
import { CheckpointSigner, EvidenceLog, EvidenceReader } from "@consent-service/core/ports"
import { sharedScheduler } from "@consent-service/core/primitives"
import type { Promised, Protocol, World } from "@consent-service/test-engines/explore"
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as NodeSigner from "../evidence/NodeSigner.js"
import { type FaultBudget, type LogPorts, memoryPorts, steppedPorts } from "./SteppedLog.js"

const origin = "consent.shop.example/evidence"
const signer = Effect.runSync(Effect.provide(CheckpointSigner, NodeSigner.layer([NodeSigner.makeSigningKey(origin)])))

/** What the processes do, and what may go wrong. */
export interface SequencerScenario {
  /** By how much the clock of each process is ahead, in milliseconds. */
  readonly clocks: ReadonlyArray<number>
  /** How often each of them looks at the log. */
  readonly rounds: number
  /** How many operations may fail, or lose their answers. */
  readonly faults: number
  /** How many processes may die; another takes the place of each. */
  readonly deaths: number
  /** How often more time may pass between two operations than a lease lasts. */
  readonly pauses: number
  /** How often the lease may be deleted. */
  readonly thefts: number
  /** The ports of the processes over those of the database; the same by default. */
  readonly ports?: (ports: LogPorts, logs: MemoryEvidenceLog.MemoryLogs) => LogPorts
}

const pauseMs = 6_000
const roundMs = 600
const batch = 2

/** A clock that is ahead. Nothing sleeps by it. */
const clockAhead = (ms: number): Clock.Clock => {
  const real = Clock.make()
  const now = (): number => Date.now() + ms
  return { ...real, unsafeCurrentTimeMillis: now, currentTimeMillis: Effect.sync(now) }
}

/** Salts that are the same in every run. */
const makeSalts = () => {
  let made = 0
  return (): string => {
    made += 1
    return Buffer.from(`${made}`.padStart(16, "0")).toString("base64url")
  }
}

const noneSigned = (): Array<SignedTree> => []

/** The log, and everything that was ever signed of it. */
const makeDatabase = (world: World) => {
  const logs: MemoryEvidenceLog.MemoryLogs = new Map()
  const log = MemoryEvidenceLog.logIn(logs, null)
  const salts = makeSalts()
  const queued: Array<string> = []
  const queue = (count: number): void => {
    for (let at = 0; at < count; at += 1) {
      const id = `entry ${queued.length}`
      queued.push(id)
      const statement = archiveStatement({ digest: id, what: "texts" })
      MemoryEvidenceLog.queueIn(logs, null, [pendingEntry(statement, { id, receivedAt: Date.now(), salt: salts() })])
    }
  }
  const queueNext = (times: number): void => {
    if (times === 0) return
    world.may({ label: "three entries are queued", act: () => (queue(3), queueNext(times - 1)) })
  }
  queue(1)
  queueNext(2)
  const entries = () => Array.from(log.bundles.values()).flatMap((bundle) => bundle.entries)
  return { logs, log, salts, queued, entries, tree: makeTree(entries), signed: noneSigned() }
}

type Database = ReturnType<typeof makeDatabase>

/** A tree that was signed, and what its database held then. */
interface SignedTree {
  readonly size: number
  readonly isStored: boolean
  readonly hasKey: boolean
}

/** The hashes of the leaves; computed once for each tree. */
const makeTree = (entries: () => ReadonlyArray<LoggedEntry>) => {
  let [known, leaves]: [string, ReadonlyArray<Hash>] = ["", []]
  return (): ReadonlyArray<Hash> => {
    const now = entries()
      .map(({ id }) => id)
      .join()
    if (now !== known) [known, leaves] = [now, entries().map((entry) => leafHash(leafData(entry)))]
    return leaves
  }
}

const isRootOf = (
  leaves: ReadonlyArray<Hash>,
  { root, size }: { readonly root: Hash; readonly size: number },
): boolean => size <= leaves.length && Buffer.from(root).equals(rootOf(leaves.slice(0, size)))

/** The kind of the entries that introduce keys. */
const keyKind = 9

/** Signs, and notes what the database holds of the tree at that time. */
const signingFor = (database: Database) =>
  CheckpointSigner.of({
    keys: signer.keys,
    sign: (text) => {
      const body = readCheckpoint(text)
      const size = body?.size ?? 0
      const isStored = body !== null && isRootOf(database.tree(), body)
      const hasKey = database
        .entries()
        .slice(0, size)
        .some(({ kind }) => kind === keyKind)
      database.signed.push({ size, isStored, hasKey })
      return signer.sign(text)
    },
  })

interface Process {
  readonly name: string
  fiber: Fiber.RuntimeFiber<unknown, unknown> | null
  isDead: boolean
}

/** Starts processes, and keeps the outcomes of their runs. */
const makeProcesses = (world: World, database: Database, scenario: SequencerScenario, budget: FaultBudget) => {
  const runs: Array<Exit.Exit<SequencerRun, unknown>> = []
  let started = 0
  const ports = scenario.ports ?? ((same: LogPorts) => same)

  const start = (aheadMs: number, rounds: number): Process => {
    const process: Process = { name: `process ${started}`, fiber: null, isDead: false }
    started += 1
    const { log, reader } = steppedPorts(ports(memoryPorts(database.logs), database.logs), world, process.name, budget)
    const sequencer = Effect.runSync(
      makeSequencer({
        origin,
        holder: process.name,
        batch,
        checkpointEveryMs: 1_000,
        salts: database.salts,
      }).pipe(
        Effect.provideService(EvidenceLog, log),
        Effect.provideService(EvidenceReader, reader),
        Effect.provideService(CheckpointSigner, signingFor(database)),
      ),
    )
    const look = (left: number): void => {
      if (process.isDead) return
      world.block(roundMs)
      const fiber = Effect.runFork(Effect.withClock(sequencer.run, clockAhead(aheadMs)), { scheduler: sharedScheduler })
      process.fiber = fiber
      fiber.addObserver((exit) => {
        process.fiber = null
        if (process.isDead) return
        runs.push(exit)
        if (left > 1) world.may({ label: `${process.name} looks again`, act: () => look(left - 1) })
      })
    }
    world.may({ label: `${process.name} looks`, act: () => look(rounds) })
    return process
  }
  return { runs, start }
}

/** Lets time pass, the lease go and processes die at any time. */
const disturb = (
  world: World,
  { log }: Database,
  { deaths, pauses, thefts }: SequencerScenario,
  processes: ReadonlyArray<Process>,
  start: ReturnType<typeof makeProcesses>["start"],
): void => {
  for (let at = 0; at < pauses; at += 1) {
    world.might({ label: `${pauseMs} ms pass`, act: () => world.block(pauseMs) })
  }
  for (let at = 0; at < thefts; at += 1) {
    const steal = (): void => {
      if (log.open !== null) log.open.lease = null
    }
    world.might({ label: "the lease is deleted", act: steal })
  }
  for (const process of processes.slice(0, deaths)) {
    const die = (): void => {
      process.isDead = true
      process.fiber?.unsafeInterruptAsFork(process.fiber.id())
      start(0, 1)
    }
    world.might({ label: `${process.name} dies`, act: die })
  }
}

const listed = <A>(wrong: ReadonlyArray<A>, show: (one: A) => string): string | null =>
  wrong.length === 0 ? null : wrong.map(show).join(", ")

const showSize = ({ size }: { readonly size: number }): string => `the tree of ${size}`

/** Whether the tree goes on where it was at the step before. */
const makeGrowth = (database: Database) => {
  let before: ReadonlyArray<string> = []
  return (): string | null => {
    const ids = database.entries().map(({ id }) => id ?? "")
    const [last, now] = [before, ids.slice(0, before.length)]
    before = ids
    return now.join() === last.join() ? null : `[${last}] became [${ids}]`
  }
}

const whatHolds = (database: Database, runs: ReadonlyArray<Exit.Exit<SequencerRun, unknown>>): Promised["always"] => {
  const { entries, log, queued, signed } = database
  const timesOf = (id: string): number =>
    entries().filter((entry) => entry.id === id).length + log.queue.filter((entry) => entry.id === id).length
  return {
    "each entry is queued or in the tree, once": () =>
      listed(
        queued.filter((id) => timesOf(id) !== 1),
        (id) => `${id} is there ${timesOf(id)} times`,
      ),
    "the tree begins with the one before": makeGrowth(database),
    "the head is that of the tree": () =>
      log.open === null || (log.open.head.size === entries().length && isRootOf(database.tree(), log.open.head))
        ? null
        : `the head of ${log.open.head.size} is not that of ${entries().length} entries`,
    "what is signed is stored": () =>
      listed(
        signed.filter(({ isStored }) => !isStored),
        showSize,
      ),
    "a key signs nothing before its entry is in the tree": () =>
      listed(
        signed.filter(({ hasKey }) => !hasKey),
        showSize,
      ),
    "a checkpoint that is kept is of the tree": () =>
      listed(
        Array.from(log.checkpoints.values()).filter(({ note }) => {
          const body = readCheckpointNote(note)
          return body === null || !isRootOf(database.tree(), body)
        }),
        showSize,
      ),
    "no process takes the log for forked or foreign": () =>
      listed(
        runs.filter((run) => Exit.isSuccess(run) && (run.value._tag === "Forked" || run.value._tag === "Foreign")),
        (run) => JSON.stringify(run),
      ),
    "no process throws": () =>
      listed(
        runs.filter((run) => Exit.isFailure(run) && Cause.isDie(run.cause)),
        String,
      ),
  }
}

/** Processes that sequence one log, as a protocol to explore. */
export const sequencerProtocol =
  (scenario: SequencerScenario): Protocol =>
  (world) => {
    const database = makeDatabase(world)
    const budget = { left: scenario.faults }
    const { runs, start } = makeProcesses(world, database, scenario, budget)
    const processes = scenario.clocks.map((aheadMs) => start(aheadMs, scenario.rounds))
    disturb(world, database, scenario, processes, start)
    const startLast = (): void => {
      budget.left = 0
      // Longer than a lease, and than a clock is ahead.
      world.block(pauseMs * 4)
      start(0, 1)
    }
    world.last({ label: "a process comes after all leases have ended", act: startLast })
    const { log } = database
    return {
      always: whatHolds(database, runs),
      atEnd: {
        "everything is in the tree": () => (log.queue.length === 0 ? null : `${log.queue.length} entries wait`),
        "everything is signed": () =>
          log.checkpoints.has(log.open?.head.size ?? 0) ? null : `the tree of ${log.open?.head.size} is not signed`,
      },
    }
  }
