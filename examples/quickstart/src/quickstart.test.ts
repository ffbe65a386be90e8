import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { inForm } from "@consent-service/test-engines/form"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import Database from "better-sqlite3"
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"
import { vi } from "vitest"

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "cs-quickstart-"))
const file = join(folder, "consent.db")

interface Run {
  readonly child: ChildProcess
  /** Its output until it listens or exits. */
  readonly output: Promise<string>
  readonly exit: Promise<number | null>
}

const children: Array<ChildProcess> = []

const run = (env: Readonly<Record<string, string>>): Run => {
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] })
  children.push(child)
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve))
  const output = new Promise<string>((resolve) => {
    let text = ""
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      if (/^Open http:.*\n/m.test(text)) resolve(text)
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    void exit.then(() => resolve(text))
  })
  return { child, output, exit }
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
  // Stops the shop of a test that timed out; does nothing if it has exited.
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

describe("npm start, when it cannot [sqlite]", () => {
  const oneLine = async (env: Readonly<Record<string, string>>) => {
    const { exit, output } = run(env)
    assert.strictEqual(await exit, 1)
    const lines = (await output).trim().split("\n")
    assert.strictEqual(lines.length, 1, lines.join("\n"))
    return lines[0] ?? ""
  }

  it("a taken port is one clear line and exit code 1", async () => {
    const other = createServer()
    const port = await new Promise<string>((resolve) =>
      other.listen(0, () => {
        const address = other.address()
        resolve(String(typeof address === "object" ? address?.port : address))
      }),
    )
    const line = await oneLine({ PORT: port, DATABASE_URL: `sqlite:${join(folder, "taken.db")}` })
    assert.include(line, `Port ${port} is taken`)
    other.close()
  })

  it("an unreadable file is one clear line that names it, and exit code 1", async () => {
    const missing = join(folder, "no", "such", "folder.db")
    assert.include(await oneLine({ PORT: "0", DATABASE_URL: `sqlite:${missing}` }), missing)
    const text = join(folder, "not-a-database.db")
    writeFileSync(text, "this is a text, and longer than the header of a database file would be ".repeat(20))
    assert.include(await oneLine({ PORT: "0", DATABASE_URL: `sqlite:${text}` }), text)
  })

  it("a wrong port or database is one clear line", { timeout: 180_000 }, async () => {
    for (const port of inForm({ short: ["65536"], full: ["http", "", "-1", "1.5", "0x50", "65536"] })) {
      assert.include(await oneLine({ PORT: port, DATABASE_URL: "sqlite::memory:" }), "PORT")
    }
    for (const database of inForm({ short: ["oracle://x/y"], full: ["", "consent.db", "oracle://x/y"] })) {
      assert.include(await oneLine({ PORT: "0", DATABASE_URL: database }), "use sqlite:<file>")
    }
    assert.include(await oneLine({ PORT: "0", DATABASE_URL: "postgres://user@127.0.0.1:1/none" }), "127.0.0.1")
  })
})

describe("npm start, where it listens [sqlite]", () => {
  it("is this machine only, and the log has the address", async () => {
    const { child, exit, output } = run({ PORT: "0", DATABASE_URL: "sqlite::memory:" })
    const printed = await output
    const url = /^Open (http:\/\/\S+)/m.exec(printed)?.[1] ?? assert.fail(`it printed no address: ${printed}`)
    const line = printed.split("\n").find((one) => one.includes("server-listening")) ?? "{}"
    assert.deepInclude(JSON.parse(line), { event: "server-listening", url, address: "127.0.0.1" })
    child.kill("SIGTERM")
    assert.strictEqual(await exit, 0)
  })
})

describe("npm start, before it starts [sqlite]", () => {
  it("a wrong port leaves no database behind", async () => {
    const unused = join(folder, "unused.db")
    assert.strictEqual(await run({ PORT: "http", DATABASE_URL: `sqlite:${unused}` }).exit, 1)
    assert.isFalse(existsSync(unused))
  })
})

const title = withoutChromium
  ? "the quickstart in a browser [sqlite] (skipped: no Chromium is installed)"
  : "the quickstart in a browser [sqlite]"

