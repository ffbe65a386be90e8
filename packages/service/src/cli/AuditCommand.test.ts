import { readReceipt, readVerifierKey, writeReceipt } from "@consent-service/core/evidence"
import { assert, describe, it, vi } from "@effect/vitest"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serve } from "../node.js"
import { cosignerOf, makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { listenOnLoopback } from "../testing/Loopback.js"
import { run as cli } from "../testing/RunCli.js"
import { aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"
import type { EvidenceOptions } from "../options/EvidenceOptions.js"

const timeout = 120_000

const signingKey = makeSigningKey("consent.shop.example/evidence")
const key = verifierOf(signingKey) ?? ""

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), "cs-audit-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const optionsIn = (directory: string, more: EvidenceOptions = {}) => ({
  evidence: { signingKeys: [signingKey], checkpointEveryMs: 100, publish: { directory }, ...more },
})

type Instance = Pick<Awaited<ReturnType<typeof startInstance>>, "post">

/** Few together: a busy service refuses more. */
const together = 10

const saves = async ({ post }: Instance, count: number): Promise<ReadonlyArray<string>> => {
  const receipts: Array<string> = []
  const one = async () => {
    const subjectId = newSubjectId()
    const { body, status } = await post(aSave({ subjectId }))
    assert.strictEqual(status, 200)
    receipts.push(`/subjects/${subjectId}/receipts/${body.consentId}`)
  }
  for (let left = count; left > 0; left -= together) {
    await Promise.all(Array.from({ length: Math.min(left, together) }, one))
  }
  return receipts
}

const sizeIn = (directory: string): number =>
  existsSync(join(directory, "checkpoint"))
    ? Number(readFileSync(join(directory, "checkpoint"), "utf8").split("\n")[1])
    : 0

/** A database with so many records more, published to a directory: its URL, to go on with. */
const publishMore = async (url: string, directory: string, count: number, more: EvidenceOptions = {}) => {
  const instance = instanceOn(url, optionsIn(directory, more))
  const before = sizeIn(directory)
  const receipts = await saves(instance, count)
  await vi.waitFor(() => assert.isAtLeast(sizeIn(directory), before + count), 60_000)
  const texts: Array<string> = []
  for (const path of receipts.slice(0, 1)) {
    const answer = await instance.service.handler(new Request(`https://shop.example${path}`))
    texts.push(await answer.text())
  }
  await instance.service.dispose()
  return texts
}

const published = async (directory: string, count: number) => {
  const first = await startInstance("sqlite", optionsIn(directory))
  await first.service.dispose()
  const receipts = await publishMore(first.url, directory, count)
  return { url: first.url, receipts, drop: first.stop }
}

const audit = async (...args: ReadonlyArray<string>) => {
  const { code, error, out } = await cli("audit", ...args, "--key", key, "--json")
  // What could not be done is one object over several lines.
  const lines = out
    .split("\n")
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line))
  const findings = lines.filter((line) => "finding" in line)
  return { code, error, findings, names: findings.map(({ finding }) => finding), summary: lines.at(-1)?.summary }
}

/** Every file below a directory. */
const filesIn = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(directory, name)).isFile(),
  )

