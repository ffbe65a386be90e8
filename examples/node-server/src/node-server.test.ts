import { createConsentClient, type SubjectList } from "@consent-service/client"
import { createMockClient, err, ok } from "@consent-service/client/testing"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { sendCampaign } from "./sendCampaign.js"
import { readUsers, type User } from "./users.js"

const folders: Array<string> = []
const apiKey = "a-key-of-the-test-of-this-example"

/** The environment of programs that have stored nothing yet. */
const freshEnvironment = () => {
  const folder = mkdtempSync(join(tmpdir(), "cs-node-server-"))
  folders.push(folder)
  return {
    PORT: "0",
    CONSENT_PORT: "0",
    CONSENT_API_KEY: apiKey,
    DATABASE_URL: `sqlite:${join(folder, "consent.db")}`,
    SHOP_USERS: join(folder, "users.json"),
  }
}

let env = freshEnvironment()

const children: Array<ChildProcess> = []

const run = (program: string, more: Readonly<Record<string, string>> = {}) => {
  const path = fileURLToPath(new URL(`../dist/${program}.js`, import.meta.url))
  const child = spawn(process.execPath, [path], { env: { ...process.env, ...env, ...more }, stdio: "pipe" })
  children.push(child)
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve))
  /** Its output until the shop listens or the process exits. */
  const output = new Promise<string>((resolve) => {
    let text = ""
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      if (/Open http:.*\n/.test(text)) resolve(text)
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    void exit.then(() => resolve(text))
  })
  return { child, exit, output }
}

