/**
 * Callers that save through a group commit, and a store whose every commit may be refused, lost, slow or silent, for
 * `explore`. The store knows what it has committed, and the model what each caller has received.
 */
import { sharedScheduler } from "@consent-service/core/primitives"
import type { Promised, Protocol, Way, World } from "@consent-service/test-engines/explore"
import * as Cause from "effect/Cause"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { GroupCommitOptions } from "../consent/GroupCommit.js"

/** What a caller saves. Two callers may save one act. */
interface Item {
  readonly caller: number
  readonly act: string
}

interface Batch {
  readonly items: ReadonlyArray<Item>
  readonly begun: number
  state: "running" | "committed" | "rolled back"
  hasEnded: boolean
  /** Whether something went wrong with it, other than its own poison. */
  isFaulty: boolean
}

/** Why a commit failed: `refused`, nothing was done; `lost`, maybe all was; `late`, it did not end in time. */
type Failure = "refused" | "lost" | "late"

/** A commit answers each save with itself. */
type Options = GroupCommitOptions<Item, Item, Failure, Failure>

/** A group commit under test. */
export type MakeGroupCommit = (options: Options) => (item: Item) => Effect.Effect<Item, Failure>

/** What callers do, and what may go wrong. */
export interface GroupCommitScenario {
  /** What each caller saves, in the order in which they ask; a commit of `poison` is always refused. */
  readonly acts: ReadonlyArray<string>
  readonly atOnce: number
  /** How many commits may go wrong. */
  readonly faults: number
  /** How many callers may leave. */
  readonly leaving: number
  /** Whether the driver ends a commit that is interrupted. */
  readonly canInterrupt: boolean
  /** How often the thread may be blocked for longer than callers wait. */
  readonly blocks: number
}

const timeoutMs = 1_200
/** A commit that has not ended by then is given up. */
const patienceMs = (timeoutMs / 4) * 3
const maxItems = 128
const parallelRetries = 4

/** The commits of a store, each of which an explorer begins, applies and answers. */
const makeStore = (world: World, { canInterrupt, faults }: GroupCommitScenario) => {
  const batches: Array<Batch> = []
  let faultsLeft = faults

  const name = (batch: Batch): string => `commit ${batches.indexOf(batch) + 1} of ${batch.items.map(({ act }) => act)}`
  const faulty = (batch: Batch, label: string, act: () => void): Way => ({
    label,
    act: () => {
      faultsLeft -= 1
      batch.isFaulty = true
      act()
    },
  })

  /** What was committed is answered, or the answer is lost on its way. */
  const answer = (batch: Batch) =>
    Effect.async<ReadonlyArray<Item>, Failure>((resume) => {
      const told = () => resume(Effect.succeed(batch.items))
      const usual = { label: `the answer to ${name(batch)} arrives`, act: told }
      const lost = faulty(batch, `the answer to ${name(batch)} is lost`, () => resume(Effect.fail("lost")))
      const silent = faulty(batch, `the answer to ${name(batch)} never arrives`, () => {})
      world.may(usual, ...(faultsLeft > 0 ? [lost, silent] : []))
    })

  const apply = (batch: Batch) =>
    Effect.async<void, Failure>((resume) => {
      const end = (state: Batch["state"], outcome: Effect.Effect<void, Failure>) => () => {
        batch.state = state
        resume(outcome)
      }
      const isPoisoned = batch.items.some(({ act }) => act === "poison")
      const refuse = end("rolled back", Effect.fail("refused"))
      const usual = isPoisoned
        ? { label: `${name(batch)} is refused for its poison`, act: refuse }
        : { label: `${name(batch)} is committed`, act: end("committed", Effect.void) }
      const faulties = [
        faulty(batch, `${name(batch)} is refused`, refuse),
        faulty(batch, `the connection is lost before ${name(batch)}`, end("rolled back", Effect.fail("lost"))),
        faulty(batch, `${name(batch)} hangs`, () => {}),
      ]
      const withdraw = world.may(usual, ...(faultsLeft > 0 ? faulties : []))
      return Effect.sync(() => {
        withdraw()
        batch.state = "rolled back"
      })
    })

  const commit = (items: ReadonlyArray<Item>) =>
    Effect.suspend(() => {
      const batch: Batch = { items, begun: world.now(), state: "running", hasEnded: false, isFaulty: false }
      batches.push(batch)
      const applied = canInterrupt ? Effect.interruptible(apply(batch)) : apply(batch)
      // As in the SQL client: a commit that has been sent is waited for.
      return Effect.zipRight(applied, answer(batch)).pipe(Effect.ensuring(Effect.sync(() => (batch.hasEnded = true))))
    })
  return { batches, commit, faults: () => faults - faultsLeft }
}

