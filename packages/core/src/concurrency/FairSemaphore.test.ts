import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { type Caller, type Callers, type Ending, type Fate, makeCallers, settled } from "../testing/SemaphoreCallers.js"
import { makeFairSemaphore, type Refusal } from "./FairSemaphore.js"

const limits = { permits: 3, maxWaiting: 3, maxWaitMs: 100 }

type Step =
  | ({ readonly _tag: "arrive" } & Caller)
  | { readonly _tag: "end"; readonly of: number; readonly ending: Ending }
  | { readonly _tag: "interrupt"; readonly of: number }
  | { readonly _tag: "pass" | "block"; readonly ms: number }

const anyCaller = FastCheck.record({
  permits: FastCheck.oneof({ weight: 3, arbitrary: FastCheck.constant(1) }, FastCheck.integer({ min: 2, max: 5 })),
  waitedMs: FastCheck.oneof({ weight: 5, arbitrary: FastCheck.constant(0) }, FastCheck.nat({ max: 150 })),
  yieldsAt: FastCheck.integer({ min: -1, max: 30 }),
})

const anyStep: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  { weight: 8, arbitrary: anyCaller.map((caller) => ({ _tag: "arrive" as const, ...caller })) },
  {
    weight: 4,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constant("end" as const),
      of: FastCheck.nat(),
      ending: FastCheck.constantFrom<Ending>("succeeds", "fails", "dies"),
    }),
  },
  { weight: 2, arbitrary: FastCheck.record({ _tag: FastCheck.constant("interrupt" as const), of: FastCheck.nat() }) },
  {
    weight: 2,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constantFrom("pass" as const, "block" as const),
      ms: FastCheck.oneof(FastCheck.nat({ max: 120 }), FastCheck.constant(limits.maxWaitMs)),
    }),
  },
)

const anySteps = FastCheck.array(anyStep, { maxLength: 60, size: "max" })

/** Only a caller that waits in `run` can have waited elsewhere. */
const waitedBefore = ({ permits, waitedMs }: Caller): number => (permits === 1 ? waitedMs : 0)

/** A model of the rules over plain lists. */
const makeModel = () => {
  const callers: Array<{ fate: Fate; readonly permits: number; readonly deadline: number }> = []
  const all = (fate: Fate) => callers.filter((caller) => caller.fate === fate)
  const take = (permits: number): boolean => {
    const taken = all("runs").reduce((sum, caller) => sum + caller.permits, 0)
    return taken === 0 || taken + permits <= limits.permits
  }
  const advance = (now: number) => {
    for (const caller of all("waits")) {
      if (now >= caller.deadline) caller.fate = "late"
      else if (take(caller.permits)) caller.fate = "runs"
      else return
    }
  }
  const fateAt = (permits: number, deadline: number, now: number): Fate => {
    const [first] = all("waits")
    if (first === undefined && take(permits)) return "runs"
    if (all("waits").length >= limits.maxWaiting) return "full"
    return now >= deadline || (first !== undefined && now >= first.deadline) ? "late" : "waits"
  }
  return {
    fates: () => callers.map(({ fate }) => fate),
    ids: (...fates: ReadonlyArray<Fate>) => callers.flatMap(({ fate }, id) => (fates.includes(fate) ? [id] : [])),
    arrive: (caller: Caller, now: number) => {
      const deadline = now + limits.maxWaitMs - waitedBefore(caller)
      callers.push({ fate: fateAt(caller.permits, deadline, now), permits: caller.permits, deadline })
    },
    leave: (id: number, fate: Fate, now: number) => {
      const caller = callers[id]
      if (caller !== undefined) caller.fate = fate
      advance(now)
    },
    expire: (now: number) => {
      for (const caller of all("waits")) if (now >= caller.deadline) caller.fate = "late"
      advance(now)
    },
  }
}

type Model = ReturnType<typeof makeModel>

const chosen = (ids: ReadonlyArray<number>, of: number): number => ids[of % ids.length] ?? -1

