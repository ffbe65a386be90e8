import { assert, describe, it } from "@effect/vitest"
import { setTimeout as sleep } from "node:timers/promises"
import { onTestFinished } from "vitest"
import { actMaker, openBook } from "./Act.js"
import type { Client, Outcome } from "./Client.js"
import { longestSilence, recovery, saveOnAndOn, suffer } from "./FaultLoad.js"
import { type FaultReport, figures, problemsIn } from "./FaultRun.js"
import { seededRandom } from "./Random.js"

describe("the longest time without an acknowledged save", () => {
  const at = (sentAt: number, acknowledgedAt: number) => ({ sentAt, at: acknowledgedAt })

  it("is the whole time without any, and otherwise that before, between or after them", () => {
    assert.strictEqual(longestSilence(100, 900, []), 800)
    assert.strictEqual(longestSilence(100, 900, [at(100, 700), at(700, 800)]), 600)
    assert.strictEqual(longestSilence(100, 900, [at(100, 200), at(300, 700)]), 500)
    assert.strictEqual(longestSilence(100, 900, [at(100, 200), at(200, 300)]), 600)
  })

  it("is not ended by a save that was sent before it, nor by one after it", () => {
    assert.strictEqual(longestSilence(100, 900, [at(99, 500)]), 800)
    assert.strictEqual(longestSilence(100, 900, [at(500, 1_000)]), 800)
  })

  it("takes the acknowledgments in the order of their times", () => {
    assert.strictEqual(longestSilence(0, 900, [at(0, 700), at(0, 300)]), 400)
  })
})

describe("a fault under load", () => {
  const answer = (status: number, body: unknown): Outcome => ({
    _tag: "Answer",
    status,
    headers: {},
    body: JSON.stringify(body),
  })
  const refusal = answer(503, { cause: { code: "SERVICE_UNAVAILABLE" } })

  /** Savers of a service that refuses while its switch is on, and what they sent. */
  const loadOn = async (service: { refuses: boolean }) => {
    const sent: Array<string> = []
    const send: Client["send"] = async ({ body = "" }) => {
      await sleep(1)
      sent.push(body)
      return service.refuses ? refusal : answer(200, { consentId: "cns_1" })
    }
    const book = openBook()
    const load = saveOnAndOn({ send, close: () => {} }, book, actMaker(seededRandom(1), null))
    onTestFinished(load.end)
    await recovery(load)
    return { load, book, sent }
  }

  const outage = (service: { refuses: boolean }, lastsMs: number) => ({
    name: "an outage",
    begin: () => {
      service.refuses = true
      setTimeout(() => void (service.refuses = false), lastsMs)
    },
    end: () => {},
    serves: true as const,
  })

  it("has an outage that lasts until saves succeed, also when that is before its end", async () => {
    const service = { refuses: false }
    const { load } = await loadOn(service)
    const { during, outageMs } = await suffer(load, outage(service, 500), 100)
    // A timer may be a millisecond early.
    assert.isAtLeast(outageMs, 495)
    assert.isAbove(during.failed, 0)
    assert.isAbove(during.saved, 0)
  })

  it("has an outage that begins as late as its saves fail", async () => {
    const service = { refuses: false }
    const { load } = await loadOn(service)
    const late = outage(service, 300)
    const begin = async () => {
      await sleep(100)
      late.begin()
      await sleep(400)
    }
    assert.isAtLeast((await suffer(load, { ...late, begin }, 0)).outageMs, 295)
  })

  it("makes half of the savers send again what was refused, and leaves the rest to be settled", async () => {
    const service = { refuses: false }
    const { book, load, sent } = await loadOn(service)
    await suffer(load, outage(service, 200), 0)
    await load.end()
    assert.isAbove(sent.length, new Set(sent).size)
    assert.isAbove(book.indeterminate.size, 0)
    assert.deepStrictEqual([...load.wrong], [])
  })
})

describe("the report of faults", () => {
  const report: FaultReport = {
    acknowledged: 10,
    indeterminate: 3,
    landed: 1,
    unsettled: 0,
    unexpected: [],
    findings: [],
    corruption: [],
    log: [],
    logged: 10,
    checkpoints: 1,
    signed: 10,
    receivedAt: [],
    faults: 1,
    rowsAtStart: 0,
    during: { "a kill": { saved: 4, failed: 2, outageMs: 19_876.4 } },
    failedInPeace: [],
    recoveriesMs: [12.3, 1, 7.6],
    slowestRecoveryMs: 12.3,
    wrongRefusals: [],
    initFailures: [],
  }

  it("tells the outage of each fault", () => {
    assert.deepStrictEqual(problemsIn(report), [])
    assert.strictEqual(
      figures(report),
      "1 of 3 indeterminate landed, slowest recovery 12 ms (the middle one 8 ms), " +
        "during a kill 4 saved and 2 failed with an outage of up to 19876 ms",
    )
  })

  it("has a problem when saves did not come back", () => {
    assert.deepStrictEqual(problemsIn({ ...report, slowestRecoveryMs: 20_001 }), [
      "no save was acknowledged for 20000 ms after a fault",
    ])
  })
})
