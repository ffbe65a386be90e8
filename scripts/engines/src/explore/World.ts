/**
 * A world in which nothing happens by itself: timers, turns of the event loop and whatever a test adds wait until the
 * schedule takes them. The clock moves only when a timer is taken.
 */
import type { Callback, Globals } from "./Globals.js"

/** One way in which something may happen. */
export interface Way {
  readonly label: string
  readonly act: () => void
}

/** What a protocol under test sees of its world. */
export interface World {
  /**
   * Adds something that happens some time from now on, in one of these ways. The first is the usual one.
   *
   * @returns withdraws it
   */
  readonly may: (...ways: ReadonlyArray<Way>) => () => void
  /**
   * Adds something that happens some time from now on, or never: only a schedule that deviates takes it.
   *
   * @returns withdraws it
   */
  readonly might: (way: Way) => () => void
  /** Adds something that happens when nothing else does any more. */
  readonly last: (way: Way) => void
  /** Milliseconds since the beginning. */
  readonly now: () => number
  /** Lets time pass while the thread is blocked: timers are late. */
  readonly block: (ms: number) => void
  /** Whether time has passed while something else could have happened: what was waited for was slow. */
  readonly wasSlow: () => boolean
}

interface Due extends Way {
  readonly at: number
}

const noDelay = 1

/** A handle, as code under test expects one of Node. */
const handleOf = () => {
  const handle = { ref: () => handle, unref: () => handle, hasRef: () => true }
  return handle
}

/** The timers of a world, the earliest first; those of one time in the order in which they were set. */
const makeTimers = (now: () => number) => {
  const timers = new Map<unknown, Due>()
  return {
    set: (callback: Callback, ms = noDelay, ...args: ReadonlyArray<unknown>): unknown => {
      const handle = handleOf()
      const at = now() + Math.max(noDelay, ms)
      timers.set(handle, { at, label: `a timer of ${Math.round(ms)} ms`, act: () => callback(...args) })
      return handle
    },
    clear: (handle: unknown): void => void timers.delete(handle),
    first: (): readonly [unknown, Due] | undefined => {
      let earliest: readonly [unknown, Due] | undefined
      for (const one of timers) if (earliest === undefined || one[1].at < earliest[1].at) earliest = one
      return earliest
    },
  }
}

/** Callbacks in the order in which they came. */
const makeTurns = () => {
  const turns = new Map<unknown, () => void>()
  return {
    set: (callback: Callback, ...args: ReadonlyArray<unknown>): unknown => {
      const handle = handleOf()
      turns.set(handle, () => callback(...args))
      return handle
    },
    clear: (handle: unknown): void => void turns.delete(handle),
    first: (): readonly [unknown, () => void] | undefined => turns.entries().next().value,
  }
}

/** A world, and what a schedule does with it. */
export interface OpenWorld extends World {
  /** Everything that may happen next. The first is what happens on a fast machine without faults; null is the end. */
  readonly next: () => ReadonlyArray<Way | null>
  /** Runs what follows by itself: the microtasks. */
  readonly settle: () => void
  /** What takes the place of the thread's timers and clocks. */
  readonly globals: Globals
}

/** When the wall clock of a world begins. */
const start = Date.UTC(2030, 0, 1)

/** What a test adds: what happens, what might, and what happens last. */
const makeAdded = () => {
  const expected = new Set<ReadonlyArray<Way>>()
  const possible = new Set<Way>()
  const atLast: Array<Way> = []
  return {
    expected: (): ReadonlyArray<Way> =>
      Array.from(expected).flatMap((ways) =>
        ways.map(({ act, label }) => ({ label, act: () => (expected.delete(ways), act()) })),
      ),
    possible: (): ReadonlyArray<Way> =>
      Array.from(possible, (way) => ({ label: way.label, act: () => (possible.delete(way), way.act()) })),
    atLast: (): Way | null => {
      const [way] = atLast
      return way === undefined ? null : { label: way.label, act: () => (atLast.shift(), way.act()) }
    },
    may: (...ways: ReadonlyArray<Way>) => {
      expected.add(ways)
      return () => void expected.delete(ways)
    },
    might: (way: Way) => {
      possible.add(way)
      return () => void possible.delete(way)
    },
    last: (way: Way) => void atLast.push(way),
  }
}

/** A clock that moves only when a timer is taken, or while the thread is blocked. */
const makeTime = () => {
  let [clock, wasSlow] = [0, false]
  const now = (): number => clock
  const timers = makeTimers(now)
  return {
    now,
    timers,
    wasSlow: () => wasSlow,
    block: (ms: number) => {
      clock += ms
      wasSlow = true
    },
    /** While the loop has turns to take, no time passes: only a timer that is late comes before them. */
    next: (hasTurn: boolean, isAlone: boolean): ReadonlyArray<Way> => {
      const first = timers.first()
      if (first === undefined) return []
      const [handle, { act, at, label }] = first
      if (hasTurn && at > clock) return []
      const take = (): void => {
        wasSlow ||= !isAlone
        clock = Math.max(clock, at)
        timers.clear(handle)
        act()
      }
      return [{ label: `${label}, at ${Math.round(Math.max(clock, at))} ms`, act: take }]
    },
  }
}

/** The turns of the loop and the microtasks, in the order in which they came. */
const makeLoop = () => {
  const turns = makeTurns()
  const microtasks: Array<() => void> = []
  return {
    turns,
    queue: (task: () => void) => void microtasks.push(task),
    settle: () => {
      for (let task = microtasks.shift(); task !== undefined; task = microtasks.shift()) task()
    },
    next: (): ReadonlyArray<Way> => {
      const first = turns.first()
      if (first === undefined) return []
      const [handle, act] = first
      return [{ label: "a turn of the loop", act: () => (turns.clear(handle), act()) }]
    },
  }
}

/** Opens a world, in which nothing has happened yet. */
export const openWorld = (): OpenWorld => {
  const { block, next: timerNext, now, timers, wasSlow } = makeTime()
  const { next: turnNext, queue, settle, turns } = makeLoop()
  const { atLast, expected, last, may, might, possible } = makeAdded()
  const globals: Globals = {
    setTimeout: timers.set,
    clearTimeout: timers.clear,
    setImmediate: turns.set,
    clearImmediate: turns.clear,
    queueMicrotask: queue,
    monotonic: now,
    epoch: () => start + Math.round(now()),
  }
  const next = () => {
    const turn = turnNext()
    const prompt = [...turn, ...expected()]
    const all = [...prompt, ...timerNext(turn.length > 0, prompt.length === 0)]
    return [...(all.length > 0 ? all : [atLast()]), ...possible()]
  }
  return { block, globals, last, may, might, next, now, settle, wasSlow }
}
