import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { type Ending, type Fate, makeRequests, type Requests, settled } from "../testing/AdmissionRequests.js"
import { makeAdmission } from "./Admission.js"

const limits = { maxConcurrent: 2, maxQueued: 3, maxWaitMs: 100 }

type Step =
  | { readonly _tag: "arrive"; readonly ageMs: number }
  | { readonly _tag: "end"; readonly of: number; readonly ending: Ending }
  | { readonly _tag: "interrupt"; readonly of: number }
  | { readonly _tag: "pass" | "block"; readonly ms: number }

const anyStep: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  {
    weight: 8,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constant("arrive" as const),
      ageMs: FastCheck.oneof({ weight: 5, arbitrary: FastCheck.constant(0) }, FastCheck.nat({ max: 150 })),
    }),
  },
  {
    weight: 3,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constant("end" as const),
      of: FastCheck.nat(),
      ending: FastCheck.constantFrom<Ending>("succeeds", "fails", "dies"),
    }),
  },
  { weight: 1, arbitrary: FastCheck.record({ _tag: FastCheck.constant("interrupt" as const), of: FastCheck.nat() }) },
  {
    weight: 2,
    arbitrary: FastCheck.record({
      _tag: FastCheck.constantFrom("pass" as const, "block" as const),
      ms: FastCheck.oneof(FastCheck.nat({ max: 120 }), FastCheck.constant(limits.maxWaitMs + 1)),
    }),
  },
)

const anySteps = FastCheck.array(anyStep, { maxLength: 60, size: "max" })

/** The rules, told once more over plain lists. */
const makeModel = () => {
  const fates: Array<Fate> = []
  const deadlines: Array<number> = []
  const all = (fate: Fate) => fates.flatMap((one, id) => (one === fate ? [id] : []))
  const deadline = (id: number | undefined) => (id === undefined ? Number.POSITIVE_INFINITY : (deadlines[id] ?? 0))

  const arrive = (arrivedAt: number, now: number): Fate => {
    const late = now - arrivedAt > limits.maxWaitMs || now > deadline(all("waits")[0])
    if (late) return "overloaded"
    if (all("runs").length < limits.maxConcurrent) return "runs"
    return all("waits").length < limits.maxQueued ? "waits" : "overloaded"
  }
  const expire = (now: number) => {
    for (const id of all("waits")) if (now > deadline(id)) fates[id] = "overloaded"
  }
  const leave = (id: number, fate: Fate, now: number) => {
    const ran = fates[id] === "runs"
    fates[id] = fate
    if (!ran) return
    for (const next of all("waits")) {
      fates[next] = now > deadline(next) ? "overloaded" : "runs"
      if (fates[next] === "runs") return
    }
  }
  return {
    fates,
    all,
    leave,
    expire,
    arrive: (arrivedAt: number, now: number) => {
      const fate = arrive(arrivedAt, now)
      deadlines.push(arrivedAt + limits.maxWaitMs)
      fates.push(fate)
    },
  }
}

const chosen = (ids: ReadonlyArray<number>, of: number): number | undefined => ids[of % ids.length]

type Model = ReturnType<typeof makeModel>

const perform = (step: Step, requests: Requests, model: Model): void => {
  const { time } = requests
  const now = time.now()
  switch (step._tag) {
    case "arrive":
      requests.arrive(now - step.ageMs)
      return model.arrive(now - step.ageMs, now)
    case "end": {
      const id = chosen(model.all("runs"), step.of)
      if (id === undefined) return
      requests.end(id, step.ending)
      return model.leave(id, step.ending, now)
    }
    case "interrupt": {
      const id = chosen([...model.all("runs"), ...model.all("waits")], step.of)
      if (id === undefined) return
      requests.interrupt(id)
      return model.leave(id, "interrupted", now)
    }
    case "block":
      time.pass(step.ms)
      return
    case "pass":
      time.pass(step.ms)
      time.fire()
      return model.expire(time.now())
  }
}

/** Any steps, but nothing in between that would let a fiber run. */
const performAtOnce = (step: Step, requests: Requests): void => {
  const { time } = requests
  const count = requests.fates().length
  if (step._tag === "arrive") requests.arrive(time.now() - step.ageMs)
  if (step._tag === "end") {
    const id = chosen([...requests.running.keys()], step.of)
    if (id !== undefined) requests.end(id, step.ending)
  }
  if (step._tag === "interrupt" && count > 0) requests.interrupt(step.of % count)
  if (step._tag === "block" || step._tag === "pass") time.pass(step.ms)
  if (step._tag === "pass") time.fire()
}

