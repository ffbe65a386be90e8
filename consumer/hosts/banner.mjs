// @ts-check
// A visitor in Chromium: the banner, a click, and the save.
import { existsSync } from "node:fs"
import { chromium } from "playwright-core"
import { must, mustInclude, Unavailable } from "../suite.mjs"
import { sourceOf } from "./guide.mjs"

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync)

/** A development server compiles when a page is asked for. */
const timeout = 120_000

/** The address has a query. @param {import("playwright-core").Response} response */
const isSave = (response) =>
  response.request().method() === "POST" && new URL(response.url()).pathname.endsWith("/subjects")

/**
 * Opens a page, accepts, and waits until the decision is on record.
 *
 * @param {string} url
 * @param {string} [html] the page, where the host serves none
 */
export const acceptOn = async (url, html) => {
  if (browserPath === undefined) throw new Unavailable("no Chromium is installed")
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const page = await browser.newPage()
    if (html !== undefined) await page.route(url, (route) => route.fulfill({ contentType: "text/html", body: html }))
    await page.goto(url, { timeout })
    const accept = page.getByRole("button", { name: /accept/i }).first()
    await accept.waitFor({ timeout })
    const [saved] = await Promise.all([page.waitForResponse(isSave, { timeout }), accept.click()])
    must(saved.status() === 200, `the save was answered ${saved.status()}`)
  } finally {
    await browser.close()
  }
}

/** @param {string} origin @param {string} source of the script */
export const mustServe = async (origin, source) => {
  const response = await fetch(new URL(source, origin))
  must(response.status === 200, `GET ${source} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  mustInclude(response.headers.get("content-type") ?? "", "javascript", source)
}

/** A page of the host with a script tag in its head, and the save of an answer. @param {string} origin @param {string} tag */
export const acceptWithTag = async (origin, tag) => {
  const own = tag.replace("http://localhost:8787", origin)
  await mustServe(origin, sourceOf(own))
  const html = `<!doctype html><html lang="en"><head><title>Shop</title>${own}</head><body>Shop</body></html>`
  await acceptOn(`${origin}/shop`, html)
}