type Store = ReturnType<typeof makeStore>

interface Caller extends Item {
  readonly asked: number
  /** What it saved had been handed to a commit when it left; null while it has not left. */
  leftAfterHandover: boolean | null
  exit: Exit.Exit<Item, Failure> | null
}

/** Callers that ask one after another, and may leave at any time. */
const makeCallers = (
  world: World,
  { acts, leaving }: GroupCommitScenario,
  { batches }: Store,
  save: ReturnType<MakeGroupCommit>,
) => {
  const callers: Array<Caller> = []
  let leavingLeft = leaving

  const ask = (act: string): Caller => {
    const caller: Caller = { act, caller: callers.length, asked: world.now(), leftAfterHandover: null, exit: null }
    callers.push(caller)
    const fiber = Effect.runFork(save(caller), { scheduler: sharedScheduler })
    const leave = (): void => {
      if (caller.exit !== null || leavingLeft === 0) return
      leavingLeft -= 1
      caller.leftAfterHandover = batches.some(({ items }) => items.includes(caller))
      fiber.unsafeInterruptAsFork(fiber.id())
    }
    const stay = leavingLeft > 0 ? world.might({ label: `caller ${caller.caller} leaves`, act: leave }) : () => {}
    fiber.addObserver((exit) => {
      caller.exit = exit
      stay()
    })
    return caller
  }

  const askNext = (at: number): void => {
    const act = acts[at]
    if (act === undefined) return
    world.may({ label: `caller ${at} saves ${act}`, act: () => (ask(act), askNext(at + 1)) })
  }
  askNext(0)
  world.last({ label: "another caller saves", act: () => ask("another") })
  return callers
}

const listed = <A>(wrong: ReadonlyArray<A>, show: (one: A) => string): string | null =>
  wrong.length === 0 ? null : wrong.map(show).join(", ")

const showCaller = ({ act, caller, exit }: Caller): string =>
  `caller ${caller} of ${act}: ${exit === null ? "no answer" : Exit.isSuccess(exit) ? "acknowledged" : String(exit.cause)}`

const holds = (item: Item) => (batch: Batch) => batch.items.includes(item)

const isAcknowledged = ({ exit }: Caller): boolean => exit !== null && Exit.isSuccess(exit)

const isRefused = ({ exit }: Caller): boolean =>
  exit !== null && Exit.isFailure(exit) && Chunk.contains(Cause.failures(exit.cause), "refused")

const isOnly = (caller: Caller, { items, state }: Batch): boolean =>
  items.length === 1 && items.includes(caller) && state === "rolled back"

