/** The verifier as its users have it: two files, built, and nothing else. */
import { type LogReceipt, writeReceipt, writeTlogProof } from "@consent-service/core/evidence"
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { execFile } from "node:child_process"
import { generateKeyPairSync, sign } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { buildVerifier } from "../build.mjs"
import { ed25519 } from "./Ed25519.js"
import { keys, receiptOf } from "./testing/SignedLog.js"

const folder = mkdtempSync(join(tmpdir(), "cs-verifier-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let built: Awaited<ReturnType<typeof buildVerifier>>
beforeAll(async () => void (built = await buildVerifier(folder)))

const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return name
}

interface Ran {
  readonly code: number
  readonly out: string
  readonly error: string
}

const run = (...args: ReadonlyArray<string>): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, ["verify.mjs", ...args], { cwd: folder }, (error, out, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
      resolve({ code, out, error: stderr })
    })
  })

const good = receiptOf(3)
const altered: LogReceipt = {
  ...good,
  entry: { ...good.entry, parts: { archive: { key: "0".repeat(64), text: '{"digest":"other","what":"texts"}' } } },
}

describe("the files", () => {
  it("have at most 30 kB, import nothing but Node's own modules, and are the same whenever they are built", async () => {
    for (const { bytes, name } of built) assert.isAtMost(bytes, 30_000, name)
    const module = readFileSync(join(folder, "verify.mjs"), "utf8")
    const imported = Array.from(module.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g), ([, name]) => name)
    assert.deepStrictEqual(imported, ["node:fs/promises"])
    assert.deepStrictEqual(await buildVerifier(mkdtempSync(join(folder, "again-"))), built)
  })
})

describe("node verify.mjs", () => {
  it("verifies receipts in both forms, says what they say, and exits with 0", async () => {
    const files = [put("good.json", `${writeReceipt(good)}\n`), put("good.tlog-proof", writeTlogProof(good))]
    const { code, error, out } = await run(...files, "--key", keys.log, "--witness", keys.witness, "--quorum", "1")
    assert.deepStrictEqual([code, error], [0, ""])
    assert.strictEqual(out.match(/^ {2}Verified$/gm)?.length, 2)
    assert.include(out, 'Says (archive): {"digest":"digest 3","what":"texts"}')
    assert.include(out, "Cosigned: witness.example at 2026-12-01T00:00:01Z")
    assert.include(out, "Does not prove")
  })

  it("refuses what does not verify, with its reason, and exits with 1", async () => {
    const files = [put("a.json", writeReceipt(good)), put("b.json", writeReceipt(altered)), put("c.json", "{}")]
    const { code, out } = await run(...files, "--key", keys.log, "--json")
    const reports = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(
      reports.map(({ file, reason, verified }) => [file, verified, reason]),
      [
        ["a.json", true, "Verified"],
        ["b.json", false, "NotIncluded"],
        ["c.json", false, "Malformed"],
      ],
    )
    assert.strictEqual((await run("a.json", "--key", keys.other)).code, 1)
  })

  it("says what is wrong with its arguments, and exits with 2", async () => {
    const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
      [[], "no file is given"],
      [["a.json"], "no --key is given"],
      [["a.json", "--key"], "--key needs a value"],
      [["a.json", "--key", "nonsense"], "not a verifier key: nonsense"],
      [["a.json", "--key", keys.log, "--quorum", "many"], '--quorum takes a number from 0 to 999, not "many"'],
      [["a.json", "--key", keys.log, "--color"], "unknown option --color"],
      [["missing.json", "--key", keys.log], "cannot read missing.json"],
    ]
    const answers = await Promise.all(wrong.map(([args]) => run(...args)))
    answers.forEach(({ code, error }, at) => {
      assert.strictEqual(code, 2)
      assert.include(error, wrong[at]?.[1] ?? "no such case")
    })
    const help = await run("--help")
    assert.strictEqual(help.code, 0)
    assert.include(help.out, "Usage: node verify.mjs")
  })
})

describe("Ed25519", () => {
  it("is verified the same by WebCrypto and by the bundled library", async () => {
    const pair = generateKeyPairSync("ed25519")
    const publicKey = new Uint8Array(pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32))
    const [platform, library] = [ed25519(globalThis.crypto.subtle), ed25519(null)]
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.uint8Array({ maxLength: 80 }), FastCheck.nat(511), async (message, bit) => {
        const signature = new Uint8Array(sign(null, message, pair.privateKey))
        const wrong = signature.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        for (const verify of [platform, library]) {
          assert.isTrue(await verify(publicKey, message, signature))
          assert.isFalse(await verify(publicKey, message, wrong))
          assert.isFalse(await verify(publicKey, Uint8Array.of(...message, 0), signature))
        }
      }),
      { numRuns: 20 },
    )
    for (const verify of [platform, library]) {
      assert.isFalse(await verify(new Uint8Array(32).fill(255), new Uint8Array(1), new Uint8Array(64)))
      assert.isFalse(await verify(publicKey, new Uint8Array(1), new Uint8Array(3)))
    }
  })
})

describe.skipIf(withoutChromium)("verify.html in a browser without a network", () => {
  it("verifies a receipt that is pasted, refuses one that was altered, and requests nothing", async () => {
    const browser = await launchChromium()
    try {
      const context = await browser.newContext({ offline: true })
      const page = await context.newPage()
      const [requests, troubles]: [Array<string>, Array<string>] = [[], []]
      page.on("request", (request) => requests.push(request.url()))
      page.on("console", (message) => troubles.push(message.text()))
      page.on("pageerror", (error) => troubles.push(error.message))
      const address = pathToFileURL(join(folder, "verify.html")).href
      await page.goto(address)
      const verdict = page.getByRole("status")
      assert.include(await verdict.textContent(), "Waiting")
      await page.getByLabel("Keys of the log").fill(keys.log)
      await page.getByLabel("Receipt", { exact: true }).fill(writeReceipt(good))
      await page.locator('#verdict[data-state="verified"]').waitFor()
      assert.include(await verdict.textContent(), "digest 3")
      await page.getByLabel("Receipt", { exact: true }).fill(writeTlogProof(altered))
      await page.locator('#verdict[data-state="refused"]').waitFor()
      assert.include(await verdict.textContent(), "NotIncluded")
      await page
        .getByLabel("Receipt or pack, as a file")
        .setInputFiles(join(folder, put("good.json", writeReceipt(good))))
      await page.locator('#verdict[data-state="verified"]').waitFor()
      await page.getByLabel("Keys of witnesses").fill("nonsense")
      await page.locator('#verdict[data-state="refused"]').waitFor()
      assert.include(await verdict.textContent(), "Not a verifier key: nonsense")
      assert.deepStrictEqual([requests, troubles], [[address], []])
    } finally {
      await browser.close()
    }
  })
})