describe("consent-service audit", () => {
  it("follows a published log, remembers what it saw, and goes on from there", { timeout }, () =>
    inFolder(async (folder) => {
      const [directory, state] = [join(folder, "log"), join(folder, "state.json")]
      const { drop, url } = await published(directory, 300)
      const first = await audit(directory, "--state", state)
      assert.deepStrictEqual([first.code, first.names, first.summary.from], [0, [], 0])
      await publishMore(url, directory, 270)
      const second = await audit(directory, "--state", state)
      assert.deepStrictEqual([second.code, second.names, second.summary.from], [0, [], 256])
      assert.isAtLeast(second.summary.size, 570)
      const again = await audit(directory, "--state", state, "--all")
      assert.deepStrictEqual([again.code, again.names, again.summary.from], [0, [], 0])
      await drop()
    }),
  )

  it("finds a second history of the same name and key, and shows both signed checkpoints", { timeout }, () =>
    inFolder(async (folder) => {
      const [one, other, state] = [join(folder, "one"), join(folder, "other"), join(folder, "state.json")]
      const first = await published(one, 5)
      const second = await published(other, 9)
      assert.strictEqual((await audit(one, "--state", state)).code, 0)
      const before = readFileSync(state, "utf8")
      // The operator replaces the published log by the other history.
      const forked = await audit(other, "--state", state)
      assert.deepStrictEqual([forked.code, forked.names], [1, ["Forked"]])
      const notes = [join(one, "checkpoint"), join(other, "checkpoint")].map((path) => readFileSync(path, "utf8"))
      assert.deepStrictEqual(forked.findings[0].notes, notes)
      assert.strictEqual(readFileSync(state, "utf8"), before)
      // Two places show two histories together; a receipt of the other one contradicts, too.
      const [larger, smaller] = sizeIn(one) >= sizeIn(other) ? [one, other] : [other, one]
      assert.deepStrictEqual((await audit(larger, "--compare", smaller)).names, ["Forked"])
      const receipt = join(folder, "receipt.json")
      writeFileSync(receipt, writeReceipt(readReceipt(first.receipts[0] ?? "") ?? assert.fail("no receipt")))
      assert.deepStrictEqual((await audit(other, "--checkpoint", receipt)).names, ["Forked"])
      assert.deepStrictEqual((await audit(one, "--checkpoint", receipt)).names, [])
      await first.drop()
      await second.drop()
    }),
  )

  it("finds a second history behind 256 entries that it had audited", { timeout }, () =>
    inFolder(async (folder) => {
      const [one, other, state] = [join(folder, "one"), join(folder, "other"), join(folder, "state.json")]
      const first = await published(one, 270)
      const second = await published(other, 280)
      assert.strictEqual((await audit(one, "--state", state)).code, 0)
      const forked = await audit(other, "--state", state)
      assert.deepStrictEqual([forked.code, forked.names, forked.summary.from], [1, ["Forked"], 0])
      await first.drop()
      await second.drop()
    }),
  )

  it("names every file of the log that is altered or missing", { timeout }, () =>
    inFolder(async (folder) => {
      const directory = join(folder, "log")
      const { drop } = await published(directory, 300)
      const copy = join(folder, "copy")
      const needed = filesIn(directory).filter((path) => path.startsWith("tile/") || path === "checkpoint")
      const size = sizeIn(directory)
      const current = needed.filter(
        (path) => !path.includes(".p/") || path.endsWith(`.p/${size % 256}`) || path.includes("tile/1/"),
      )
      assert.isAtLeast(current.length, 5)
      for (const path of current) {
        for (const change of ["alter", "remove"] as const) {
          cpSync(directory, copy, { recursive: true })
          if (change === "remove") rmSync(join(copy, path))
          else {
            const bytes = readFileSync(join(copy, path))
            const at = path === "checkpoint" ? bytes.length - 20 : Math.floor(bytes.length / 2)
            bytes[at] = (bytes[at] ?? 0) ^ 1
            writeFileSync(join(copy, path), bytes)
          }
          const { code, error, names } = await audit(copy)
          assert.strictEqual(code, 1, `${change} ${path}`)
          assert.isTrue(names.length > 0 || error !== "", `${change} ${path}`)
          rmSync(copy, { recursive: true })
        }
      }
      await drop()
    }),
  )

  it("says that a copy lags or was set back, and that witnesses are missing", { timeout }, () =>
    inFolder(async (folder) => {
      const [directory, old, state] = [join(folder, "log"), join(folder, "old"), join(folder, "state.json")]
      const { drop, url } = await published(directory, 5)
      cpSync(directory, old, { recursive: true })
      await publishMore(url, directory, 3)
      assert.strictEqual((await audit(directory, "--state", state)).code, 0)
      assert.deepStrictEqual((await audit(old, "--state", state)).names, ["SetBack"])
      const witness = cosignerOf(makeSigningKey("witness.example/w1"))?.verifier ?? ""
      assert.deepStrictEqual((await audit(directory, "--witness", witness)).names, ["NotWitnessed"])
      assert.strictEqual((await audit(directory, "--witness", witness, "--quorum", "0")).code, 0)
      await drop()
    }),
  )

  it("follows the routes of a service, by entries or by proofs alone", { timeout }, () =>
    inFolder(async (folder) => {
      const [directory, state, proofs] = [join(folder, "log"), join(folder, "state.json"), join(folder, "proofs.json")]
      const { drop, url } = await published(directory, 5)
      const instance = instanceOn(url, optionsIn(directory, { public: "tiles" }))
      const server = await serve(instance.service, { port: 0, host: "127.0.0.1" })
      const address = `${server.url}/log`
      assert.deepStrictEqual((await audit(address, "--state", state)).names, [])
      assert.strictEqual((await audit(address, "--state", proofs, "--proofs")).code, 0)
      await saves(instance, 3)
      await vi.waitFor(() => assert.isAtLeast(sizeIn(directory), 10), 60_000)
      assert.strictEqual((await audit(address, "--state", state, "--compare", directory)).code, 0)
      assert.strictEqual((await audit(address, "--state", proofs, "--proofs")).code, 0)
      await server.close()
      const other = join(folder, "other")
      const second = await published(other, 20)
      const forkedAt = instanceOn(second.url, optionsIn(other))
      const forking = await serve(forkedAt.service, { port: 0, host: "127.0.0.1" })
      assert.deepStrictEqual((await audit(`${forking.url}/log`, "--state", proofs, "--proofs")).names, ["Forked"])
      // Tiles are not public there.
      const closed = await audit(`${forking.url}/log`)
      assert.deepStrictEqual([closed.code, /401 for tile\/entries.*--proofs/.test(closed.error)], [1, true])
      await forking.close()
      await drop()
      await second.drop()
    }),
  )

  it("names wrong usage, refuses a damaged state, and ends with 1 where there is no log", { timeout }, () =>
    inFolder(async (folder) => {
      for (const args of [
        [],
        [folder, folder],
        [folder, "--witness", key],
        [folder, "--quorum", "1"],
        [folder, "--checkpoint", "/no"],
      ]) {
        assert.strictEqual((await audit(...args)).code, 2, args.join(" "))
      }
      assert.strictEqual((await cli("audit", folder)).code, 2)
      const state = join(folder, "state.json")
      for (const text of [
        "{",
        "{}",
        '{"format":"consent-service/audit/v1","checkpoint":"x","lastTime":0,"subtrees":null}',
      ]) {
        writeFileSync(state, text)
        const { code, error } = await audit(folder, "--state", state)
        assert.deepStrictEqual([code, /is not the state of an audit/.test(error)], [2, true])
        assert.strictEqual(readFileSync(state, "utf8"), text)
      }
      const nothing = await audit(folder)
      assert.deepStrictEqual(
        [nothing.code, nothing.error],
        [1, `the log at ${folder} cannot be audited: there is no file checkpoint`],
      )
      const nowhere = join(folder, "nope")
      const missing = await cli("audit", nowhere, "--key", key)
      assert.deepStrictEqual(
        [missing.code, missing.error],
        [1, `the log at ${nowhere} cannot be audited: there is no directory ${nowhere}`],
      )
    }),
  )

  it("ends with 1 at a server that answers nonsense, without reading it all", { timeout }, async () => {
    const answers: ReadonlyArray<Buffer | null> = [Buffer.from("nonsense"), Buffer.alloc(40_000_000, "x"), null]
    let asked = 0
    const server = createServer((_, response) => {
      const answer = answers[asked++] ?? null
      if (answer === null) response.writeHead(302, { location: "http://127.0.0.1:9/" }).end()
      else response.end(answer)
    })
    const { close, url: place } = await listenOnLoopback(server)
    for (const reason of [/checkpoint is none/, /too long/, /./]) {
      const { code, error } = await audit(place)
      assert.deepStrictEqual([code, reason.test(error)], [1, true], error)
    }
    await close()
  })

  it("trusts no key but those that it is given", { timeout }, () =>
    inFolder(async (folder) => {
      const directory = join(folder, "log")
      const { drop } = await published(directory, 1)
      const other = verifierOf(makeSigningKey("consent.shop.example/evidence")) ?? ""
      assert.isNotNull(readVerifierKey(other))
      const { code, error } = await cli("audit", directory, "--key", other)
      assert.deepStrictEqual([code, /not to be trusted/.test(error)], [1, true])
      await drop()
    }),
  )
})