const perform = (step: Step, callers: Callers, model: Model): void => {
  const { time } = callers
  const now = time.now()
  switch (step._tag) {
    case "arrive":
      callers.arrive(step)
      return model.arrive(step, now)
    case "end": {
      const id = chosen(model.ids("runs"), step.of)
      callers.end(id, step.ending)
      return id < 0 ? undefined : model.leave(id, step.ending, now)
    }
    case "interrupt": {
      const id = chosen(model.ids("runs", "waits"), step.of)
      callers.interrupt(id)
      return id < 0 ? undefined : model.leave(id, "interrupted", now)
    }
    case "block":
      time.pass(step.ms)
      return
    case "pass":
      time.pass(step.ms)
      time.wake()
      return model.expire(time.now())
  }
}

/** Performs a step without running any fiber. */
const performInTick = (step: Step, callers: Callers): void => {
  const { time } = callers
  if (step._tag === "arrive") callers.arrive(step)
  if (step._tag === "end") callers.end(chosen([...callers.running.keys()], step.of), step.ending)
  if (step._tag === "interrupt") callers.interrupt(step.of % Math.max(1, callers.fates().length))
  if (step._tag === "block" || step._tag === "pass") time.pass(step.ms)
  if (step._tag === "pass") time.wake()
}

/** Ends all running work, and the work that starts because of that. */
const finishAll = async ({ end, running }: Callers) => {
  await settled()
  while (running.size > 0) {
    for (const id of running.keys()) end(id, "succeeds")
    await settled()
  }
}

const assertWithin = ({ running }: Callers) => {
  const taken = [...running.values()].reduce((sum, { permits }) => sum + permits, 0)
  assert.isTrue(taken <= limits.permits || running.size === 1, `${taken} permits of ${limits.permits}`)
}

const assertAllFree = async (callers: Callers) => {
  const { arrive, fates, running, semaphore, time } = callers
  await Effect.runPromise(semaphore.idle)
  assert.strictEqual(time.sleepers(), 0)
  assert.notInclude(fates(), "waits")
  for (let i = 0; i < limits.permits; i++) arrive({ permits: 1, waitedMs: 0 })
  await settled()
  assert.strictEqual(running.size, limits.permits)
}

