import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { createServer, type Server } from "node:http"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"
import { germanVendorList } from "./german.js"

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url))

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

/** The program, and where it is. */
const startExample = async (env: Readonly<Record<string, string>> = {}) => {
  const example = run({ PORT: "0", ...env })
  const printed = await example.output
  const url = /Open (http:\/\/\S+)/.exec(printed)?.[1] ?? assert.fail(`it printed no address: ${printed}`)
  return { ...example, url }
}

const listenOn = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

afterAll(() => {
  // Stops the program of a test that timed out; does nothing if it has exited.
  for (const child of children) child.kill()
})

describe("npm start of the IAB example [sqlite]", () => {
  it("--help lists every variable and exits with 0", async () => {
    const { exit, output } = run({}, ["--help"])
    assert.strictEqual(await exit, 0)
    for (const word of ["PORT", "GVL_ENDPOINT"]) assert.include(await output, word)
  })

  it("a taken port, a wrong one and a wrong endpoint are one clear line each, and exit code 1", async () => {
    const other = createServer()
    const port = String(await listenOn(other))
    for (const [env, word] of [
      [{ PORT: port }, `Port ${port} is taken`],
      [{ PORT: "http" }, "PORT must be a number"],
      [{ PORT: "0", GVL_ENDPOINT: "http://vendors.example/list.json" }, "gvl.endpoint"],
    ] as const) {
      const { exit, output } = run(env)
      assert.strictEqual(await exit, 1)
      const line = (await output).trim()
      assert.include(line, word)
      assert.notInclude(line, "\n")
    }
    await closed(other)
  })
})

const title = withoutChromium
  ? "the IAB example in a browser [sqlite] (skipped: no Chromium is installed)"
  : "the IAB example in a browser [sqlite]"