/** Ends all that runs, and all that gets to run by that. */
const finishAll = async ({ end, running }: Requests) => {
  await settled()
  while (running.size > 0) {
    for (const id of running.keys()) end(id, "succeeds")
    await settled()
  }
}

describe("admission", () => {
  it("does whatever the rules say, after any steps", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(anySteps, async (steps) => {
        const requests = makeRequests(limits)
        const model = makeModel()
        for (const step of steps) {
          perform(step, requests, model)
          await settled()
          assert.deepStrictEqual(requests.fates(), model.fates)
        }
        assert.strictEqual(requests.time.timers(), model.all("waits").length)
        await finishAll(requests)
      }),
      { numRuns: 300 },
    ))

  it("loses no place and starts nothing twice, whatever happens in one tick", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(anySteps, { maxLength: 8 }), async (ticks) => {
        const requests = makeRequests(limits)
        for (const steps of ticks) {
          for (const step of steps) performAtOnce(step, requests)
          await settled()
          assert.isAtMost(requests.running.size, limits.maxConcurrent)
        }
        await finishAll(requests)
        await Effect.runPromise(requests.admission.drained)
        assert.strictEqual(requests.time.timers(), 0)
        assert.strictEqual(new Set(requests.begun).size, requests.begun.length)
        assert.notInclude(requests.fates(), "waits")
        for (let i = 0; i < limits.maxConcurrent; i++) requests.arrive(requests.time.now())
        await settled()
        assert.strictEqual(requests.running.size, limits.maxConcurrent)
      }),
      { numRuns: 300 },
    ))

  it("hands a place on when whoever got it is interrupted in the same tick", async () => {
    const { arrive, end, fates, interrupt } = makeRequests({ ...limits, maxConcurrent: 1 })
    for (let i = 0; i < 3; i++) arrive(0)
    await settled()
    end(0, "succeeds")
    // Runs the first to its end, and the second no further than that its turn has come.
    await Promise.resolve()
    interrupt(1)
    await settled()
    assert.deepStrictEqual(fates(), ["succeeds", "interrupted", "runs"])
  })

  it("looks at how long the first has waited, where a blocked thread lets no timer fire", async () => {
    const { arrive, end, fates, time } = makeRequests({ ...limits, maxConcurrent: 1 })
    arrive(0)
    arrive(0)
    time.pass(50)
    arrive(50)
    time.pass(51)
    arrive(101)
    await settled()
    assert.deepStrictEqual(fates(), ["runs", "waits", "waits", "overloaded"])
    end(0, "succeeds")
    await settled()
    assert.deepStrictEqual(fates(), ["succeeds", "overloaded", "runs", "overloaded"])
  })

  it("refuses while the thread is late, though nothing runs or waits", () => {
    let delay = 101
    const admission = makeAdmission({ maxWaitMs: 100, loopDelayMs: () => delay })
    const work = admission.run(performance.now(), Effect.succeed("done"))
    assert.deepStrictEqual(Effect.runSync(Effect.flip(work)), { _tag: "Overloaded" })
    delay = 100
    assert.strictEqual(Effect.runSync(work), "done")
  })

  it("is drained when the last has ended, and at once when there is none", async () => {
    const { admission, arrive, end } = makeRequests({ ...limits, maxConcurrent: 1 })
    Effect.runSync(admission.drained)
    arrive(0)
    arrive(0)
    await settled()
    const drained = Effect.runFork(admission.drained)
    const given = Effect.runFork(admission.drained)
    end(0, "fails")
    await settled()
    assert.isNull(drained.unsafePoll())
    given.unsafeInterruptAsFork(given.id())
    end(1, "dies")
    await settled()
    assert.isTrue(Exit.isSuccess(await Effect.runPromise(Fiber.await(drained))))
    assert.isTrue(Exit.isInterrupted(await Effect.runPromise(Fiber.await(given))))
  })

  it("waits on the process's own clock for no longer than it should", async () => {
    const admission = makeAdmission({ maxConcurrent: 1, maxWaitMs: 20 })
    Effect.runFork(admission.run(performance.now(), Effect.never))
    const second = Effect.runPromiseExit(admission.run(performance.now(), Effect.succeed("done")))
    assert.deepStrictEqual(await second, Exit.fail({ _tag: "Overloaded" }))
  })
})
