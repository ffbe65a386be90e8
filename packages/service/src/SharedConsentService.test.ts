import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { type ConsentServiceOptions, sharedConsentService } from "./index.js"
import { aSave } from "./testing/TestInstance.js"

const quiet = { database: "sqlite::memory:", observability: { level: "silent" } } as const

const shared = (make: () => ConsentServiceOptions, options: { readonly name: string; readonly migrate?: boolean }) => {
  const service = sharedConsentService(make, options)
  onTestFinished(service.dispose)
  const save = async (body: unknown) => {
    const init = { method: "POST", body: JSON.stringify(body) }
    return (await service.handler(new Request("http://consent.test/subjects", init))).status
  }
  const read = async (id: string) => (await service.handler(new Request(`http://consent.test/subjects/${id}`))).status
  return { service, save, read }
}

describe("a shared service", () => {
  it("is one, however often its module is evaluated, and migrates before its first request", async () => {
    const evaluate = () => shared(() => ({ ...quiet }), { name: "one", migrate: true })
    const [first, again] = [evaluate(), evaluate()]
    const act = aSave()
    assert.deepStrictEqual(await Promise.all([first.save(act), again.save(act)]), [200, 200])
    assert.strictEqual(await evaluate().read(act.subjectId), 200)
  })

  it("is another one where its options change: earlier handles use it, and the old one is closed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cs-shared-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const on = (file: string) =>
      shared(() => ({ ...quiet, database: `sqlite:${join(folder, file)}` }), { name: "two", migrate: true })
    const before = on("before.db")
    const act = aSave()
    assert.strictEqual(await before.save(act), 200)
    const after = on("after.db")
    assert.deepStrictEqual([await after.read(act.subjectId), await before.read(act.subjectId)], [404, 404])
    on("before.db")
    assert.strictEqual(await after.read(act.subjectId), 200)
  })

  it("reads no options before it is used, and throws what is wrong with them where it is", async () => {
    let made = 0
    const make = () => {
      made += 1
      return { ...quiet, database: "oracle://nowhere" }
    }
    const { service } = shared(make, { name: "three" })
    assert.strictEqual(made, 0)
    assert.throws(() => service.options, /database/)
    const failure = await service.handler(new Request("http://consent.test/init")).catch((error: unknown) => error)
    assert.include(String(failure), "database")
  })

  it("without `migrate` answers 503 where it needs the database, and the log names the command", async () => {
    const events: Array<string> = []
    const drain = (event: unknown) => void events.push(JSON.stringify(event))
    const { save } = shared(() => ({ database: "sqlite::memory:", observability: { drain } }), { name: "four" })
    assert.strictEqual(await save(aSave()), 503)
    assert.include(events.join("\n"), "consent-service migrate")
  })

  it("logs migrations that fail, and answers without them", async () => {
    const events: Array<string> = []
    const drain = (event: unknown) => void events.push(JSON.stringify(event))
    const database = `sqlite:${join(tmpdir(), "no", "such", "folder", "consent.db")}`
    const { save, service } = shared(() => ({ database, observability: { drain } }), { name: "five", migrate: true })
    assert.strictEqual((await service.handler(new Request("http://consent.test/init"))).status, 200)
    assert.strictEqual(await save(aSave()), 503)
    assert.include(events.join("\n"), "migration-failed")
  })
})
