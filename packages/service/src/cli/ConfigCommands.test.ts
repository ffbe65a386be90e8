import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../testing/RunCli.js"
import { misconfigured } from "./Misconfigured.js"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cs-config-"))
})
afterAll(() => rm(folder, { recursive: true }))

const file = async (name: string, content: unknown): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(content))
  return path
}

const policyRules = [{ id: "all", match: { isDefault: true, fallback: true }, model: "opt-in", prompt: "choice" }]
const database = "sqlite:./consent.db"

describe("config check", () => {
  it("of a configuration without problems says so in one line", async () => {
    const path = await file("good.json", {
      database,
      apiKeys: [randomBytes(32).toString("base64")],
      manifest: { policyRules },
    })
    assert.deepStrictEqual(await run("config", "check", "--config", path), {
      code: 0,
      out: `${path} is valid`,
      error: "",
    })
  })

  it("names weak keys as the server's start does, without repeating them, and exits 0", async () => {
    const path = await file("weak.json", {
      database,
      apiKeys: ["x"],
      policySnapshot: { signingKey: "weak-k3y" },
      identityToken: { signingKey: "k".repeat(40) },
      trustedOrigins: ["*"],
      manifest: { policyRules },
    })
    const { code, error, out } = await run("config", "check", "--config", path)
    assert.deepStrictEqual([code, error], [0, ""])
    const [first, ...rest] = out.split("\n")
    assert.strictEqual(first, `${path} is valid, with 4 warnings:`)
    assert.deepStrictEqual(
      rest.map((line) => line.split("; ")[0]),
      [
        "  apiKeys.0 (weak.json): has 1 character and can be guessed",
        "  policySnapshot.signingKey (weak.json): has 8 bytes and can be guessed",
        "  identityToken.signingKey (weak.json): repeats the same characters and can be guessed",
        "  trustedOrigins.0 (weak.json): lets the pages of every site read answers and save consent",
      ],
    )
    assert.notInclude(out, "weak-k3y")
  })

  it("names weak keys next to what is invalid", async () => {
    const path = await file("both.json", {
      database,
      colour: "red",
      apiKeys: ["x", 5],
      policySnapshot: { signingKeys: ["weak-k3y"] },
      identityToken: { signingKey: "short" },
      manifest: { policyRules: [{ id: "x" }] },
    })
    const { code, error } = await run("config", "check", "--config", path)
    assert.strictEqual(code, 1)
    for (const option of ["colour", "apiKeys.1", "identityToken.signingKey", "manifest.policyRules"]) {
      assert.include(error, `  ${option} (both.json): `)
    }
    const [, warnings = ""] = error.split("\nWarnings:\n")
    assert.deepStrictEqual(
      warnings.split("\n").map((line) => line.split("; ")[0]),
      [
        "  apiKeys.0 (both.json): has 1 character and can be guessed",
        "  policySnapshot.signingKeys.0 (both.json): has 8 bytes and can be guessed",
      ],
    )
    const asJson = JSON.parse((await run("config", "check", "--config", path, "--json")).out)
    assert.deepStrictEqual([asJson.ok, asJson.notices.length], [false, 2])
  })

  it("has the warnings in its JSON", async () => {
    const path = await file("rules.json", { database, apiKeys: ["x"], manifest: { policyRules: [] } })
    const { code, out } = await run("config", "check", "--config", path, "--json")
    assert.strictEqual(code, 0)
    const { file: named, notices, ok } = JSON.parse(out)
    assert.deepStrictEqual([ok, named, notices.length], [true, path, 3])
    assert.match(notices[0], /^apiKeys\.0 \(rules\.json\): has 1 character/)
  })
})

describe("a command whose configuration is wrong", () => {
  it("exits 2 when the file of a variable cannot be read, as for any other unreadable file", () => {
    const unreadable = { option: "CONSENT_API_KEYS_FILE", message: "names the file /nope, which does not exist" }
    const unknown = { option: "CONSENT_COLOUR_FILE", message: "is not the variable of an option" }
    const codeOf = (option: { readonly option: string; readonly message: string }) => {
      const result = misconfigured([option])
      return "usage" in result || result.isWrongCall === true ? 2 : 1
    }
    assert.deepStrictEqual([codeOf(unreadable), codeOf(unknown)], [2, 1])
  })
})
