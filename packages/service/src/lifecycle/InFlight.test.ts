import type { Reply } from "@consent-service/adapter-http/kernel"
import { assert, describe, it } from "vitest"
import { exchange, reply } from "../testing/EmptyExchange.js"
import { makeInFlight } from "./InFlight.js"

/** A promise and its resolver. */
const pending = () => {
  let settle: (reply: Reply) => void = () => {}
  const promise = new Promise<Reply>((resolve) => {
    settle = resolve
  })
  return { promise, settle: () => settle(reply) }
}

describe("running work", () => {
  it("is empty at first, and after an answer that no client waits for", async () => {
    const inFlight = makeInFlight()
    inFlight.tracking(() => reply)(exchange)
    assert.isTrue(await inFlight.idle(0))
  })

  it("is each request until it is answered, and its background work", async () => {
    const inFlight = makeInFlight()
    const [request, task] = [pending(), pending()]
    void inFlight.tracking(() => request.promise)(exchange)
    const ended: Array<boolean> = []
    const idle = inFlight.idle(10_000).then((value) => ended.push(value))
    inFlight.track(task.promise)
    request.settle()
    await new Promise((resolve) => setImmediate(resolve))
    assert.isEmpty(ended)
    task.settle()
    await idle
    assert.deepEqual(ended, [true])
  })

  it("is given up when the time is up", async () => {
    const inFlight = makeInFlight()
    inFlight.track(pending().promise)
    assert.isFalse(await inFlight.idle(1))
  })
})