describe("a fair semaphore", () => {
  it("equals the model after any steps", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(anySteps, async (steps) => {
        const callers = makeCallers(limits)
        const model = makeModel()
        for (const step of steps) {
          perform(step, callers, model)
          await settled()
          assert.deepStrictEqual(callers.fates(), model.fates())
          assert.strictEqual(callers.time.sleepers(), model.ids("waits").length > 0 ? 1 : 0)
        }
        await finishAll(callers)
        await assertAllFree(callers)
      }),
      { numRuns: 100 },
    ))

  it("loses no permit, whatever happens in one tick", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(anySteps, { maxLength: 8 }), async (ticks) => {
        const callers = makeCallers(limits)
        for (const steps of ticks) {
          for (const step of steps) performInTick(step, callers)
          await settled()
          assertWithin(callers)
        }
        await finishAll(callers)
        assert.strictEqual(new Set(callers.begun).size, callers.begun.length)
        await assertAllFree(callers)
      }),
      { numRuns: 100 },
    ))

  it("serves callers in order of arrival, whatever happens to others", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(anySteps, { maxLength: 8 }), async (ticks) => {
        const callers = makeCallers({ ...limits, maxWaiting: 1_000 })
        for (const steps of ticks) {
          for (const step of steps) performInTick(Object.assign(step, { yieldsAt: -1 }), callers)
          await settled()
        }
        await finishAll(callers)
        assert.deepStrictEqual(
          callers.begun,
          [...callers.begun].sort((a, b) => a - b),
        )
      }),
      { numRuns: 50 },
    ))

  it("grants free permits without a fiber, and releases them when the scope closes", () => {
    const semaphore = makeFairSemaphore(1)
    const held = Effect.scoped(semaphore.hold(1))
    assert.isNotNull(Effect.runFork(held).unsafePoll())
    assert.isNotNull(Effect.runFork(semaphore.run(Effect.void)).unsafePoll())
    assert.isNotNull(Effect.runFork(held).unsafePoll())
  })

  it("passes a permit on when the caller that got it is interrupted in the same tick", async () => {
    const { arrive, end, fates, interrupt } = makeCallers({ ...limits, permits: 1 })
    for (let i = 0; i < 3; i++) arrive({ permits: 1, waitedMs: 0 })
    await settled()
    end(0, "succeeds")
    // Runs the first to its end, and the second up to the moment of its turn.
    await Promise.resolve()
    interrupt(1)
    await settled()
    assert.deepStrictEqual(fates(), ["succeeds", "interrupted", "runs"])
  })

  it("does not let a small request overtake a large one that waits", async () => {
    const { arrive, end, fates } = makeCallers(limits)
    for (const permits of [2, 3, 1]) arrive({ permits, waitedMs: 0 })
    await settled()
    assert.deepStrictEqual(fates(), ["runs", "waits", "waits"])
    end(0, "fails")
    await settled()
    assert.deepStrictEqual(fates(), ["fails", "runs", "waits"])
  })

  it("refuses new callers while the first in line is overdue, because then no timer fires", async () => {
    const { arrive, end, fates, time } = makeCallers({ ...limits, permits: 1 })
    arrive({ permits: 1, waitedMs: 0 })
    arrive({ permits: 1, waitedMs: 0 })
    time.pass(50)
    arrive({ permits: 1, waitedMs: 0 })
    time.pass(50)
    arrive({ permits: 1, waitedMs: 0 })
    await settled()
    assert.deepStrictEqual(fates(), ["runs", "waits", "waits", "late"])
    end(0, "succeeds")
    await settled()
    assert.deepStrictEqual(fates(), ["succeeds", "late", "runs", "late"])
  })

  it.effect("measures waits on the clock it is given", () =>
    Effect.gen(function* () {
      const clock = yield* Effect.clock
      const semaphore = makeFairSemaphore<Refusal>(1, { maxWaiting: 9, maxWaitMs: 100, clock, refuse: Effect.fail })
      yield* Effect.fork(semaphore.run(Effect.never))
      const waits = yield* Effect.fork(semaphore.run(Effect.void))
      yield* TestClock.adjust(50)
      const later = yield* Effect.fork(semaphore.run(Effect.void))
      yield* TestClock.adjust(49)
      assert.isNull(waits.unsafePoll())
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* Fiber.await(waits), Exit.fail<Refusal>("late"))
      assert.isNull(later.unsafePoll())
      yield* TestClock.adjust(50)
      assert.deepStrictEqual(yield* Fiber.await(later), Exit.fail<Refusal>("late"))
    }),
  )

  it.live("measures waits on the live clock", () =>
    Effect.gen(function* () {
      const clock = yield* Effect.clock
      const semaphore = makeFairSemaphore<Refusal>(1, { maxWaiting: 9, maxWaitMs: 20, clock, refuse: Effect.fail })
      Effect.runFork(semaphore.run(Effect.never))
      assert.strictEqual(yield* Effect.flip(semaphore.run(Effect.void)), "late")
    }),
  )

  it("is idle when the last permit is free, also for callers that waited before", async () => {
    const { arrive, end, semaphore } = makeCallers({ ...limits, permits: 1 })
    Effect.runSync(semaphore.idle)
    arrive({ permits: 1, waitedMs: 0 })
    arrive({ permits: 1, waitedMs: 0 })
    await settled()
    const idle = Effect.runFork(semaphore.idle)
    const given = Effect.runFork(semaphore.idle)
    end(0, "fails")
    await settled()
    assert.isNull(idle.unsafePoll())
    given.unsafeInterruptAsFork(given.id())
    end(1, "dies")
    await settled()
    assert.isTrue(Exit.isSuccess(await Effect.runPromise(Fiber.await(idle))))
    assert.isTrue(Exit.isInterrupted(await Effect.runPromise(Fiber.await(given))))
  })
})
