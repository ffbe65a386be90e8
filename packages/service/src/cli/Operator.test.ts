import { packageVersion } from "@consent-service/adapter-http/Version"
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../testing/RunCli.js"

describe("consent-service", () => {
  it("--version prints the package's version", async () => {
    assert.deepStrictEqual(await run("--version"), { code: 0, out: packageVersion, error: "" })
  })

  it("policy alone prints its commands and exits 2; with --help it exits 0", async () => {
    const bare = await run("policy")
    assert.strictEqual(bare.code, 2)
    for (const name of ["policy check", "policy prove", "policy diff", "policy resolve"]) assert.include(bare.out, name)
    assert.deepStrictEqual(await run("policy", "--help"), { ...bare, code: 0 })
  })
})

describe("consent-service evidence", () => {
  it("on a missing or unmigrated database names the command that migrates it, and exits 1", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cs-evidence-"))
    writeFileSync(join(folder, "empty.db"), "")
    for (const file of ["none.db", "empty.db"]) {
      const { code, error, out } = await run("evidence", "id", "--database", `sqlite:${join(folder, file)}`)
      assert.deepStrictEqual([code, out], [1, ""])
      assert.include(error, "consent-service migrate")
      assert.strictEqual(error.includes(`there is no file ${join(folder, file)}`), file === "none.db", error)
    }
    rmSync(folder, { recursive: true })
  })

  it("on a server that cannot be reached says so without the URL", async () => {
    const { code, error } = await run("evidence", "id", "--database", "postgres://u:s3cret@127.0.0.1:1/x")
    assert.strictEqual(code, 1)
    assert.match(error, /cannot be reached/)
    assert.notInclude(error, "s3cret")
  })
})
