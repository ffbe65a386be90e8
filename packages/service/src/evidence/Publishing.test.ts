import { readCheckpointNote, rootOf } from "@consent-service/core/evidence"
import { assert, describe, it, vi } from "@effect/vitest"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PublishSetting } from "./Publishing.js"
import { publishedLeaves } from "../testing/PublishedLog.js"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { makeSigningKey } from "./NodeSigner.js"

const signingKey = makeSigningKey("consent.shop.example/evidence")

const published = (publish: PublishSetting) =>
  startInstance("sqlite", { evidence: { signingKeys: [signingKey], checkpointEveryMs: 100, publish } })

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), "consent-publishing-"))
  await use(folder).finally(() => rmSync(folder, { recursive: true }))
}

const bytesIn = (directory: string) => (path: string) =>
  existsSync(join(directory, path)) ? Uint8Array.from(readFileSync(join(directory, path))) : null

/** The size of what is published, which is what its checkpoint signed. */
const sizeIn = (directory: string): number => {
  if (!existsSync(join(directory, "checkpoint"))) return 0
  const body = readCheckpointNote(readFileSync(join(directory, "checkpoint"), "utf8")) ?? assert.fail("no checkpoint")
  assert.deepStrictEqual(rootOf(publishedLeaves(body.size, bytesIn(directory))), body.root)
  return body.size
}

describe("an instance that publishes its log (threat: learning about a person from the published log)", () => {
  it("has each record in the directory within moments, the last ones when it ends, and nothing of a person", () =>
    inFolder(async (folder) => {
      const directory = join(folder, "evidence")
      const { post, service, stop } = await published({ directory })
      const subjectId = newSubjectId()
      await post(aSave({ subjectId }), { headers: { "user-agent": "A browser" } })
      await vi.waitFor(() => assert.strictEqual(sizeIn(directory), 3), 10_000)
      for (let at = 0; at < 260; at++) await post(aSave({ domain: `shop-${at}.example` }))
      await service.dispose()
      assert.strictEqual(sizeIn(directory), 263)
      const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
      const bytes = files.map((file) => readFileSync(join(file.parentPath, file.name), "latin1")).join("")
      for (const canary of [subjectId, "A browser", "shop-7.example", "cns_"]) assert.notInclude(bytes, canary)
      // The full bundle makes its beginnings superfluous.
      assert.isFalse(existsSync(join(directory, "tile/entries/000.p")))
      assert.isTrue(existsSync(join(directory, "tile/entries/000")))
      await stop()
    }))

  it("records, logs and answers receipts while nothing can be published, says so, and catches up", () =>
    inFolder(async (folder) => {
      const directory = join(folder, "evidence")
      writeFileSync(directory, "a file where the directory has to be")
      const { events, post, send, service, stop } = await published({ directory })
      const subjectId = newSubjectId()
      const { body, status } = await post(aSave({ subjectId }))
      assert.strictEqual(status, 200)
      const path = `/subjects/${subjectId}/receipts/${body.consentId}`
      await vi.waitFor(async () => assert.strictEqual((await send(path)).status, 200), 10_000)
      await vi.waitFor(() => assert.isTrue(events.some(({ event }) => event === "evidence-publish-failed")), 10_000)
      rmSync(directory)
      await service.dispose()
      assert.strictEqual(sizeIn(directory), 3)
      await stop()
    }))

  it("takes a function in the directory's place", async () => {
    const put: Array<readonly [string, string, string]> = []
    const { post, service, stop } = await published(({ cacheControl, path, type }) =>
      put.push([path, type, cacheControl]),
    )
    await post(aSave())
    await service.dispose()
    assert.deepStrictEqual(put.at(-1), ["checkpoint", "text/plain; charset=utf-8", "public, max-age=5"])
    assert.deepInclude(put, ["tile/0/000.p/3", "application/octet-stream", "public, max-age=31536000, immutable"])
    await stop()
  })
})
