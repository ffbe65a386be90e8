import { afterAll, afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { type BrowserStorage, makeStorage } from "../store/BrowserStorage.js"
import { memory } from "../testing/MemoryStorage.js"
import { decodeOutbox, outboxKey } from "./Outbox.js"
import { makeSaves, type Saves } from "./Saves.js"
import type { SavePayload } from "../wire/Wire.js"

type Reply = Response | Error | "hang"

interface Sent {
  readonly url: string
  readonly options: RequestInit
  readonly body: SavePayload
}

const ok = () => new Response(JSON.stringify({ ok: true }))
const refused = (status: number, code: string) =>
  new Response(JSON.stringify({ message: "x", cause: { code } }), { status })

const payload = (givenAt: number, category = "marketing", subjectId = "sub_1a"): SavePayload => ({
  type: "cookie_banner",
  subjectId,
  domain: "shop.test",
  givenAt,
  preferences: { necessary: true, [category]: true },
  choice: { version: 3, categories: { [category]: { value: true, confirmedAt: givenAt } } },
})

let sent: Array<Sent> = []
let replies: Array<Reply> = []
let flying = new Map<number, number>()
let mostFlying = 0

const service = (url: string, options: RequestInit): Promise<Response> => {
  const body: SavePayload = JSON.parse(String(options.body))
  sent.push({ url, options, body })
  const reply = replies.shift() ?? ok()
  flying.set(body.givenAt, (flying.get(body.givenAt) ?? 0) + 1)
  mostFlying = Math.max(mostFlying, ...flying.values())
  const land = () => flying.set(body.givenAt, (flying.get(body.givenAt) ?? 0) - 1)
  return new Promise((resolve, reject) => {
    options.signal?.addEventListener("abort", () => {
      land()
      reject(new Error("aborted"))
    })
    if (reply === "hang") return
    setTimeout(() => {
      land()
      if (reply instanceof Error) reject(reply)
      else resolve(reply)
    }, 50)
  })
}

const page = (storage: BrowserStorage = memory(), renew = (saves: Saves): void => saves.prove((save) => save)) => {
  const reports: Array<string> = []
  const renames: Array<string> = []
  let ids = 0
  const saves: Saves = makeSaves({
    backendURL: "https://api.test/cs",
    storage,
    now: () => Date.now(),
    newSubjectId: () => `sub_1new${++ids}`,
    renew: async () => renew(saves),
    renamed: (from, to) => renames.push(`${from} ${to}`),
    report: ({ code }) => reports.push(code),
  })
  const left = () => decodeOutbox(storage.getItem(outboxKey)).map((entry) => entry.payload.givenAt)
  return { saves, reports, renames, left, storage }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal("window", globalThis)
  vi.stubGlobal("fetch", service)
  sent = []
  replies = []
  flying = new Map()
  mostFlying = 0
})