describe.skipIf(withoutChromium)(title, () => {
  let shop: Run
  let url: string
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    shop = run({ PORT: "0", DATABASE_URL: `sqlite:${file}` })
    const printed = await shop.output
    url = /^Open (http:\/\/\S+)/m.exec(printed)?.[1] ?? assert.fail(`it printed no address: ${printed}`)
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    shop?.child.kill("SIGTERM")
    assert.strictEqual(await shop?.exit, 0)
  })

  /** A new visitor on the page with these settings in its address. */
  const open = async (settings: string) => {
    const context = await browser.newContext({ locale: "en-GB" })
    page = await context.newPage()
    await page.goto(`${url}/${settings}`)
    await policySays("Rule")
  }

  /** A new visitor, who chooses a place. */
  const visit = async (place: string) => {
    await open("")
    await page.getByLabel("Place", { exact: true }).selectOption(place)
    await page.waitForURL(`${url}/?place=${place}`)
  }

  const shown = (name: string) => page.getByTestId(`consent-${name}`)
  const says = (selector: string, text: string | RegExp) =>
    page.locator(selector).filter({ hasText: text }).first().waitFor()
  const policySays = (text: string) => says("#policy", text)
  const factsSay = (name: string, value: string) => says("#facts > div", `${name}${value}`)
  const purposeSays = (purpose: string, decision: string, script: string) =>
    says("#purposes tr", `${purpose}${decision}${script}`)
  const recordSays = (text: string) => says("#summary", text)
  const logSays = (kind: string, message: string) => says(`#log li[data-kind="${kind}"]`, message)

  it("Germany is asked; refusing everything is a row in the database, in the log and on the page", async () => {
    const earlier = new Set(rows().map(({ id }) => id))
    await visit("DE")
    await policySays("“europe”: opt-in")
    await factsSay("Place", "Germany (DE)")
    await purposeSays("measurement", "not decided", "blocked")
    await logSays("requested", "GET /init?country=DE (200)")
    await logSays("shown", "The banner")
    await logSays("blocked", "Scripts for functionality, experience, measurement, marketing")
    await shown("banner-reject-button").click()
    await recordSays("everything optional refused")
    await purposeSays("measurement", "refused", "blocked")
    await logSays("decided", "Everything optional is refused")
    await logSays("sent", "POST /subjects (200)")
    assert.isTrue(await shown("banner-root").isHidden())
    const [row, ...more] = rows().filter(({ id }) => !earlier.has(id))
    assert.isEmpty(more)
    assert.include(row, {
      type: "cookie_banner",
      jurisdiction: "GDPR",
      consent_action: "reject_all",
      ui_source: "banner",
    })
    assert.deepStrictEqual(JSON.parse(String(row?.["preferences"])), {
      necessary: true,
      experience: false,
      functionality: false,
      marketing: false,
      measurement: false,
    })
    await logSays("stored", `Record ${String(row?.["id"])}: everything optional refused`)
    assert.include(await page.locator("#record").textContent(), String(row?.["id"]))
    assert.include(await page.locator("#json").textContent(), String(row?.["id"]))
    await logSays("stored", `Receipt of ${String(row?.["id"])}: verified`)
    assert.include(await page.locator("#receipt").textContent(), "verified on this page")
    assert.include(await page.locator("#receipt-json").textContent(), String(row?.["id"]))
    assert.strictEqual(await page.locator("script[data-ran]").count(), 0)
  })

  it("answers HEAD as GET, without the body", async () => {
    const headersOf = async (method: string) => {
      const response = await fetch(url, { method })
      const { connection: _, date: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, empty: (await response.text()) === "" }
    }
    assert.deepStrictEqual(await headersOf("HEAD"), { ...(await headersOf("GET")), empty: true })
    assert.strictEqual((await headersOf("HEAD")).status, 200)
  })

  it("keeps its strict content-security policy through a banner, a dialog and a saved choice", async () => {
    const response = await fetch(url)
    assert.include(response.headers.get("content-security-policy"), "default-src 'none'")
    const context = await browser.newContext({ locale: "en-GB" })
    page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
    page.on("pageerror", ({ message }) => complaints.push(message))
    await page.goto(`${url}/?place=DE`)
    await shown("banner-customize-button").click()
    await shown("widget-switch-measurement").click()
    await shown("widget-footer-save-button").click()
    await recordSays("granted measurement")
    assert.deepStrictEqual(complaints, [])
    // Violations of the page's content-security policy fail the test.
    await page.evaluate(() => document.body.setAttribute("style", "color: red"))
    await vi.waitFor(() => assert.include(complaints.join("\n"), "Content Security Policy"))
  })

  it("accepting is as many clicks as refusing, and both buttons are as big", async () => {
    await visit("DE")
    await shown("banner-accept-button").waitFor()
    const sizeOf = async (name: string) => {
      const box = await shown(name).boundingBox()
      return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
    }
    assert.deepStrictEqual(await sizeOf("banner-accept-button"), await sizeOf("banner-reject-button"))
    await shown("banner-accept-button").click()
    await recordSays("granted functionality, experience, measurement, marketing")
    await purposeSays("marketing", "granted", "ran")
    await logSays("ran", "The marketing script")
    await logSays("stored", "granted functionality, experience, measurement, marketing")
    assert.strictEqual(rows().at(-1)?.["consent_action"], "accept_all")
  })

  it("a visitor who answered is asked again only after the page forgot them", async () => {
    await visit("DE")
    await shown("banner-accept-button").click()
    await recordSays("granted")
    await page.reload()
    await recordSays("granted")
    assert.isTrue(await shown("banner-root").isHidden())
    await page.getByRole("button", { name: "Forget visitor" }).click()
    await shown("banner-accept-button").waitFor()
    await purposeSays("marketing", "not decided", "blocked")
    await recordSays("Nothing is stored for this visitor.")
  })

  it("Brazil may choose one by one; the receipts say what was chosen", async () => {
    await visit("BR")
    await policySays("“brazil”")
    await shown("banner-customize-button").click()
    await shown("widget-switch-measurement").click()
    await shown("widget-footer-save-button").click()
    await recordSays("granted measurement")
    const row = rows().at(-1)
    assert.include(row, { jurisdiction: "BR", consent_action: "custom", ui_source: "dialog" })
    const chosen = { measurement: true, experience: false, functionality: false, marketing: false }
    assert.deepInclude(JSON.parse(String(row?.["preferences"])), chosen)
    // The receipts have the same values, and the wording that they rest on.
    assert.include(JSON.parse(String(row?.["choice"])), { kind: "choice-v1" })
  })

  it("California gets a notice: reading and closing it saves nothing, opting out does", async () => {
    await visit("US-CA")
    await policySays("“california”: opt-out, prompt notice")
    const before = rows().length
    await shown("banner-opt-out-button").click()
    await shown("dialog-root").waitFor()
    await page.keyboard.press("Escape")
    await shown("banner-dismiss-button").click()
    await shown("banner-root").waitFor({ state: "hidden" })
    await purposeSays("marketing", "not decided", "ran")
    await page.getByRole("link", { name: "Privacy choices" }).click()
    await shown("widget-footer-reject-button").click()
    await recordSays("everything optional refused")
    assert.strictEqual(rows().length, before + 1)
    assert.include(rows().at(-1), { jurisdiction: "CCPA", consent_action: "opt_out", model: "opt-out" })
  })

  it("shows no banner elsewhere", async () => {
    await visit("NZ")
    await policySays("“elsewhere”: none")
    await purposeSays("marketing", "not decided", "ran")
    assert.isTrue(await shown("banner-root").isHidden())
  })

  it.each([
    ["", "", "unknown", "“europe”: opt-in, prompt choice", "the location is not known well enough"],
    ["?place=US", "US", "United States (US)", "“california”: opt-out", "the location is not known well enough"],
    ["?place=ZZ", "ZZ", "Unknown Region (ZZ)", "“elsewhere”: none", "no other rule matches"],
    ["?place=%3Cb%3E", "<b>", "<b>", "“elsewhere”: none", "no other rule matches"],
  ])("for the unknown place of %j the page says what /init answered", async (settings, chosen, place, rule, reason) => {
    await open(settings)
    await policySays(rule)
    await factsSay("Place", place)
    await factsSay("Matched by", reason)
    assert.strictEqual(await page.getByLabel("Place", { exact: true }).inputValue(), chosen)
    const { policyResolution } = JSON.parse((await page.locator("#answer").textContent()) ?? "")
    assert.include(rule, `“${policyResolution.policyId}”: ${policyResolution.policy.model}`)
  })

  it("language, color scheme, position and layout change the banner, and the control keeps the focus", async () => {
    await open("?place=DE")
    const choose = async (label: string, value: string) => {
      await page.getByLabel(label, { exact: true }).selectOption(value)
      await page.waitForURL((address) => address.search.includes(value))
      await shown("banner-root").waitFor()
    }
    await choose("Language", "de")
    await page.getByText("Cookies und Ihre Privatsphäre").waitFor()
    await factsSay("Language", "German (de)")
    await choose("Color scheme", "dark")
    await choose("Banner position", "top")
    assert.include(await shown("banner-root").getAttribute("class"), "cs-top")
    const dark = await page.evaluate(() => getComputedStyle(document.body).colorScheme)
    assert.strictEqual(dark, "dark")
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("name"))
    assert.strictEqual(focused, "position")
    await choose("Banner layout", "modal")
    assert.isTrue(
      await page.evaluate(
        () => document.querySelector("[data-testid=cs-root]")?.shadowRoot?.querySelector("dialog:modal") !== null,
      ),
    )
    assert.strictEqual(new URL(page.url()).search, "?place=DE&language=de&scheme=dark&position=top&layout=modal")
  })

  it("the log keeps its lines, in order of time, when the page is reloaded, until it is cleared", async () => {
    await open("?place=DE")
    await shown("banner-accept-button").click()
    await logSays("stored", "granted")
    await page.getByRole("link", { name: "Privacy choices" }).click()
    // A withdrawal reloads the page.
    await shown("widget-footer-reject-button").click()
    await recordSays("Latest of 2: everything optional refused")
    await logSays("stored", "everything optional refused")
    const kinds = await page.locator("#log li b").allTextContents()
    assert.deepStrictEqual(kinds.slice(0, 5), ["page", "requested", "shown", "blocked", "decided"])
    assert.strictEqual(kinds.filter((kind) => kind === "page").length, 2)
    // The receipt of the first record may be verified before the reload, and its line has the same kind.
    const stored = page.locator('#log li[data-kind="stored"]')
    assert.strictEqual(await stored.filter({ hasNotText: "Receipt of" }).count(), 2)
    await page.getByRole("button", { name: "Clear the log" }).click()
    assert.strictEqual(await page.locator("#log li").count(), 0)
  })
})
