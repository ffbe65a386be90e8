import { assert, beforeEach, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { type ConfigurationPlace, readServerConfiguration } from "./ServerConfiguration.js"

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cs-configuration-"))
  onTestFinished(() => rm(folder, { recursive: true }))
})

const write = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const read = (place: Partial<ConfigurationPlace> = {}) =>
  readServerConfiguration({ folder, path: null, variables: {}, flags: [], ...place })

const right = async (place: Partial<ConfigurationPlace> = {}) =>
  Either.getOrThrowWith(await read(place), (issues) => new Error(JSON.stringify(issues)))

const issues = async (place: Partial<ConfigurationPlace> = {}) => {
  const result = await read(place)
  return Either.isLeft(result) ? result.left.map(({ message, option }) => `${option}: ${message}`) : []
}

const rules = JSON.stringify([{ id: "all", match: { isDefault: true }, model: "none", prompt: "none" }])

describe("the configuration of a server", () => {
  it("without anything keeps records in a file and serves the recommended rules", async () => {
    const { file, options, server } = await right()
    assert.isNull(file)
    assert.strictEqual(options.database, "sqlite:./consent.db")
    assert.isAbove(options.manifest?.policyRules?.length ?? 0, 1)
    assert.deepInclude(server, { port: 8787, workers: 1, watch: false })
  })

  it.each([
    [
      "consent.config.json",
      `{"$schema": "x", "database": "sqlite:a.db", "manifest": {"policyRules": ${rules}}, "server": {"port": 80}}`,
    ],
    ["consent.config.yaml", `database: sqlite:a.db\nmanifest: {policyRules: ${rules}}\nserver:\n  port: 80\n`],
    ["consent.config.yml", `database: sqlite:a.db\nmanifest: {policyRules: ${rules}}\nserver: {port: 80}\n`],
    [
      "consent.config.mjs",
      `export default {database: "sqlite:a.db", manifest: {policyRules: ${rules}}, server: {port: 80}}`,
    ],
    [
      "consent.config.mjs",
      `export default {database: "sqlite:a.db", manifest: {policyRules: ${rules}}}\nexport const server = {port: 80}`,
    ],
    [
      "consent.config.ts",
      `const database: string = "sqlite:a.db"\nexport default {database, manifest: {policyRules: ${rules}}, server: {port: 80}}`,
    ],
  ])("is read from %s", async (name, content) => {
    const path = await write(name, content)
    const { file, options, server, sources } = await right()
    assert.strictEqual(file, path)
    assert.strictEqual(options.database, "sqlite:a.db")
    assert.strictEqual(options.manifest?.policyRules?.length, 1)
    assert.strictEqual(server.port, 80)
    assert.strictEqual(sources.get("database"), name)
  })

  it("variables override the file, and flags override variables", async () => {
    await write(
      "consent.config.json",
      '{"database": "sqlite:a.db", "limits": {"maxBodyBytes": 1000, "maxQueuedSaves": 5}}',
    )
    const { options, server, sources } = await right({
      variables: { CONSENT_LIMITS_MAX_BODY_BYTES: "2000", PORT: "80", DATABASE_URL: "sqlite:b.db" },
      flags: [{ path: ["server", "port"], value: 81, source: "--port" }],
    })
    assert.deepStrictEqual(options.limits, { maxBodyBytes: 2000, maxQueuedSaves: 5 })
    assert.strictEqual(options.database, "sqlite:b.db")
    assert.strictEqual(server.port, 81)
    assert.deepStrictEqual(
      ["limits.maxBodyBytes", "limits.maxQueuedSaves", "server.port", "database"].map((name) => sources.get(name)),
      ["CONSENT_LIMITS_MAX_BODY_BYTES", "consent.config.json", "--port", "DATABASE_URL"],
    )
  })

  it("all problems are reported together, with their source", async () => {
    await write(
      "consent.config.json",
      '{"database": "mongodb://db", "limits": {"maxBodyBytes": "big"}, "colour": "red", "server": {"sockets": 1}}',
    )
    const found = await issues({ variables: { CONSENT_HOSTING: "elsewhere", CONSENT_API_KEYZ: "a", PORT: "ninety" } })
    const options = found.map((line) => line.split(":")[0])
    assert.sameMembers(options, [
      "database (consent.config.json)",
      "limits.maxBodyBytes (consent.config.json)",
      "colour (consent.config.json)",
      "hosting (CONSENT_HOSTING)",
      "CONSENT_API_KEYZ",
      "PORT",
      "server.sockets (consent.config.json)",
    ])
    assert.include(found.join("\n"), "CONSENT_API_KEYS is")
  })

  it.each([
    ["consent.config.json", "{", /consent\.config\.json: .*JSON/],
    ["consent.config.yaml", "a: [", /consent\.config\.yaml: /],
    ["consent.config.json", "[]", /holds no configuration/],
    ["consent.config.mjs", "throw new Error('no key')", /consent\.config\.mjs: no key/],
    ["consent.config.ts", "const a: = 1", /consent\.config\.ts: /],
  ])("an unreadable %s says where and why: %s", async (name, content, message) => {
    await write(name, content)
    const found = await issues()
    assert.lengthOf(found, 1)
    assert.match(found[0] ?? "", message)
  })

  it("a file that was named and is not there, and two in one folder, are refused", async () => {
    assert.match((await issues({ path: join(folder, "other.json") }))[0] ?? "", /other\.json: no such file/)
    await write("consent.config.json", "{}")
    await write("consent.config.yaml", "{}")
    assert.match((await issues())[0] ?? "", /consent\.config\.json and consent\.config\.yaml; keep one/)
  })

  it("variables that a module reads for itself are a notice, and no mistake", async () => {
    await write("consent.config.mjs", 'export default {database: process.env.CONSENT_FILE_OF_MINE ?? "sqlite:a.db"}')
    const { notices } = await right({ variables: { CONSENT_FILE_OF_MINE: "sqlite:b.db" } })
    assert.lengthOf(notices, 1)
  })
})