afterAll(() => {
  // Stops the program of a test that timed out; does nothing if it has exited.
  for (const child of children) child.kill()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe("the node-server example, as npm start and npm run campaign run it [sqlite]", () => {
  let programs: ReturnType<typeof run>
  let consentUrl: string
  let shopUrl: string

  const start = async () => {
    programs = run("main")
    const printed = await programs.output
    const address = (before: string) =>
      new RegExp(`${before} (http://[^\\s,]+)`).exec(printed)?.[1] ?? assert.fail(`it printed no address: ${printed}`)
    consentUrl = address("service is at")
    shopUrl = address("Open")
  }

  beforeAll(start)
  // A second attempt must not find the data of the first one.
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return
    programs.child.kill()
    await programs.exit
    env = freshEnvironment()
    await start()
  })

  /** `npm run campaign`. */
  const campaign = async () => {
    const { exit, output } = run("campaign", { CONSENT_URL: consentUrl })
    const lines = (await output).trim().split("\n")
    return { exitCode: await exit, lines }
  }

  /** Whom the same campaign writes to, without the program around it. */
  const writtenTo = async (): Promise<ReadonlyArray<string>> => {
    const letters: Array<string> = []
    const client = createConsentClient({ baseUrl: consentUrl, apiKey })
    await sendCampaign(client, readUsers(env.SHOP_USERS), ({ email }) => letters.push(email))
    return letters
  }

  /** What the banner of a browser sends, as `/cs.js` does. */
  const decide = async (subjectId: string, marketing: boolean, account = {}): Promise<void> => {
    const response = await fetch(`${consentUrl}/subjects`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: shopUrl },
      body: JSON.stringify({
        type: "cookie_banner",
        subjectId,
        domain: "localhost",
        givenAt: Date.now(),
        preferences: { necessary: true, marketing },
        uiSource: "banner",
        ...account,
      }),
    })
    assert.strictEqual(response.status, 200, await response.text())
    assert.strictEqual(response.headers.get("access-control-allow-origin"), shopUrl)
  }

  /** Sends one of the page's forms. @returns the status, and the cookie of the session that began */
  const submit = async (form: "login" | "register", fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ password: "watering can", ...fields })
    const { headers, status } = await fetch(`${shopUrl}/${form}`, { method: "POST", body, redirect: "manual" })
    return { status, cookie: headers.get("set-cookie")?.split(";", 1)[0] ?? "" }
  }

  const accountOf = async (cookie: string) => (await fetch(`${shopUrl}/me`, { headers: { cookie } })).json()

  const old = "not to old.customer@shop.example: was never asked"

  it("publishes the privacy policy that it serves, by the SHA-256 of its bytes", async () => {
    const served = Buffer.from(await (await fetch(`${shopUrl}/privacy`)).arrayBuffer())
    const digest = createHash("sha256").update(served).digest("hex")
    const client = createConsentClient({ baseUrl: consentUrl, apiKey })
    const version = { version: "2026-06", effectiveDate: "2026-06-01" }
    const again = await client.legalDocuments.publish("privacy_policy", { ...version, hash: `sha256:${digest}` })
    assert.isTrue(again.ok)
    // The same bytes under another version would be a contradiction: they are the ones on record.
    const other = { ...version, version: "2026-07", hash: `sha256:${digest}` }
    const refused = await client.legalDocuments.publish("privacy_policy", other)
    assert.strictEqual(refused.ok ? null : refused.error.code, "CONFLICT")
  })

  it("answers HEAD as GET, without the body", async () => {
    const headersOf = async (method: string) => {
      const response = await fetch(shopUrl, { method })
      const { connection: _, date: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, empty: (await response.text()) === "" }
    }
    assert.deepStrictEqual(await headersOf("HEAD"), { ...(await headersOf("GET")), empty: true })
    assert.strictEqual((await headersOf("HEAD")).status, 200)
  })

  it("its page loads the banner from the service", async () => {
    const page = await (await fetch(shopUrl)).text()
    assert.include(page, `<script src="${consentUrl}/cs.js"`)
  })

  it("writes to a user who accepted and logged in; no longer once they refused on a second device", async () => {
    const email = "anna@shop.example"
    // Without the tick, on a device where nothing was decided yet.
    assert.strictEqual((await submit("register", { email, subjectId: "" })).status, 303)
    await decide("sub_phone", true)
    assert.deepStrictEqual(await writtenTo(), [])
    assert.strictEqual((await submit("login", { email, subjectId: "sub_phone" })).status, 303)
    const accepted = await campaign()
    assert.deepStrictEqual(accepted, { exitCode: 0, lines: [`wrote to ${email}`, old, "1 written to, 1 left out"] })

    await decide("sub_desk", false)
    assert.deepStrictEqual(await writtenTo(), [email])
    assert.strictEqual((await submit("login", { email, subjectId: "sub_desk" })).status, 303)
    const refused = await campaign()
    assert.strictEqual(refused.exitCode, 0)
    assert.strictEqual(refused.lines[0], old)
    assert.match(refused.lines[1] ?? "", new RegExp(`^not to ${email}: refused on \\d{4}-.*Z$`))
    assert.strictEqual(refused.lines[2], "0 written to, 2 left out")
  })

  it("the tick in the registration form is on record for the account, and unticked is a no", async () => {
    await submit("register", { email: "berta@shop.example", subjectId: "", marketing: "yes" })
    // This browser already has a record, and has refused.
    await decide("sub_car", false)
    await submit("register", { email: "carl@shop.example", subjectId: "sub_car", marketing: "yes" })
    await submit("register", { email: "emil@shop.example", subjectId: "" })
    assert.deepStrictEqual(await writtenTo(), ["berta@shop.example", "carl@shop.example"])
  })

  it("a page that knows who is logged in links by itself, with the token", async () => {
    const { cookie } = await submit("register", { email: "dora@shop.example", subjectId: "" })
    const { email, ...account } = await accountOf(cookie)
    assert.strictEqual(email, "dora@shop.example")
    assert.notInclude(JSON.stringify(account), apiKey)
    await decide("sub_dora", true)
    const headers = { "content-type": "application/json", origin: shopUrl }
    const link = { method: "PATCH", headers, body: JSON.stringify(account) }
    assert.strictEqual((await fetch(`${consentUrl}/subjects/sub_dora`, link)).status, 200)
    assert.include(await writtenTo(), "dora@shop.example")
  })

  it("a wrong password neither logs in nor links", async () => {
    const email = "gina@shop.example"
    await submit("register", { email, subjectId: "" })
    await decide("sub_thief", true)
    const { cookie, status } = await submit("login", { email, password: "guessed", subjectId: "sub_thief" })
    assert.deepStrictEqual({ cookie, status }, { cookie: "", status: 401 })
    assert.isNull(await accountOf(cookie))
    assert.notInclude(await writtenTo(), email)
  })

  it("keeps no password that can be read", async () => {
    await submit("register", { email: "hanna@shop.example", subjectId: "" })
    assert.notInclude(readFileSync(env.SHOP_USERS, "utf8"), "watering can")
  })

  it("on SIGTERM both shut down; then the campaign sends nothing, says why, and exits with 1", async () => {
    programs.child.kill("SIGTERM")
    assert.strictEqual(await programs.exit, 0)
    const { exitCode, lines } = await campaign()
    assert.strictEqual(exitCode, 1)
    assert.strictEqual(lines.length, 1)
    assert.match(lines[0] ?? "", /^No emails were sent, because the consent service is unavailable: NETWORK_ERROR, /)
  })
})

