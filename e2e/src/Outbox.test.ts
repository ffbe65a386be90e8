import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import type { Treatment } from "./testing/Backend.js"
import { describeStage } from "./testing/Stage.js"
import { heardOn, listening, settled, waitFor } from "./testing/Surfaces.js"

const outboxKey = "cs-v3-pending-consent-saves:v1"

/** The saves that wait in this browser. */
const waiting = async (page: Page): Promise<ReadonlyArray<{ payload: Record<string, unknown>; attempts: number }>> =>
  JSON.parse((await page.evaluate((key) => localStorage.getItem(key), outboxKey)) ?? "[]")

const refusing =
  (status: number, body: unknown = {}, cors = true): Treatment["trick"] =>
  ({ method, path }) =>
    method === "POST" && path === "/subjects" ? { status, body, cors } : null

const refusal = (code: string) => ({ message: "no", cause: { code } })

const errorsOn = (page: Page) =>
  page.evaluate(() => window.heard.filter(([event]) => event === "error").map(([, detail]) => JSON.stringify(detail)))

const dayMs = 86_400_000

describeStage("the outbox", {}, (stage) => {
  const enter = async () => {
    const visitor = await stage.newVisitor()
    const url = stage.site.page({ head: `${listening}${stage.tag({ config: { reloadOnConsentRevoked: false } })}` })
    await visitor.page.goto(url)
    await settled(visitor.page)
    return { ...visitor, url }
  }

  it("offline: the choice holds, waits, and arrives on the next visit as the act it was", async () => {
    const { context, page, url } = await enter()
    await context.setOffline(true)
    assert.isFalse((await page.evaluate(() => window.cs.rejectAll())).ok)
    const [entry, ...more] = await waiting(page)
    assert.deepStrictEqual(more, [])
    assert.strictEqual((await errorsOn(page)).length, 1)
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(url)
    const [row, ...others] = await stage.backend.saved(url)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual([row?.givenAt, row?.subjectId], [entry?.payload["givenAt"], entry?.payload["subjectId"]])
    await next.waitForFunction((key) => (localStorage.getItem(key) ?? "[]") === "[]", outboxKey)
  })

  it("a replay that fails again is silent", async () => {
    const { page, requests, trick } = await enter()
    trick(refusing(500))
    await page.evaluate(() => window.cs.rejectAll())
    await page.reload()
    await settled(page)
    const posts = () => requests("/subjects").filter(({ method }) => method === "POST").length
    for (let waits = 0; posts() < 2 && waits < 100; waits += 1)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    assert.isAtLeast(posts(), 2)
    await page.waitForFunction((key) => JSON.parse(localStorage.getItem(key) ?? "[]").length === 1, outboxKey)
    assert.notInclude(await heardOn(page), "error")
  })

  for (const code of [
    "CONFLICT",
    "POLICY_SNAPSHOT_EXPIRED",
    "POLICY_SNAPSHOT_INVALID",
    "POLICY_SNAPSHOT_REQUIRED",
    "STALE_POLICY",
  ])
    it(`${code}: reported, not kept, and the choice holds`, async () => {
      const { page, trick } = await enter()
      for (const [i, status] of [409, 422].entries()) {
        trick(refusing(status, refusal(code)))
        assert.isFalse((await page.evaluate(() => window.cs.acceptAll())).ok)
        const errors = await errorsOn(page)
        // A fresh attempt with another token is made before anything is reported.
        assert.strictEqual(errors.length, i + 1)
        for (const error of errors) assert.include(error, code)
        assert.deepStrictEqual(await waiting(page), [])
        assert.isTrue(await page.evaluate(() => window.cs.has("marketing")))
      }
    })

  it("every other refusal is kept, an unreadable one too", async () => {
    const { page, sent, trick } = await enter()
    for (const each of [
      refusing(409, "not json"),
      refusing(409, refusal("UNHEARD_OF")),
      refusing(409, refusal("CONFLICT"), false),
      refusing(400, refusal("CONFLICT")),
      refusing(429),
      refusing(503),
    ]) {
      trick(each)
      await page.evaluate(() => window.cs.acceptAll())
      const kept = await waiting(page)
      assert.strictEqual(kept.at(-1)?.payload["givenAt"], sent().at(-1)?.["givenAt"])
    }
  })

  it("SUBJECT_CONFLICT: once more under a new id, which is the visitor's from then on", async () => {
    const { page, sent, trick, url } = await enter()
    let refused = 0
    trick((request) => {
      const refused409 = refusing(409, refusal("SUBJECT_CONFLICT"))(request)
      if (refused409 === null || refused > 0) return null
      refused += 1
      return refused409
    })
    assert.isTrue((await page.evaluate(() => window.cs.acceptAll())).ok)
    const [row, ...more] = await stage.backend.saved(url)
    assert.deepStrictEqual(more, [])
    const [first, second] = sent()
    assert.notStrictEqual(first?.["subjectId"], second?.["subjectId"])
    assert.deepStrictEqual({ ...first, subjectId: "" }, { ...second, subjectId: "" })
    assert.strictEqual(row?.subjectId, second?.["subjectId"])
    assert.strictEqual(await page.evaluate(() => window.cs.getSnapshot().subjectId), row?.subjectId ?? "")
    assert.deepStrictEqual(await waiting(page), [])
  })

  it("what could not be delivered in seven days is given up", async () => {
    const { page, sent, trick, url } = await enter()
    trick(refusing(503))
    await page.evaluate(() => window.cs.rejectAll())
    trick(() => null)
    const stale = (await waiting(page)).map((entry) => ({ ...entry, queuedAt: Date.now() - 7 * dayMs - 1000 }))
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), [outboxKey, JSON.stringify(stale)] as const)
    const before = sent().length
    await page.reload()
    await settled(page)
    await page.evaluate(() => window.cs.save({ marketing: true }))
    const rows = await stage.backend.saved(url)
    assert.deepStrictEqual(
      rows.map(({ action }) => action),
      ["custom"],
    )
    assert.strictEqual(sent().length, before + 1)
  })

  it("a slow answer is not waited for longer than ten seconds", async () => {
    const visitor = await stage.newVisitor()
    await visitor.page.clock.install()
    await visitor.page.goto(stage.site.page({ head: `${listening}${stage.tag()}` }))
    await visitor.page.clock.runFor(100)
    await waitFor(visitor.page, "ready")
    visitor.trick(({ method, path }) => (method === "POST" && path === "/subjects" ? "hang" : null))
    await visitor.page.evaluate(() => {
      void window.cs.rejectAll()
    })
    await visitor.page.clock.runFor(9_000)
    assert.notInclude(await heardOn(visitor.page), "error")
    await visitor.page.clock.runFor(2_000)
    await waitFor(visitor.page, "error")
    assert.strictEqual((await waiting(visitor.page)).length, 1)
  })
})
