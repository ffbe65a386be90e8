import { keyTypes, readVerifierKey } from "@consent-service/core/evidence"
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { run as cli } from "../testing/RunCli.js"

describe("consent-service witness", () => {
  it("makes a new key of a witness each time", async () => {
    const { code, out } = await cli("witness", "init", "--name", "witness.example/w1", "--json")
    const { signingKey, verifierKey } = JSON.parse(out)
    assert.strictEqual(code, 0)
    assert.strictEqual(readVerifierKey(verifierKey)?.type, keyTypes.cosignature)
    const again = await cli("witness", "init", "--name", "witness.example/w1")
    assert.notInclude(again.out, signingKey)
    assert.strictEqual((await cli("witness", "init", "--name", "a b")).code, 2)
  })

  it("names what it was called with wrongly, and prints no key", async () => {
    const directory = mkdtempSync(join(tmpdir(), "consent-witness-"))
    try {
      const [key, log] = [makeSigningKey("w.example"), verifierOf(makeSigningKey("log.example")) ?? ""]
      const state = join(directory, "state.json")
      const right = ["--key", key, "--state", state, "--log", log]
      for (const [wrong, named] of [
        [["--key", "nowhere", "--state", state, "--log", log], /--key/],
        [["--key", key, "--log", log], /--state/],
        [["--key", key, "--state", state], /--log/],
        [[...right, "--log", key], /--log/],
        [[...right, "--port", "x"], /--port/],
        [[...right, "more"], /no argument/],
      ] as const) {
        const { code, error } = await cli("witness", "serve", ...wrong)
        assert.deepStrictEqual([code, named.test(error)], [2, true], error)
        assert.notInclude(error, key)
      }
      writeFileSync(state, "{}")
      const damaged = await cli("witness", "serve", ...right)
      assert.deepStrictEqual([damaged.code, /no state of a witness/.test(damaged.error)], [1, true])
      assert.match((await cli("witness", "serve", "--help")).out, /--state VALUE/)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
