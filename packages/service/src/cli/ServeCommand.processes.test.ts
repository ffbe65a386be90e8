import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { createTestDatabase, describeAboveStores } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { runCli } from "./Cli.js"
import { projectFolder, runCommand, startCommand } from "../testing/CommandProcess.js"

const listening = /listens on (http:\S+)/

const rules = '[{ id: "all", match: { isDefault: true }, model: "opt-in", prompt: "choice" }]'

describe("consent-service serve", () => {
  it("in an empty folder serves a banner from SQLite, and ends in order", async () => {
    const variables = { CONSENT_SERVER_METRICS_PORT: "0" }
    const server = startCommand(await projectFolder(), ["serve", "--port", "0", "--host", "127.0.0.1"], variables)
    const [, url = ""] = await server.printed(listening)
    const init = await fetch(`${url}/init?country=DE`)
    assert.strictEqual(init.status, 200)
    assert.match(await init.text(), /"model":"opt-in"/)
    assert.strictEqual((await fetch(`${url}/cs.js`)).status, 200)
    assert.strictEqual((await fetch(`${url}/status`)).status, 200)
    assert.strictEqual((await fetch(`${url}/readyz`)).status, 200)
    const [, metrics = ""] = await server.printed(/metrics {8}(http:\S+)/)
    assert.match(await (await fetch(metrics)).text(), /^cs_init_count_total 1$/m)
    server.signal("SIGTERM")
    assert.strictEqual(await server.ended, 0)
    assert.match(server.out(), /database {7}sqlite:\.\/consent\.db \(\d+ migrations applied\)/)
    assert.include(server.out(), `<script src="${url}/cs.js"></script>`)
    assert.include(server.out(), "administrative routes (apiKeys)")
  })

  it("runs a TypeScript configuration that imports the package", async () => {
    const folder = await projectFolder({
      "consent.config.ts": `import { defineConfig } from "consent-service"
const database: string = "sqlite::memory:"
export default defineConfig({ database, manifest: { policyRules: ${rules} } })
export const server = { port: 0 }
`,
    })
    const server = startCommand(folder, ["serve", "--migrate"])
    const [, url = ""] = await server.printed(listening)
    assert.strictEqual((await fetch(`${url}/init`)).status, 200)
    server.signal("SIGINT")
    assert.strictEqual(await server.ended, 0)
  })

  it("names everything that is wrong together, exits with 2 for a file that cannot be read, and has started nothing", async () => {
    const folder = await projectFolder({
      "consent.config.yaml": "database: sqlite:a.db\ncolour: red\n",
      ".env": "CONSENT_LIMITS_MAX_BODY_BYTES=many\n",
    })
    const { code, error, out } = await runCommand(folder, ["serve"], { CONSENT_API_KEYS_FILE: "/no", PORT: "70000" })
    assert.strictEqual(code, 2)
    assert.strictEqual(out, "")
    for (const name of ["colour", "CONSENT_LIMITS_MAX_BODY_BYTES", "CONSENT_API_KEYS_FILE", "server.port (PORT)"]) {
      assert.include(error, name)
    }
  })

  it("says that a port is taken, and how to choose another", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once("listening", resolve))
    // A server that listens on a port has an address of this form.
    const { port } = other.address() as AddressInfo
    const { code, error } = await runCommand(
      await projectFolder(),
      "serve --host 127.0.0.1 --port".split(" ").concat(String(port)),
    )
    assert.strictEqual(code, 1)
    assert.match(
      error,
      new RegExp(`port ${port} is already in use by another program; .* choose another port with --port`),
    )
  })

  it("says that the port for metrics is taken, and exits with 1 without serving", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    onTestFinished(() => void other.close())
    await once(other, "listening")
    // A server that listens on a port has an address of this form.
    const { port } = other.address() as AddressInfo
    const variables = { CONSENT_SERVER_METRICS_PORT: String(port) }
    const { code, error, out } = await runCommand(await projectFolder(), ["serve", "--port", "0"], variables)
    assert.deepStrictEqual([code, out], [1, ""])
    assert.include(
      error,
      `port ${port} for metrics is already in use by another program; stop that program, or choose another port with CONSENT_SERVER_METRICS_PORT`,
    )
  })

  it("does not serve from a database of a newer version", async () => {
    const folder = await projectFolder()
    const silent = { out: () => {}, error: () => {} }
    assert.strictEqual(await runCli(["migrate", "--database", `sqlite:${folder}/a.db`], silent), 0)
    const later = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`insert into cs_migrations (id, checksum, applied_at) values ('9999_later', 'x', 1)`,
    )
    await Effect.runPromise(Effect.provide(later, clientFromUrl(`sqlite:${folder}/a.db`)))
    const { code, error } = await runCommand(folder, ["serve", "--database", "sqlite:./a.db", "--port", "0"])
    assert.strictEqual(code, 1)
    assert.match(error, /9999_later/)
  })
})