// Test files of a thread share modules: reset those that were loaded while a global was replaced.
afterAll(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets a minute pass, which is longer than any step under test. */
const settle = async <A>(work: Promise<A>): Promise<A> => {
  await vi.advanceTimersByTimeAsync(60_000)
  return work
}

describe("a save", () => {
  it("is in the outbox before it is sent, and removed when it has arrived", async () => {
    const { left, reports, saves } = page()
    const work = saves.send(payload(5), { id: "j-1" })
    assert.deepStrictEqual([left(), sent.length, saves.inFlight()], [[5], 0, true])
    assert.strictEqual((await settle(work)).status, "delivered")
    assert.deepStrictEqual([left(), reports, saves.inFlight()], [[], [], false])
    assert.strictEqual(sent[0]?.url, "https://api.test/cs/subjects?journey=j-1&journeyScope=page")
    assert.deepInclude(sent[0]?.options, { method: "POST", credentials: "omit", keepalive: true })
    assert.deepStrictEqual(sent[0]?.body, payload(5))
  })

  it("that is long is sent without keepalive", async () => {
    const { saves } = page()
    await settle(saves.send({ ...payload(5), tcString: "é".repeat(30_001) }, undefined))
    assert.isFalse(sent[0]?.options.keepalive)
  })

  it.each([
    "CONFLICT",
    "POLICY_SNAPSHOT_EXPIRED",
    "POLICY_SNAPSHOT_INVALID",
    "POLICY_SNAPSHOT_REQUIRED",
    "STALE_POLICY",
  ])("refused permanently with %s is dropped and reported once", async (code) => {
    const refusal = () => refused(code === "STALE_POLICY" ? 422 : 409, code)
    replies = [refusal(), refusal()]
    const { left, reports, saves } = page()
    assert.deepInclude(await settle(saves.send(payload(5), undefined)), { status: "refused", code })
    await settle(saves.replay())
    // An expired token gets one more attempt.
    assert.deepStrictEqual([left(), reports, sent.length], [[], [code], code === "POLICY_SNAPSHOT_EXPIRED" ? 2 : 1])
  })

  it("with an expired token is sent once more with a new one, and no error is reported", async () => {
    replies = [refused(409, "POLICY_SNAPSHOT_EXPIRED")]
    const { left, reports, saves } = page(memory(), (mine) =>
      mine.prove((save) => ({ ...save, policySnapshotToken: "fresh" })),
    )
    const { status } = await settle(saves.send({ ...payload(5), policySnapshotToken: "old" }, undefined))
    assert.deepStrictEqual([status, left(), reports], ["delivered", [], []])
    assert.deepStrictEqual(
      sent.map(({ body }) => body),
      [
        { ...payload(5), policySnapshotToken: "old" },
        { ...payload(5), policySnapshotToken: "fresh" },
      ],
    )
  })

  it("with an expired token stays in the outbox while no other is available, and is sent when one is", async () => {
    replies = [refused(409, "POLICY_SNAPSHOT_EXPIRED")]
    const { left, reports, saves } = page(memory(), () => {})
    assert.strictEqual((await settle(saves.send(payload(5), undefined))).status, "queued")
    assert.deepStrictEqual([left(), reports], [[5], ["SAVE_QUEUED"]])
    await settle(saves.replay())
    assert.deepStrictEqual([left(), sent.length], [[5], 1])
    saves.prove((save) => ({ ...save, policySnapshotToken: "fresh" }))
    await settle(saves.replay())
    assert.deepStrictEqual([left(), sent[1]?.body], [[], { ...payload(5), policySnapshotToken: "fresh" }])
  })

  it("that waits for a policy is not sent before there is one", async () => {
    const { left, reports, saves, storage } = page()
    assert.strictEqual((await settle(saves.send(payload(5), undefined, true))).status, "queued")
    assert.deepStrictEqual(reports, ["SAVE_QUEUED"])
    await vi.advanceTimersByTimeAsync(30 * 86_400_000)
    const next = page(storage)
    await settle(next.saves.replay())
    assert.deepStrictEqual([left(), sent.length, next.reports], [[5], 0, []])
    next.saves.prove((save) => ({ ...save, policySnapshotToken: "token" }))
    await settle(next.saves.replay())
    assert.deepStrictEqual([left(), next.reports], [[], []])
    assert.deepStrictEqual(sent[0]?.body, { ...payload(5), policySnapshotToken: "token" })
  })

  it("that is held can be dropped, and a later one replaces those that it decides again", async () => {
    const { left, saves } = page()
    const drop = saves.holdBack(payload(5))
    saves.holdBack(payload(6))
    assert.deepStrictEqual(left(), [6])
    drop()
    assert.deepStrictEqual(left(), [6])
    saves.holdBack(payload(7, "measurement"))()
    assert.deepStrictEqual(left(), [6])
  })

  it.each<[string, () => Reply]>([
    ["400", () => refused(400, "CONFLICT")],
    ["401", () => new Response("", { status: 401 })],
    ["409 that cannot be read", () => new Response("<html>", { status: 409 })],
    ["409 of another kind", () => refused(409, "IDENTITY_CONFLICT")],
    ["500", () => refused(500, "STALE_POLICY")],
    ["503", () => new Response(null, { status: 503 })],
    ["200 of another server", () => new Response("<html>")],
    ["no network", () => new TypeError("Failed to fetch")],
    ["no answer", () => "hang"],
  ])("answered with %s stays, is reported once, and arrives with the next replay", async (_, reply) => {
    replies = [reply()]
    const { left, reports, saves } = page()
    assert.strictEqual((await settle(saves.send(payload(5), { id: "j-1" }))).status, "queued")
    assert.deepStrictEqual([left(), reports.length, saves.inFlight()], [[5], 1, false])
    await settle(saves.replay())
    assert.deepStrictEqual([left(), reports.length, sent.length], [[], 1, 2])
    assert.deepStrictEqual(sent[1]?.body, payload(5))
    assert.strictEqual(sent[1]?.url, "https://api.test/cs/subjects")
  })

  const busy = (status: number, seconds: string) => new Response(null, { status, headers: { "retry-after": seconds } })

  it.each([429, 503])("with a %i response and a Retry-After is sent once more after it", async (status) => {
    replies = [busy(status, "4"), busy(status, "4")]
    const { left, reports, saves } = page()
    const work = saves.send(payload(5), undefined)
    await vi.advanceTimersByTimeAsync(3_900)
    assert.strictEqual((await work).status, "queued")
    await Promise.all([saves.replay(), vi.advanceTimersByTimeAsync(0)])
    assert.deepStrictEqual([left(), sent.length], [[5], 1])
    await vi.advanceTimersByTimeAsync(200)
    assert.strictEqual(sent.length, 2)
    // Another failure waits for the next replay, so that an overload does not use up the attempts.
    await vi.advanceTimersByTimeAsync(60_000)
    assert.deepStrictEqual([left(), sent.length, reports], [[5], 2, ["SAVE_QUEUED"]])
    await settle(saves.replay())
    assert.deepStrictEqual([left(), sent.length], [[], 3])
  })

  it("with a long Retry-After is not sent by any page before it", async () => {
    replies = [busy(429, "3600")]
    const { saves, storage } = page()
    await settle(saves.send(payload(5), undefined))
    await vi.advanceTimersByTimeAsync(3_400_000)
    const next = page(storage)
    await settle(next.saves.replay())
    assert.deepStrictEqual([next.left(), sent.length], [[5], 1])
    await vi.advanceTimersByTimeAsync(200_000)
    await settle(next.saves.replay())
    assert.deepStrictEqual([next.left(), sent.length], [[], 2])
  })

  it.each(["Sun, 22 Nov 2026 12:00:00 GMT", "-1", "", "999999999999"])(
    "met with a Retry-After of %j arrives with the next replay",
    async (value) => {
      replies = [busy(503, value)]
      const { left, saves } = page()
      await settle(saves.send(payload(5), undefined))
      await settle(saves.replay())
      assert.deepStrictEqual([left(), sent.length], [[], 2])
    },
  )

  it("of a page with blocked storage waits in memory", async () => {
    replies = [new TypeError("x")]
    const { left, saves } = page(makeStorage({ persistence: true, storage: {} }))
    await settle(saves.send(payload(5), undefined))
    assert.deepStrictEqual(left(), [5])
    await settle(saves.replay())
    assert.deepStrictEqual([left(), sent.length], [[], 2])
  })

  it("of another visitor's subject is sent once more under a new id, with all that wait", async () => {
    const { left, renames, reports, saves, storage } = page()
    replies = [new TypeError("x"), refused(409, "SUBJECT_CONFLICT")]
    await settle(saves.send(payload(4, "measurement"), undefined))
    assert.strictEqual((await settle(saves.send(payload(5), undefined))).status, "delivered")
    assert.deepStrictEqual(renames, ["sub_1a sub_1new1"])
    assert.deepStrictEqual([left(), reports], [[4], ["SAVE_QUEUED"]])
    assert.strictEqual(decodeOutbox(storage.getItem(outboxKey))[0]?.payload.subjectId, "sub_1new1")
    assert.deepStrictEqual(sent[2]?.body, payload(5, "marketing", "sub_1new1"))
  })

  it("with two conflicts in a row is refused", async () => {
    const { left, reports, saves } = page()
    replies = [refused(409, "SUBJECT_CONFLICT"), refused(409, "SUBJECT_CONFLICT")]
    assert.strictEqual((await settle(saves.send(payload(5), undefined))).status, "refused")
    assert.deepStrictEqual([left(), reports, sent.length], [[], ["SUBJECT_CONFLICT"], 2])
  })

  it("waits for earlier ones, however long they take", async () => {
    const { saves } = page()
    replies = ["hang"]
    const first = saves.send(payload(4, "measurement"), undefined)
    const second = saves.send(payload(5), undefined)
    await vi.advanceTimersByTimeAsync(9_000)
    assert.strictEqual(sent.length, 1)
    assert.strictEqual((await settle(first)).status, "queued")
    assert.strictEqual((await settle(second)).status, "delivered")
  })

  it("that was cleared is not sent again", async () => {
    const { left, saves } = page()
    replies = ["hang"]
    const work = saves.send(payload(5), undefined)
    await vi.advanceTimersByTimeAsync(100)
    saves.clear()
    await settle(work)
    await settle(saves.replay())
    assert.deepStrictEqual([left(), sent.length], [[], 1])
  })
})

describe("a replay", () => {
  const fill = async (storage: BrowserStorage, count: number) => {
    replies = Array.from({ length: count }, () => new TypeError("x"))
    const { saves } = page(storage)
    for (let i = 1; i <= count; i++) await settle(saves.send(payload(i, `c${i}`), undefined))
    sent = []
  }

  it("sends the oldest act first, and stops when the service cannot be reached", async () => {
    const storage = memory()
    await fill(storage, 3)
    const { left, reports, saves } = page(storage)
    replies = [ok(), new TypeError("x")]
    await settle(saves.replay())
    assert.deepStrictEqual([sent.map(({ body }) => body.givenAt), left(), reports], [[1, 2], [2, 3], []])
  })

  it("skips an act that the service rejects", async () => {
    const storage = memory()
    await fill(storage, 2)
    const { left, saves } = page(storage)
    replies = [refused(400, "INPUT_VALIDATION_FAILED")]
    await settle(saves.replay())
    assert.deepStrictEqual([sent.length, left()], [2, [1]])
  })

  it("gives up after ten attempts, and reports that once", async () => {
    const storage = memory()
    await fill(storage, 1)
    const { left, reports, saves } = page(storage)
    for (let i = 0; i < 12; i++) {
      replies = [new TypeError("x")]
      await settle(saves.replay())
    }
    assert.deepStrictEqual([sent.length, left(), reports], [9, [], ["SAVE_EXPIRED"]])
  })

  it("stops where the service sends Retry-After", async () => {
    const storage = memory()
    await fill(storage, 2)
    const { left, saves } = page(storage)
    replies = [new Response(null, { status: 429, headers: { "retry-after": "600" } })]
    await settle(saves.replay())
    await settle(saves.replay())
    assert.deepStrictEqual([sent.length, left()], [1, [1, 2]])
  })

  it("sends each act once from two concurrent tabs", async () => {
    const storage = memory()
    await fill(storage, 3)
    const tabs = [page(storage), page(storage)]
    await settle(Promise.all(tabs.map(({ saves }) => saves.replay())))
    assert.deepStrictEqual(
      sent.map(({ body }) => body.givenAt),
      [1, 2, 3],
    )
    assert.deepStrictEqual(tabs[0]?.left(), [])
  })

  it("leaves acts that another tab is sending, and those after them, and sends them when that tab is gone", async () => {
    const storage = memory()
    replies = ["hang"]
    const gone = page(storage)
    void gone.saves.send(payload(5), undefined)
    await vi.advanceTimersByTimeAsync(100)
    vi.clearAllTimers()
    void gone.saves.send(payload(6, "measurement"), undefined)
    const { left, saves } = page(storage)
    await saves.replay()
    assert.deepStrictEqual([sent.length, left()], [1, [5, 6]])
    await vi.advanceTimersByTimeAsync(12_000)
    await settle(saves.replay())
    assert.deepStrictEqual([sent.map(({ body }) => body.givenAt), left()], [[5, 5, 6], []])
  })

  it("does not start on a hidden page, which may be closing", async () => {
    const storage = memory()
    await fill(storage, 1)
    vi.stubGlobal("document", { hidden: true })
    vi.resetModules()
    const hidden = await import("./Saves.js")
    const report = () => {}
    const renew = async () => {}
    const settings = {
      backendURL: "",
      newSubjectId: () => "",
      now: Date.now,
      renamed: report,
      renew,
      report,
      storage,
    }
    await settle(hidden.makeSaves(settings).replay())
    assert.strictEqual(sent.length, 0)
    await settle(page(storage).saves.replay())
    assert.strictEqual(sent.length, 1)
  })

  it("never loses an act nor sends one twice at a time, with two tabs and failures", async () => {
    const storage = memory()
    const tabs = [page(storage), page(storage)]
    replies = [new TypeError("x"), ok(), refused(503, "SERVICE_UNAVAILABLE"), "hang", ok(), new TypeError("x")]
    const work: Array<Promise<unknown>> = []
    for (let i = 1; i <= 8; i++) {
      for (const { saves } of tabs.slice(i % 2)) {
        work.push(saves.replay())
        await vi.advanceTimersByTimeAsync(70)
      }
      const tab = tabs[i % 2]
      if (tab) work.push(tab.saves.send(payload(i, `c${i}`), undefined))
    }
    await settle(Promise.all(work))
    for (let i = 0; i < 2; i++) for (const { saves } of tabs) await settle(saves.replay())
    assert.deepStrictEqual(tabs[0]?.left(), [])
    assert.deepStrictEqual(new Set(sent.map(({ body }) => body.givenAt)), new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    assert.strictEqual(mostFlying, 1)
  })
})