/** What must hold after every step. */
const whatHolds = (
  world: World,
  { batches }: Store,
  callers: ReadonlyArray<Caller>,
  { atOnce }: GroupCommitScenario,
  blocked: () => number,
): Promised["always"] => {
  const running = () => batches.filter(({ begun, hasEnded }) => !hasEnded && world.now() < begun + patienceMs)
  const isRepeated = (batch: Batch): boolean =>
    batches.slice(0, batches.indexOf(batch)).some(({ items }) => items.some((item) => holds(item)(batch)))
  const handedAgain = (mayFollow: (batch: Batch) => boolean) => () =>
    listed(
      callers.filter((caller) => !batches.filter(holds(caller)).slice(0, -1).every(mayFollow)),
      showCaller,
    )
  return {
    "only what is committed is acknowledged": () =>
      listed(
        callers.filter(
          (caller) =>
            isAcknowledged(caller) && !batches.some((batch) => batch.state === "committed" && holds(caller)(batch)),
        ),
        showCaller,
      ),
    "a caller has the answer to its own save": () =>
      listed(
        callers.filter(
          ({ exit, ...caller }) => exit !== null && Exit.isSuccess(exit) && exit.value.caller !== caller.caller,
        ),
        showCaller,
      ),
    "a save is in one commit at a time": handedAgain(({ hasEnded }) => hasEnded),
    "what may have been committed is not committed again": handedAgain(({ state }) => state === "rolled back"),
    "commits stay within their bounds": () => {
      const [again, first] = [running().filter(isRepeated).length, running().filter((one) => !isRepeated(one)).length]
      if (first > atOnce) return `${first} commits run`
      if (again > parallelRetries) return `${again} retries run`
      return listed(
        batches.filter(({ items }) => items.length > maxItems),
        ({ items }) => `${items.length} saves`,
      )
    },
    "what a caller withdrew while it waited is not committed": () =>
      listed(
        callers.filter((caller) => caller.leftAfterHandover === false && batches.some(holds(caller))),
        showCaller,
      ),
    "a save is refused on its own": () =>
      listed(
        callers.filter((caller) => isRefused(caller) && !batches.some((batch) => isOnly(caller, batch))),
        showCaller,
      ),
    "every caller has its answer in time": () =>
      listed(
        callers.filter(({ asked, exit }) => exit === null && world.now() > asked + timeoutMs + blocked()),
        showCaller,
      ),
  }
}

/** What must hold when nothing more can happen. */
const whatHoldsAtEnd = (
  world: World,
  { batches, faults }: Store,
  callers: ReadonlyArray<Caller>,
  blocked: () => number,
): Promised["atEnd"] => {
  const isLost = (caller: Caller): boolean =>
    caller.act !== "poison" &&
    caller.leftAfterHandover === null &&
    !isAcknowledged(caller) &&
    !batches.some((batch) => batch.isFaulty && holds(caller)(batch))
  return {
    "no caller is left without an answer": () =>
      listed(
        callers.filter(({ exit }) => exit === null),
        showCaller,
      ),
    "a save whose own commits had no fault is acknowledged": () =>
      world.wasSlow() || blocked() > 0 || faults() > 1 ? null : listed(callers.filter(isLost), showCaller),
  }
}

/** Lets a schedule block the thread. @returns for how long it was blocked */
const mayBlock = (world: World, { blocks }: GroupCommitScenario) => {
  const longMs = timeoutMs + 100
  let blockedMs = 0
  const block = (): void => {
    blockedMs += longMs
    world.block(longMs)
  }
  for (let at = 0; at < blocks; at += 1) world.might({ label: `the thread is blocked for ${longMs} ms`, act: block })
  return () => blockedMs
}

/** A group commit, its callers and its store, as a protocol to explore. */
export const groupCommitProtocol =
  (make: MakeGroupCommit, scenario: GroupCommitScenario): Protocol =>
  (world) => {
    const store = makeStore(world, scenario)
    const save = make({
      commit: store.commit,
      concernsAll: (cause) => Chunk.some(Cause.failures(cause), (failure) => failure !== "refused"),
      timedOut: () => "late",
      toError: (cause) => Chunk.unsafeHead(Cause.failures(cause)),
      timeoutMs,
      atOnce: scenario.atOnce,
    })
    const callers = makeCallers(world, scenario, store, save)
    const blocked = mayBlock(world, scenario)
    return {
      always: whatHolds(world, store, callers, scenario, blocked),
      atEnd: whatHoldsAtEnd(world, store, callers, blocked),
    }
  }
