import { assert, describe, it } from "@effect/vitest"
import { createConsentService } from "../../ConsentService.js"
import type { Servable } from "../../node.js"
import { makeLiveService } from "./LiveService.js"

/** An instance that says who it is, and is disposed of when the test lets it. */
const instance = (name: string) => {
  const { metrics } = createConsentService({ database: "sqlite::memory:" })
  const noted: Array<string> = []
  let disposed = (): void => {}
  const ended = new Promise<void>((resolve) => void (disposed = resolve))
  const service: Servable = {
    metrics,
    kernel: () => {
      noted.push("request")
      return new Promise(() => {})
    },
    observe: () => void noted.push("observation"),
    readiness: async () => ({ ready: false, reason: name }),
    dispose: () => {
      noted.push("dispose")
      return ended
    },
  }
  return { service, noted, disposed }
}

/** Whether a promise has resolved, once all that can happen without further help has. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false
  void promise.finally(() => (settled = true))
  await new Promise(setImmediate)
  return settled
}

describe("a live service", () => {
  it("hands everything to the next instance from the swap on, and lets the former one end", async () => {
    const [one, two] = [instance("one"), instance("two")]
    const live = makeLiveService(one.service)
    assert.strictEqual((await live.readiness()).reason, "one")
    const swapped = live.swap(two.service)
    assert.strictEqual((await live.readiness()).reason, "two")
    live.observe({ _tag: "ReloadRefused", durationMs: 1, issues: [] })
    assert.deepStrictEqual([one.noted, two.noted], [["dispose"], ["observation"]])
    assert.isFalse(await isSettled(swapped))
    one.disposed()
    await swapped
  })

  it("keeps the metrics of the first instance, which outlive it", async () => {
    const [one, two] = [instance("one"), instance("two")]
    const live = makeLiveService(one.service)
    one.disposed()
    await live.swap(two.service)
    assert.strictEqual(live.metrics, one.service.metrics)
  })

  it("is disposed of when the last instance and every former one is", async () => {
    const [one, two, three] = [instance("one"), instance("two"), instance("three")]
    const live = makeLiveService(one.service)
    void live.swap(two.service)
    void live.swap(three.service)
    const disposed = live.dispose()
    three.disposed()
    one.disposed()
    assert.isFalse(await isSettled(disposed))
    two.disposed()
    await disposed
    assert.deepStrictEqual(
      [one, two, three].map(({ noted }) => noted),
      [["dispose"], ["dispose"], ["dispose"]],
    )
  })
})