describe.skipIf(withoutChromium)(title, () => {
  let browser: Browser
  let example: Awaited<ReturnType<typeof startExample>>

  beforeAll(async () => {
    example = await startExample()
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    example?.child.kill("SIGTERM")
    assert.strictEqual(await example?.exit, 0)
  })

  /** Opens the page as a new visitor with a language. */
  const visit = async (url: string, locale: string, query = ""): Promise<Page> => {
    const page = await (await browser.newContext({ locale })).newPage()
    await page.goto(`${url}/${query}`)
    await page.locator("#status").filter({ hasNotText: "Asking" }).waitFor()
    return page
  }

  const statusOf = async (page: Page) => (await page.locator("#status").textContent()) ?? ""

  const shownPurposes = (page: Page) =>
    page.locator("[data-purpose]").evaluateAll((cards) =>
      cards.map((card) => ({
        name: card.querySelector("h3")?.textContent,
        description: card.querySelector("p")?.textContent,
        asking: Number(card.querySelector("[data-asking]")?.textContent),
      })),
    )

  const rows = [
    "purposes",
    "legIntPurposes",
    "specialPurposes",
    "features",
    "specialFeatures",
    "dataCategories",
  ] as const

  /** What each vendor is shown to ask for. */
  const shownVendors = (page: Page) =>
    page.locator("[data-vendor]").evaluateAll(
      (cards, names) =>
        cards.map((card) => ({
          name: card.querySelector("h3")?.textContent,
          asks: names.map((row) =>
            Array.from(card.querySelectorAll(`[data-row=${row}] li`), ({ textContent }) => textContent),
          ),
        })),
      rows,
    )

  type List = typeof syntheticVendorList

  /** The site's own vendor, whom `services.ts` declares. */
  const own = { name: "House Statistics", purposes: [1, 8] }

  const notDeleted = ({ vendors }: List) =>
    Object.values(vendors).filter(({ deletedDate }) => deletedDate === undefined)

  const expectedPurposes = (list: List) =>
    Object.values(list.purposes).map(({ description, id, name }) => ({
      name,
      description,
      asking:
        notDeleted(list).filter(({ legIntPurposes, purposes }) => [purposes, legIntPurposes].flat().includes(id))
          .length + (own.purposes.includes(id) ? 1 : 0),
    }))

  const expectedVendors = (list: List) => {
    const { dataCategories = {}, features, purposes, specialFeatures, specialPurposes } = list
    const texts = { purposes, legIntPurposes: purposes, specialPurposes, features, specialFeatures, dataCategories }
    const listed = notDeleted(list).map((vendor) => ({
      name: vendor.name,
      asks: rows.map((row) => (vendor[row] ?? []).map((id) => texts[row][id]?.name)),
    }))
    const ownAsks = [own.purposes.map((id) => purposes[id]?.name), [], [], [], [], []]
    return [...listed, { name: own.name, asks: ownAsks }]
  }

  it.each([
    ["inline", "en-GB", syntheticVendorList, "Purposes"],
    ["inline", "de-AT", germanVendorList, "Zwecke"],
    ["reference", "en-GB", syntheticVendorList, "Purposes"],
    ["reference", "de-AT", germanVendorList, "Zwecke"],
  ] as const)("%s, to a reader of %s: the endpoint's list, every purpose and vendor of it", async (...row) => {
    const [delivery, locale, list, heading] = row
    const page = await visit(example.url, locale, `?delivery=${delivery}`)
    assert.include(await statusOf(page), `Vendor list ${list.vendorListVersion} of 2026-11-05`)
    assert.include(await statusOf(page), "17 vendors shown, 1 deleted left out")
    assert.strictEqual((await statusOf(page)).includes("by reference, from /gvl/412/"), delivery === "reference")
    assert.strictEqual(await page.locator("h2").first().textContent(), heading)
    assert.strictEqual(await page.locator("#list").getAttribute("lang"), locale.slice(0, 2))
    assert.deepStrictEqual(await shownPurposes(page), expectedPurposes(list))
    assert.deepStrictEqual<unknown>(await shownVendors(page), expectedVendors(list))
  })

  it("answers HEAD as GET, without the body", async () => {
    const headersOf = async (method: string) => {
      const response = await fetch(example.url, { method })
      const { connection: _, date: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers)
      return { status: response.status, headers, empty: (await response.text()) === "" }
    }
    assert.deepStrictEqual(await headersOf("HEAD"), { ...(await headersOf("GET")), empty: true })
    assert.strictEqual((await headersOf("HEAD")).status, 200)
  })

  it("both deliveries show the same page", async () => {
    const shown = async (query: string) => (await visit(example.url, "de-DE", query)).locator("#list").innerHTML()
    assert.strictEqual(await shown(""), await shown("?delivery=reference"))
  })

  it("a language can be chosen on the page, over the browser's; one that the list lacks gets the default one", async () => {
    const page = await visit(example.url, "en-GB")
    await page.getByRole("link", { name: "Deutsch" }).click()
    await page.locator("#list[lang=de]").waitFor()
    assert.strictEqual((await shownPurposes(page))[0]?.name, "Notizen auf diesem Gerät")
    const french = await visit(example.url, "fr-FR")
    assert.deepStrictEqual(await shownPurposes(french), expectedPurposes(syntheticVendorList))
  })

  it("a referred list is kept by the browser: the next visit asks the service for none", async () => {
    const page = await visit(example.url, "en-GB", "?delivery=reference")
    const transferred = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .flatMap((entry) =>
            entry.name.includes("/gvl/") ? [(entry as PerformanceResourceTiming).transferSize] : [],
          ),
      )
    assert.isAbove((await transferred())[0] ?? 0, 1_000)
    await page.goto(`${example.url}/?delivery=reference&again`)
    await page.locator("[data-vendor]").first().waitFor()
    assert.deepStrictEqual(await transferred(), [0])
  })

  it("another endpoint's list is shown instead, and fetched once for each service", async () => {
    const list = { ...generateVendorList({ vendors: 120, version: 77, seed: 5 }), lastUpdated: "2026-11-05T00:00:00Z" }
    let hits = 0
    const endpoint = createServer((_, response) => {
      hits += 1
      response.end(JSON.stringify(list))
    })
    const port = await listenOn(endpoint)
    const other = await startExample({ GVL_ENDPOINT: `http://127.0.0.1:${port}/list.json` })
    for (const query of ["", "?delivery=reference", "", "?delivery=reference"]) {
      const page = await visit(other.url, "de-DE", query)
      assert.deepStrictEqual<unknown>(await shownVendors(page), expectedVendors(list))
      assert.include(await statusOf(page), `Vendor list 77 of 2026-11-05`)
    }
    assert.strictEqual(hits, 2)
    other.child.kill("SIGTERM")
    assert.strictEqual(await other.exit, 0)
    await closed(endpoint)
  })

  it("with the endpoint away the page says so, in both deliveries, and /init answers", async () => {
    const gone = createServer()
    const port = await listenOn(gone)
    await closed(gone)
    const other = await startExample({ GVL_ENDPOINT: `http://127.0.0.1:${port}/{language}.json` })
    for (const [delivery, member] of [
      ["inline", "gvl"],
      ["reference", "gvlReference"],
    ] as const) {
      const page = await visit(other.url, "de-DE", `?delivery=${delivery}`)
      assert.include(await statusOf(page), "There is no vendor list at the moment")
      assert.strictEqual(await page.locator("[data-purpose], [data-row]").count(), 0)
      assert.deepStrictEqual(await page.locator("[data-vendor] h3").allTextContents(), [own.name])
      const init = await fetch(`${other.url}/${delivery}/init?country=DE`)
      assert.strictEqual(init.status, 200)
      const body: unknown = await init.json()
      assert.deepNestedInclude(body, { [member]: null, "policyResolution.policyId": "europe_iab" })
    }
    other.child.kill("SIGTERM")
    assert.strictEqual(await other.exit, 0)
  })
})
