import { assert, describe, it } from "@effect/vitest"
import type { Answer } from "../backend/Fetch.js"
import { outboxKey } from "../backend/Outbox.js"
import type { SignedReceipt } from "../wire/Receipt.js"
import { isReceipt, latestRecord, receiptFrom, type ReceiptSource } from "./Receipt.js"

const part = { commitment: "m" }

const receipt: SignedReceipt = {
  format: "consent-service/receipt/v1",
  origin: "consent.test/evidence",
  index: 1,
  entry: { kind: 1, time: 1, parts: { act: part, subject: part, trace: part } },
  proof: "p",
  checkpoint: "c",
}

const records = {
  consents: [
    { id: "cns_1", type: "cookie_banner", givenAt: "2026-11-25T10:00:00.000Z" },
    { id: "cns_3", type: "marketing_communications", givenAt: "2026-11-25T12:00:00.000Z" },
    { id: "cns_2", type: "cookie_banner", givenAt: "2026-11-25T11:00:00.000Z" },
  ],
}

const at = (status: number, body?: unknown, waitMs = 0): Answer => ({ status, body, waitMs })

/** A page on a clock that only its pauses move. */
const pageWith = (given: {
  readonly subjectId?: string | null
  readonly answers?: ReadonlyArray<Answer>
  /** The outbox at each look; the last one stays. */
  readonly outbox?: ReadonlyArray<ReadonlyArray<object>>
}) => {
  const { answers = [], outbox = [[]], subjectId = "sub_1" } = given
  const asked: Array<string> = []
  const pauses: Array<number> = []
  let looks = 0
  const source: ReceiptSource = {
    backendURL: "https://consent.test",
    subjectId,
    getItem: (key) => (key === outboxKey ? JSON.stringify(outbox[Math.min(looks++, outbox.length - 1)]) : null),
    ask: (url) => {
      asked.push(url)
      return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1] ?? at(0))
    },
    pause: (ms) => {
      pauses.push(ms)
      return Promise.resolve()
    },
    now: () => pauses.reduce((sum, ms) => sum + ms, 0),
  }
  return { asked, pauses, find: () => receiptFrom(source) }
}

const entry = (more: object = {}) => ({
  queuedAt: 1,
  attempts: 0,
  payload: { subjectId: "sub_1", givenAt: 1 },
  ...more,
})

describe("the receipt of a visitor", () => {
  it("is that of the latest banner record, by the time of the act", async () => {
    const { asked, find } = pageWith({ answers: [at(200, records), at(200, receipt)] })
    assert.deepStrictEqual(await find(), { ok: true, receipt })
    assert.deepStrictEqual(asked, [
      "https://consent.test/subjects/sub_1?type=cookie_banner",
      "https://consent.test/subjects/sub_1/receipts/cns_2",
    ])
    assert.isNull(latestRecord({ consents: [] }))
    assert.isNull(latestRecord("a proxy's page"))
  })

  it("is none before a decision, without a request, and for a visitor without records", async () => {
    const { asked, find } = pageWith({ subjectId: null })
    assert.deepStrictEqual(await find(), { ok: false, reason: "none" })
    assert.deepStrictEqual(asked, [])
    for (const answer of [at(404), at(200, { consents: [] })])
      assert.deepStrictEqual(await pageWith({ answers: [answer] }).find(), { ok: false, reason: "none" })
  })

  it("waits for the save that is on its way, then for the log, as long as the service says", async () => {
    const outbox = [[entry()], [entry()], []]
    const answers = [at(200, records), at(202, undefined, 1_000), at(202, undefined, 2_000), at(200, receipt)]
    const { find, pauses } = pageWith({ outbox, answers })
    assert.deepStrictEqual(await find(), { ok: true, receipt })
    assert.deepStrictEqual(pauses, [250, 250, 1_000, 2_000])
  })

  it("is pending after ten seconds", async () => {
    const logged = pageWith({ answers: [at(200, records), at(202, undefined, 1_000)] })
    assert.deepStrictEqual(await logged.find(), { ok: false, reason: "pending" })
    assert.strictEqual(logged.pauses.length, 10)
    const sent = pageWith({ outbox: [[entry()]] })
    assert.deepStrictEqual(await sent.find(), { ok: false, reason: "pending" })
    assert.deepStrictEqual(sent.asked, [])
  })

  it("is pending immediately while a save waits for another page view; saves of other visitors do not count", async () => {
    for (const more of [{ attempts: 1 }, { unproven: true }]) {
      const { find, pauses } = pageWith({ outbox: [[entry(more)]] })
      assert.deepStrictEqual(await find(), { ok: false, reason: "pending" })
      assert.deepStrictEqual(pauses, [])
    }
    const other = entry({ payload: { subjectId: "sub_2", givenAt: 1 } })
    const { find } = pageWith({ outbox: [[other]], answers: [at(200, records), at(200, receipt)] })
    assert.isTrue((await find()).ok)
  })

  it.each<[string, ReadonlyArray<Answer>]>([
    ["cannot be reached", [at(0)]],
    ["fails", [at(500)]],
    ["limits requests", [at(429)]],
    ["signs no log", [at(200, records), at(503)]],
    ["has no log", [at(200, records), at(404)]],
    ["is replaced by a proxy's page", [at(200, records), at(200, "<html>")]],
  ])("is unavailable where the service %s", async (_, answers) => {
    assert.deepStrictEqual(await pageWith({ answers }).find(), { ok: false, reason: "unavailable" })
  })

  it("is of a known format", () => {
    assert.isTrue(isReceipt(receipt))
    for (const other of [null, {}, { ...receipt, format: "consent-service/receipt/v2" }, { format: receipt.format }])
      assert.isFalse(isReceipt(other))
  })
})