const users: ReadonlyArray<User> = [
  { id: "1", email: "yes@shop.example" },
  { id: "2", email: "no@shop.example" },
  { id: "3", email: "unread@shop.example" },
  { id: "4", email: "never@shop.example" },
]

const givenAt = new Date("2026-06-01T10:00:00Z")

type Preferences = Readonly<Record<string, boolean>> | null

/** An account with one record. */
const account = (id: string, preferences: Preferences): SubjectList => {
  const consent = { id: "c", type: "cookie_banner", domain: "localhost", isLatestPolicy: true, preferences }
  const facts = { id: "sub_1", externalId: id, identityProvider: "external", createdAt: givenAt }
  return { subjects: [{ ...facts, consents: [{ ...consent, givenAt, createdAt: givenAt }] }] }
}

const answers = new Map<string, Preferences>([
  ["1", { marketing: true }],
  ["2", { marketing: false }],
  ["3", null],
])

describe("a campaign over a mock of the client", () => {
  it("writes to those whose record says yes, and gives the reason for every other user", async () => {
    const consent = createMockClient({
      subjects: {
        list: async ({ externalId }) => {
          const answer = answers.get(externalId)
          return ok(answer === undefined ? { subjects: [] } : account(externalId, answer))
        },
      },
    })
    const letters: Array<string> = []
    const outcome = await sendCampaign(consent, users, ({ email }) => letters.push(email))
    assert.deepStrictEqual(letters, ["yes@shop.example"])
    assert.isTrue(outcome.sent)
    assert.deepStrictEqual(outcome.sent ? outcome.leftOut.map(({ why }) => why) : null, [
      "refused on 2026-06-01T10:00:00.000Z",
      "the record of 2026-06-01T10:00:00.000Z cannot be read",
      "was never asked",
    ])
    assert.deepStrictEqual(
      consent.calls.filter(({ method }) => method === "consents.allows").map(({ args }) => args),
      users.map(({ id }) => [id, "marketing"]),
    )
  })

  it("sends nothing when the service goes down halfway, and stops asking", async () => {
    const consent = createMockClient({
      subjects: {
        list: async ({ externalId }) =>
          externalId === "1" ? ok(account("1", { marketing: true })) : err({ code: "SERVICE_UNAVAILABLE" }),
      },
    })
    const letters: Array<string> = []
    const outcome = await sendCampaign(consent, users, ({ email }) => letters.push(email))
    assert.deepStrictEqual(letters, [])
    assert.strictEqual(outcome.sent ? null : outcome.error.code, "SERVICE_UNAVAILABLE")
    assert.strictEqual(consent.calls.filter(({ method }) => method === "consents.allows").length, 2)
  })
})
