/** An evidence pack as an authority opens it: a zip file, a browser, no network. */
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { assert, describe, it } from "@effect/vitest"
import { createConsentService, recommendedPolicyRules } from "consent-service"
import { unzipSync, zipSync } from "fflate"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { onTestFinished } from "vitest"
import { execFileSync } from "node:child_process"
import { createRequire } from "node:module"

const apiKey = "a-key-of-the-shop-with-enough-characters"

const cli = join(createRequire(import.meta.url).resolve("consent-service"), "../../bin/consent-service.js")

/** A service with one record, and its pack as it is answered. */
const issued = async (folder: string) => {
  const { signingKey, verifierKey } = JSON.parse(
    execFileSync(process.execPath, [cli, "log", "init", "--origin", "log.example/shop", "--json"], {
      encoding: "utf8",
    }),
  )
  const service = createConsentService({
    database: "sqlite::memory:",
    apiKeys: [apiKey],
    evidence: { signingKeys: [signingKey], checkpointEveryMs: 100 },
    manifest: { policyRules: recommendedPolicyRules() },
    policySnapshot: { signingKey: "a signing key of more than 32 bytes, for tests" },
    observability: { level: "error", drain: (event) => console.error(event) },
  })
  onTestFinished(() => service.dispose())
  await service.migrate()
  const send = (path: string, init: RequestInit = {}) => service.handler(new Request(`http://127.0.0.1${path}`, init))
  const { policySnapshotToken } = await (
    await send("/init?country=DE", { headers: { "accept-language": "de" } })
  ).json()
  const subjectId = "sub_1111111111111111111"
  const saved = await send("/subjects", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      type: "cookie_banner",
      subjectId,
      domain: "shop.example",
      givenAt: Date.now(),
      preferences: { necessary: true, marketing: false },
      policySnapshotToken,
    }),
  })
  assert.strictEqual(saved.status, 200)
  const answer = await send("/evidence-packs", {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ subjectId }),
  })
  assert.strictEqual(answer.status, 200)
  const path = join(folder, "pack.zip")
  writeFileSync(path, new Uint8Array(await answer.arrayBuffer()))
  return { path, verifierKey }
}

describe.skipIf(withoutChromium)("an evidence pack", () => {
  it("opens and verifies in a browser with no network, and so does not once a file is altered", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cs-e2e-pack-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { path, verifierKey } = await issued(folder)
    const files = unzipSync(new Uint8Array(readFileSync(path)))
    const place = (name: string): string => {
      const target = join(folder, name.replaceAll("/", "_"))
      writeFileSync(target, files[name] ?? assert.fail(name))
      return pathToFileURL(target).href
    }
    const record = Object.keys(files).find((name) => name.startsWith("records/")) ?? assert.fail("no record")
    const altered = Buffer.from(files[record] ?? [])
      .toString()
      .replace('"marketing": false', '"marketing": true')
    const forged = join(folder, "forged.zip")
    writeFileSync(forged, zipSync({ ...files, [record]: new TextEncoder().encode(altered) }))

    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const page = await (await browser.newContext({ offline: true })).newPage()
    const [requests, troubles]: [Array<string>, Array<string>] = [[], []]
    page.on("request", (request) => requests.push(request.url()))
    page.on("console", (message) => troubles.push(message.text()))
    page.on("pageerror", (error) => troubles.push(error.message))

    const addresses = [place("README.html"), place("verify.html")]
    const notice = Object.keys(files).find((name) => name.endsWith("notice.html")) ?? assert.fail("no notice")
    addresses.push(place(notice))
    await page.goto(addresses[0] ?? "")
    assert.include(await page.locator("body").innerText(), "Besorgen Sie sich den Prüfschlüssel")
    assert.include(await page.locator("body").innerText(), "log.example/shop")
    await page.goto(addresses[2] ?? "")
    assert.include(await page.locator("aside").innerText(), "not a screenshot")
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "de")
    await page.goto(addresses[1] ?? "")
    await page.getByLabel("Keys of the log").fill(verifierKey)
    await page.getByLabel("Receipt or pack, as a file").setInputFiles(path)
    await page.locator('#verdict[data-state="verified"]').waitFor()
    assert.include(await page.getByRole("status").innerText(), "no file of this pack was altered")
    await page.getByLabel("Receipt or pack, as a file").setInputFiles(forged)
    await page.locator('#verdict[data-state="refused"]').waitFor()
    assert.include(await page.getByRole("status").innerText(), `${record} was altered`)
    assert.deepStrictEqual(new Set(requests), new Set(addresses))
    assert.deepStrictEqual(troubles, [])
  })
})
