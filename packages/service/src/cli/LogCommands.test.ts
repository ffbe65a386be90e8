import { leafHash, readCheckpoint, readNote, readVerifierKey, rootOf, tileBytes } from "@consent-service/core/evidence"
import { assert, describe, it } from "@effect/vitest"
import { createPublicKey, verify } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createConsentService } from "../ConsentService.js"
import { aSave } from "../testing/TestInstance.js"
import { run as cli } from "../testing/RunCli.js"

const json = async (...args: ReadonlyArray<string>) => {
  const { code, out } = await cli(...args, "--json")
  return { code, data: JSON.parse(out) }
}

/** The leaves of a file of entries: each has its length in front. */
const leavesOf = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length / 44 }, (_, at) => leafHash(bytes.subarray(at * 44 + 2, (at + 1) * 44)))

describe("consent-service log", () => {
  it("makes a new key of the log each time, and refuses what cannot be its name", async () => {
    const [one, other] = [
      await json("log", "init", "--origin", "log.example"),
      await json("log", "init", "--origin", "log.example"),
    ]
    assert.deepStrictEqual([one.code, one.data.origin], [0, "log.example"])
    assert.strictEqual(readVerifierKey(one.data.verifierKey)?.name, "log.example")
    assert.notStrictEqual(one.data.signingKey, other.data.signingKey)
    const { out } = await cli("log", "init", "--origin", "log.example")
    assert.match(out, /^PRIVATE\+KEY\+log\.example\+\S+$/m)
    const alone = await cli("log", "init", "--origin", "log.example", "--secret")
    assert.match(alone.out, /^PRIVATE\+KEY\+log\.example\+\S+$/)
    assert.strictEqual(readVerifierKey(alone.error.trim().split("\n").at(-1) ?? "")?.name, "log.example")
    for (const args of [["--origin", "https://log.example"], ["--origin", "a b"], []]) {
      assert.strictEqual((await cli("log", "init", ...args)).code, 2)
    }
  })

  it("shows the log of a service and writes its files, from which anyone computes the signed root", async () => {
    const directory = mkdtempSync(join(tmpdir(), "consent-log-"))
    try {
      const database = `sqlite:${join(directory, "consent.db")}`
      const { data: key } = await json("log", "init", "--origin", "log.example/shop")
      const service = createConsentService({ database, evidence: { signingKeys: [key.signingKey] }, rateLimit: false })
      await service.migrate()
      assert.strictEqual((await cli("log", "status", "--database", database)).code, 1)
      assert.strictEqual((await cli("log", "export", "--to", directory, "--database", database)).code, 1)
      for (let at = 0; at < 260; at++) {
        const save = { method: "POST", body: JSON.stringify(aSave({ domain: `shop-${at}.example` })) }
        assert.strictEqual((await service.handler(new Request("http://localhost/subjects", save))).status, 200)
      }
      await service.dispose()
      const { code, data } = await json("log", "status", "--database", database)
      assert.strictEqual(code, 0)
      // The opening, the key, and the records.
      assert.deepInclude(data, { origin: "log.example/shop", size: 262, queued: 0, oldestQueued: null })
      assert.strictEqual(data.checkpoint.size, 262)

      const to = join(directory, "files")
      const exported = await json("log", "export", "--to", to, "--database", database)
      assert.deepStrictEqual([exported.code, exported.data.size], [0, 262])
      const note = readNote(readFileSync(join(to, "checkpoint"), "utf8")) ?? assert.fail("no note")
      const checkpoint = readCheckpoint(note.text) ?? assert.fail("no checkpoint")
      const [full, rest] = ["tile/entries/000", "tile/entries/001.p/6"].map((path) =>
        leavesOf(readFileSync(join(to, path))),
      )
      assert.deepStrictEqual(rootOf([...(full ?? []), ...(rest ?? [])]), checkpoint.root)
      assert.deepStrictEqual(Uint8Array.from(readFileSync(join(to, "tile/0/001.p/6"))), tileBytes(rest ?? []))
      assert.deepStrictEqual(Uint8Array.from(readFileSync(join(to, "tile/1/000.p/1"))), tileBytes([rootOf(full ?? [])]))
      const keys = JSON.parse(readFileSync(join(to, "keys.json"), "utf8"))
      assert.deepStrictEqual([keys.origin, keys.keys[0].key], ["log.example/shop", key.verifierKey])
      const publicKey = readVerifierKey(key.verifierKey)?.publicKey ?? assert.fail("no key")
      const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey])
      const signature = note.signatures[0]?.signature ?? assert.fail("unsigned")
      assert.isTrue(
        verify(null, Buffer.from(note.text), createPublicKey({ key: der, format: "der", type: "spki" }), signature),
      )

      writeFileSync(join(directory, "a-file"), "")
      const refused = await cli("log", "export", "--to", join(directory, "a-file"), "--database", database)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.error, "cannot be written")
      assert.strictEqual((await cli("log", "export", "--database", database)).code, 2)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
