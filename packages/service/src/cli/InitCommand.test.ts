import { assert, beforeEach, describe, it } from "@effect/vitest"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { frameworks } from "../scaffold/Framework.js"
import { run } from "../testing/RunCli.js"

describe("consent-service init", () => {
  let folder: string
  const read = (path: string): string => readFileSync(join(folder, path), "utf8")

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cs-init-"))
  })

  it("writes a configuration, a policy, keys that are fresh and private, and a server", async () => {
    const { code, out } = await run("init", folder)
    assert.strictEqual(code, 0)
    for (const path of ["consent.config.mjs", "consent.policy.mjs", "consent.server.mjs", ".env"]) {
      assert.include(out, `created  ${path}`)
    }
    const keys = Array.from(read(".env").matchAll(/^CONSENT_\w+=(.+)$/gm), ([, key = ""]) => key)
    assert.strictEqual(new Set(keys).size, 2)
    for (const key of keys) assert.strictEqual(Buffer.from(key, "base64").length, 32)
    assert.strictEqual(statSync(join(folder, ".env")).mode & 0o777, 0o600)
    for (const key of keys) assert.notInclude(out, key)
    assert.include(out, '<script src="http://localhost:8787/cs.js"></script>')
  })

  it("never overwrites a file, and prints what a kept .env may lack", async () => {
    writeFileSync(join(folder, ".env"), "OTHER=1\n")
    writeFileSync(join(folder, "consent.config.mjs"), "mine")
    const first = await run("init", folder)
    assert.strictEqual(first.code, 0)
    assert.include(first.out, "kept     .env (it exists)")
    assert.include(first.out, "CONSENT_API_KEY=")
    assert.deepStrictEqual([read(".env"), read("consent.config.mjs")], ["OTHER=1\n", "mine"])
    const policy = read("consent.policy.mjs")
    assert.strictEqual((await run("init", folder)).code, 0)
    assert.strictEqual(read("consent.policy.mjs"), policy)
  })

  it("finds the framework by package.json", async () => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: { next: "15" } }))
    mkdirSync(join(folder, "src", "app"), { recursive: true })
    const { out } = await run("init", folder, "--json")
    assert.deepInclude(JSON.parse(out), { framework: "next", kept: [] })
    assert.include(read("src/app/consent/[[...path]]/route.js"), 'from "../../../../consent.mjs"')
  })

  it("trusts one proxy under Next.js, where only a number works, and keeps the keys out of a build", async () => {
    writeFileSync(join(folder, ".gitignore"), "node_modules\n.env*\n")
    const { out } = await run("init", folder, "--framework", "next")
    assert.include(read("consent.config.mjs"), "trustedProxies: 1,")
    assert.include(read(".env.development.local"), "CONSENT_POLICY_KEY=")
    assert.isFalse(existsSync(join(folder, ".env")))
    assert.notInclude(out, "to .gitignore")
  })

  it.each([
    [".env\n", ".env", true],
    [".env*\n", ".env", true],
    ["/.env.*\n", ".env", false],
    [".env*.local\n", ".env.development.local", true],
    [".env\n", ".env.development.local", false],
    ["*\n!src\n", ".env", false],
  ])("with %j in .gitignore, it says whether %s is missing there", async (ignored, file, isThere) => {
    writeFileSync(join(folder, ".gitignore"), ignored)
    const { out } = await run("init", folder, "--framework", file === ".env" ? "node" : "next")
    assert.strictEqual(out.includes(`Add ${file} to .gitignore`), !isThere)
  })

  it.each(frameworks)("for %s, the configuration refuses to start without a database", async (framework) => {
    await run("init", folder, "--framework", framework)
    const config = read("consent.config.mjs")
    assert.include(config, 'DATABASE_URL = ""')
    assert.notInclude(config, "sqlite:")
  })

  it.each(frameworks)("for %s, the entry that it names exists", async (framework) => {
    const { out } = await run("init", folder, "--framework", framework, "--json")
    const { created, paste }: { created: ReadonlyArray<string>; paste: ReadonlyArray<{ code: string }> } =
      JSON.parse(out)
    const code = [...created.map(read), ...paste.map((each) => each.code)].join("\n")
    const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    const entries = Array.from(code.matchAll(/from "consent-service([^"]*)"/g), ([, path = ""]) => `.${path}`)
    assert.isNotEmpty(entries)
    for (const entry of entries) assert.property(exports, entry)
  })

  it.each([
    [["--framework", "rails"], "--framework takes one of"],
    [["a", "b"], "expected one FOLDER at most"],
    [["/no/such/folder"], "there is no folder"],
  ])("%j is wrong usage: exit code 2", async (args, message) => {
    const { code, error } = await run("init", ...args)
    assert.strictEqual(code, 2)
    assert.include(error, message)
  })
})
