/** The service over HTTP, with the file as its only store. */
import { createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as FileStore from "./FileStore.js"
import { fileService } from "./service.js"

const folder = mkdtempSync(join(tmpdir(), "cs-file-service-"))
afterAll(() => rmSync(folder, { recursive: true }))

const subjectId = "sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
const save = {
  type: "cookie_banner",
  subjectId,
  domain: "shop.example",
  givenAt: 1_700_000_000_000,
  preferences: { necessary: true, marketing: false },
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
})

describe("a service over a file", () => {
  it("serves /init, saves and histories over HTTP, and has after a restart what it acknowledged", async () => {
    const path = join(folder, "consents.jsonl")
    const start = () => serve(fileService(path), { port: 0, host: "127.0.0.1" })
    const first = await start()
    assert.strictEqual((await fetch(`${first.url}/status`)).status, 200)
    const init = await fetch(`${first.url}/init?country=DE`)
    assert.strictEqual(init.status, 200)
    assert.strictEqual((await fetch(`${first.url}/subjects`, post(save))).status, 200)
    const before = await (await fetch(`${first.url}/subjects/${subjectId}`)).json()
    assert.deepInclude(before.consents[0], { type: "cookie_banner", preferences: save.preferences })
    await first.close()

    const second = await start()
    const after = await (await fetch(`${second.url}/subjects/${subjectId}`)).json()
    assert.deepStrictEqual(after, before)
    const again = await fetch(`${second.url}/subjects`, post(save))
    assert.strictEqual(again.status, 200)
    assert.lengthOf((await (await fetch(`${second.url}/subjects/${subjectId}`)).json()).consents, 1)
    await second.close()
    assert.include(readFileSync(path, "utf8"), subjectId)
  })

  it("two tenants over one file see nothing of each other", async () => {
    const scope = Effect.runSync(Scope.make())
    const content = Effect.runSync(Scope.extend(FileStore.openFile(join(folder, "shared.jsonl")), scope))
    const start = (tenantId: string) => {
      const service = createConsentService({ stores: FileStore.layerOf(content), tenantId })
      const send = (path: string, init?: RequestInit) =>
        service.handler(new Request(`http://consent.test${path}`, init))
      return { service, send }
    }
    const [red, blue] = [start("red"), start("blue")]
    assert.strictEqual((await red.send("/subjects", post(save))).status, 200)
    assert.strictEqual((await red.send(`/subjects/${subjectId}`)).status, 200)
    assert.strictEqual((await blue.send(`/subjects/${subjectId}`)).status, 404)
    const taken = await blue.send("/subjects", post({ ...save, givenAt: save.givenAt + 1 }))
    assert.deepStrictEqual([taken.status, (await taken.json()).cause.code], [409, "SUBJECT_CONFLICT"])
    assert.lengthOf((await (await red.send(`/subjects/${subjectId}`)).json()).consents, 1)
    for (const { service } of [red, blue]) await service.dispose()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
