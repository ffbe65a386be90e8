/** Runs a protocol on one schedule, and checks its properties after every step. */
import { replaceGlobals } from "./Globals.js"
import { openWorld, type OpenWorld, type World } from "./World.js"

/** What is wrong, or null while a property holds. */
export type Check = () => string | null

/** Properties by their names. */
export type Properties = Readonly<Record<string, Check>>

/** What must hold of a protocol. */
export interface Promised {
  /** After every step. */
  readonly always: Properties
  /** When nothing more can happen. */
  readonly atEnd: Properties
}

/** Sets a protocol up in a new world, and begins it. */
export type Protocol = (world: World) => Promised

/** A step: how many ways there were to go on, and which was taken. */
export interface Step {
  readonly ways: number
  readonly taken: number
  readonly label: string
}

/** A property that does not hold. */
export interface Violation {
  readonly property: string
  readonly problem: string
}

/** The outcome of one schedule. */
export interface Run {
  readonly steps: ReadonlyArray<Step>
  readonly violation: Violation | null
}

/** Chooses among so many ways at a step. */
export type Decide = (at: number, ways: number) => number

/** More steps than any protocol takes that ends. */
const mostSteps = 2_000

const violated = (properties: Properties): Violation | null => {
  for (const [property, check] of Object.entries(properties)) {
    const problem = check()
    if (problem !== null) return { property, problem }
  }
  return null
}

/** More than any chain of promises has that settles in one step. */
const promiseTurns = 32

/** What runs between two steps besides the world's own: promises, or whole turns of Node's loop, for its streams. */
export type Settles = "promises" | "loop"

/** More than a stream takes to pass on what was written. */
const loopTurns = 3

const { setImmediate: nextTurn } = globalThis

const settleBy: Readonly<Record<Settles, (world: OpenWorld) => Promise<void>>> = {
  promises: async (world) => {
    for (let turn = 0; turn < promiseTurns; turn += 1) {
      await Promise.resolve()
      world.settle()
    }
  },
  loop: async (world) => {
    for (let turn = 0; turn < loopTurns; turn += 1) {
      await new Promise<void>((resolve) => void nextTurn(resolve))
      world.settle()
    }
  },
}

const follow = async (
  world: OpenWorld,
  protocol: Protocol,
  decide: Decide,
  settles: Settles | null,
  steps: Array<Step>,
) => {
  const { always, atEnd } = protocol(world)
  while (steps.length < mostSteps) {
    world.settle()
    if (settles !== null) await settleBy[settles](world)
    const violation = violated(always)
    if (violation !== null) return violation
    const ways = world.next()
    const taken = decide(steps.length, ways.length)
    const way = ways[taken] ?? null
    steps.push({ ways: ways.length, taken, label: way?.label ?? "the end" })
    if (way === null) return violated(atEnd)
    way.act()
  }
  return { property: "it ends", problem: `it goes on after ${mostSteps} steps` }
}

/** Runs the microtasks that are left: a scheduler that is shared by all runs would wait for its own permanently. */
const finish = (world: OpenWorld): void => {
  try {
    world.settle()
  } catch {
    finish(world)
  }
}

/** After so many runs, whatever else waits for the thread gets a turn. */
const runsInARow = 500

/** Runs a protocol, again and again. Without promises all of a run happens within one turn of the loop. */
export const openRunner = (protocol: Protocol, settles: Settles | null) => {
  let world = openWorld()
  const takeOver = () => replaceGlobals(() => world.globals)
  let restore = takeOver()
  let runs = 0
  const rest = async (): Promise<void> => {
    restore()
    await new Promise((resolve) => setImmediate(resolve))
    restore = takeOver()
  }
  const run = async (decide: Decide): Promise<Run> => {
    runs += 1
    if (runs % runsInARow === 0) await rest()
    world = openWorld()
    const steps: Array<Step> = []
    try {
      return { steps, violation: await follow(world, protocol, decide, settles, steps) }
    } catch (error) {
      return { steps, violation: { property: "nothing is thrown", problem: String(error) } }
    } finally {
      finish(world)
    }
  }
  return { run, close: () => restore() }
}
