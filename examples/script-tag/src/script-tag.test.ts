import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import Database from "better-sqlite3"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "cs-script-tag-"))
const file = join(folder, "consent.db")

const children: Array<ChildProcess> = []

const run = (env: Readonly<Record<string, string>>, args: ReadonlyArray<string> = []) => {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env }, stdio: "pipe" })
  children.push(child)
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve))
  /** Its output until it listens or exits. */
  const output = new Promise<string>((resolve) => {
    let text = ""
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes("Open http://")) resolve(text)
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    void exit.then(() => resolve(text))
  })
  return { child, exit, output }
}

const rows = (): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const database = new Database(file, { readonly: true })
  try {
    return database.prepare<[], Record<string, unknown>>("select * from cs_consent order by created_at").all()
  } finally {
    database.close()
  }
}

afterAll(() => {
  // Stops the program of a test that timed out; does nothing if it has exited.
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

describe("npm start of the script-tag example [sqlite]", () => {
  it("--help lists every variable and exits with 0; a wrong port prints one clear line and exits with 1", async () => {
    const help = run({}, ["--help"])
    assert.strictEqual(await help.exit, 0)
    for (const word of ["PORT", "DATABASE_URL"]) assert.include(await help.output, word)
    const wrong = run({ PORT: "http", DATABASE_URL: "sqlite::memory:" })
    assert.strictEqual(await wrong.exit, 1)
    assert.match((await wrong.output).trim(), /^Cannot start: PORT must be a number.*$/)
  })
})

const title = withoutChromium
  ? "the script-tag example in a browser [sqlite] (skipped: no Chromium is installed)"
  : "the script-tag example in a browser [sqlite]"

describe.skipIf(withoutChromium)(title, () => {
  let browser: Browser
  let shop: ReturnType<typeof run>
  let url: string

  beforeAll(async () => {
    shop = run({ PORT: "0", DATABASE_URL: `sqlite:${file}` })
    const printed = await shop.output
    url = /Open (http:\/\/[^\s,]+)/.exec(printed)?.[1] ?? assert.fail(`it printed no address: ${printed}`)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    shop?.child.kill("SIGTERM")
    assert.strictEqual(await shop?.exit, 0)
  })

  const vendorLog = async (): Promise<ReadonlyArray<string>> => (await fetch(`${url}/vendor-log`)).json()

  /** A new visitor, and the requests that the vendors receive from now on, by their own log. */
  const visit = async (path = "/") => {
    const page = await (await browser.newContext({ locale: "en-GB" })).newPage()
    // Policy violations and errors of a page. The only expected error is the 404 of a subject without a record.
    const wrong: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error" && !message.location().url.includes("/subjects/")) wrong.push(message.text())
    })
    page.on("pageerror", (error) => wrong.push(error.message))
    const before = (await vendorLog()).length
    await page.goto(`${url}${path}`)
    return { page, asked: async () => (await vendorLog()).slice(before), wrong }
  }

  const recordSays = (page: Page, text: string) => page.locator("#record").filter({ hasText: text }).waitFor()

  /** Until the vendors' log has it: a moment after consent. */
  const until = async (asked: () => Promise<ReadonlyArray<string>>, entry: string) => {
    for (let attempt = 0; attempt < 100 && !(await asked()).includes(entry); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    assert.include(await asked(), entry)
  }

  const pageView = "POST /vendor/collect?page=%2F"

  it("answers HEAD as GET, without the body", async () => {
    const headersOf = async (method: string) => {
      const response = await fetch(url, { method })
      const { connection: _, date: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, empty: (await response.text()) === "" }
    }
    assert.deepStrictEqual(await headersOf("HEAD"), { ...(await headersOf("GET")), empty: true })
    assert.strictEqual((await headersOf("HEAD")).status, 200)
  })

  it("no vendor receives a request before consent, nor after a refusal, which is a row", async () => {
    const { asked, page, wrong } = await visit()
    await page.getByTestId("consent-banner-root").waitFor()
    await page.getByTestId("consent-embed-allow-button").waitFor()
    assert.deepStrictEqual(await asked(), [])
    await page.getByTestId("consent-banner-reject-button").click()
    await recordSays(page, "everything optional refused")
    await page.reload()
    await recordSays(page, "everything optional refused")
    assert.isTrue(await page.getByTestId("consent-banner-root").isHidden())
    assert.deepStrictEqual(await asked(), [])
    assert.include(rows().at(-1), { consent_action: "reject_all", ui_source: "banner", type: "cookie_banner" })
    assert.deepStrictEqual(wrong, [])
  })

  it("after consent the page view is counted, the video and the chat are there, and that is a row", async () => {
    const { asked, page, wrong } = await visit()
    await page.getByTestId("consent-banner-accept-button").click()
    await until(asked, pageView)
    await page.frameLocator("iframe").getByText("The can in use").waitFor()
    await page.locator("#chat").filter({ hasText: "Chat" }).waitFor()
    await recordSays(page, "granted")
    assert.includeMembers(
      [...(await asked())],
      ["GET /vendor/analytics.js", "GET /vendor/chatbox.js", "GET /vendor/video.html"],
    )
    assert.include(rows().at(-1), { consent_action: "accept_all", ui_source: "banner" })
    assert.deepStrictEqual(wrong, [])
  })

  it("the video alone can be allowed where it would stand", async () => {
    const { asked, page } = await visit()
    await page.getByTestId("consent-embed-allow-button").click()
    await page.frameLocator("iframe").getByText("The can in use").waitFor()
    await recordSays(page, "granted functionality")
    assert.deepStrictEqual(await asked(), ["GET /vendor/video.html", "GET /vendor/video.css"])
    const preferences = JSON.parse(String(rows().at(-1)?.["preferences"]))
    assert.strictEqual(preferences.functionality, true)
    assert.notStrictEqual(preferences.measurement, true)
  })

  it("a vendor that is switched off is not loaded, though its category is allowed", async () => {
    const { asked, page } = await visit()
    await page.getByRole("link", { name: "Privacy choices" }).click()
    for (const category of ["measurement", "experience"])
      await page.getByTestId(`consent-widget-switch-${category}`).click()
    await page.locator("details summary").last().click()
    await page.getByTestId("consent-vendor-switch-chatbox").click()
    await page.getByTestId("consent-widget-footer-save-button").click()
    await until(asked, pageView)
    await recordSays(page, "granted experience, measurement; chatbox switched off")
    assert.notInclude(await asked(), "GET /vendor/chatbox.js")
    assert.isTrue(await page.locator("#chat").isHidden())
    const { grants } = JSON.parse(String(rows().at(-1)?.["vendor_choice"]))
    assert.deepStrictEqual(grants, { analytics: true, chatbox: false })
  })

  it("the privacy page lists services and cookies; what a refused one has set is deleted", async () => {
    const { page } = await visit("/privacy")
    const listed = page.locator("[data-cs-declaration]")
    await listed.getByText("Finds your conversation again").waitFor()
    assert.deepStrictEqual(await listed.locator("code").allTextContents(), ["_views_*", "chatbox_id"])
    await page.goto(url)
    await page.getByTestId("consent-banner-accept-button").click()
    await page.waitForFunction(() => document.cookie.includes("_views_1"))
    await page.getByRole("link", { name: "Privacy choices" }).click()
    const again = page.waitForEvent("load")
    await page.getByTestId("consent-widget-footer-reject-button").click()
    await again
    assert.notInclude(await page.evaluate(() => document.cookie), "_views_1")
  })

  it("withdrawing stops the vendors with the next page", async () => {
    const { asked, page } = await visit()
    await page.getByTestId("consent-banner-accept-button").click()
    await until(asked, pageView)
    await recordSays(page, "granted")
    await page.getByRole("link", { name: "Privacy choices" }).click()
    // What was granted is withdrawn: the page is loaded again.
    const again = page.waitForEvent("load")
    await page.getByTestId("consent-widget-footer-reject-button").click()
    await again
    const sofar = (await asked()).length
    await recordSays(page, "everything optional refused")
    await page.reload()
    await recordSays(page, "everything optional refused")
    assert.strictEqual((await asked()).length, sofar)
  })

  it("with IAB partners: no string with a consent in it before, one after; the row has it", async () => {
    const { asked, page, wrong } = await visit("/iab.html")
    await page.getByTestId("iab-consent-banner-root").waitFor()
    await page.locator("#tc-event").filter({ hasText: "cmpuishown" }).waitFor()
    assert.deepStrictEqual(await asked(), [])
    await page.getByTestId("iab-consent-banner-accept-button").click()
    await page.locator("#tc-event").filter({ hasText: "useractioncomplete" }).waitFor()
    const tcString = await page.locator("#tc-string").textContent()
    assert.match(tcString ?? "", /^C[\w-]+\.[\w.-]+$/)
    await until(asked, "POST /vendor/collect?page=%2Fiab.html")
    await recordSays(page, "granted")
    assert.include(rows().at(-1), { model: "iab", tc_string: tcString, consent_action: "accept_all" })
    await page.reload()
    await page.locator("#tc-event").filter({ hasText: "tcloaded" }).waitFor()
    assert.strictEqual(await page.locator("#tc-string").textContent(), tcString)
    assert.isTrue(await page.getByTestId("iab-consent-banner-root").isHidden())
    assert.deepStrictEqual(wrong, [])
  })
})