describeAboveStores("consent-service serve", (engine) => {
  it("refuses a database without its schema, and migrates it with --migrate", async () => {
    const database = await createTestDatabase(engine)
    onTestFinished(() => database.drop())
    const folder = await projectFolder()
    const variables = { DATABASE_URL: database.url }
    const refused = await runCommand(folder, ["serve", "--port", "0"], variables)
    assert.strictEqual(refused.code, 1)
    assert.match(refused.error, /lacks \d+ migrations: run `consent-service migrate` first, or start with --migrate/)
    const server = startCommand(folder, ["serve", "--port", "0", "--migrate"], variables)
    const [, url = ""] = await server.printed(listening)
    assert.strictEqual((await fetch(`${url}/status`)).status, 200)
    server.signal("SIGTERM")
    assert.strictEqual(await server.ended, 0)
  })
})

describe("consent-service config", () => {
  it("print shows values with where they came from, and no secret", async () => {
    const folder = await projectFolder({
      "consent.config.json": '{"database": "postgres://cs:hunter2@db/consent", "limits": {"maxQueuedSaves": 5}}',
      ".env": "CONSENT_API_KEYS=the-secret-key-of-this-test\n",
    })
    const { code, out } = await runCommand(folder, ["config", "print"], {
      PORT: "81",
      CONSENT_POLICY_KEY: "the-secret-key-of-this-test-for-policies",
      CONSENT_IDENTITY_TOKEN_SIGNING_KEYS:
        "the-secret-key-of-this-test-for-users,the-secret-key-of-this-test-of-before",
    })
    assert.strictEqual(code, 0)
    assert.match(out, /^policySnapshot\.signingKey +"\[redacted\]" +CONSENT_POLICY_KEY$/m)
    assert.match(
      out,
      /^identityToken\.signingKeys +\["\[redacted\]","\[redacted\]"\] +CONSENT_IDENTITY_TOKEN_SIGNING_KEYS$/m,
    )
    // Each key is printed once, where it was written.
    assert.notMatch(out, /olderKeys|identityToken\.signingKey /)
    assert.notMatch(out, /hunter2|the-secret-key/)
    assert.match(out, /^database +"postgres:\/\/cs:redacted@db\/consent" +consent\.config\.json$/m)
    assert.match(out, /^limits\.maxQueuedSaves +5 +consent\.config\.json$/m)
    assert.match(out, /^limits\.maxBodyBytes +65536 +default$/m)
    assert.match(out, /^apiKeys +\["\[redacted\]"\] +CONSENT_API_KEYS$/m)
    assert.match(out, /^server\.port +81 +PORT$/m)
  })

  it("check exits with 0 or 1", async () => {
    const good = await runCommand(await projectFolder(), ["config", "check"])
    assert.strictEqual(good.code, 0)
    const bad = await runCommand(
      await projectFolder({ "consent.config.json": '{"colour": 1}' }),
      "config check --json".split(" "),
    )
    assert.strictEqual(bad.code, 1)
    assert.match(bad.out, /"option": "colour \(consent\.config\.json\)"/)
    const policyRules = [{ id: "all", match: { isDefault: true }, model: "opt-in" }]
    const withoutPrompt = { "consent.config.json": JSON.stringify({ manifest: { policyRules } }) }
    const unusable = await runCommand(await projectFolder(withoutPrompt), ["config", "check"])
    assert.strictEqual(unusable.code, 1)
    assert.include(unusable.error, "manifest.policyRules (consent.config.json): rule 'all': prompt: is missing")
  })
})
