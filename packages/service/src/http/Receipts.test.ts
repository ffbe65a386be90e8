/** Receipts and the routes of the log over the stored log of each engine: what is answered verifies offline. */
import {
  archiveStatement,
  type CheckpointBody,
  consentStatement,
  decodeBase64,
  type Hash,
  integrate,
  isConsistent,
  leafHash,
  logOpenedStatement,
  type PendingEntry,
  pendingEntry,
  readCheckpoint,
  readNote,
  readReceipt,
  readTlogProof,
  readVerifierKey,
  rootOf,
  type Statement,
  type VerifyEd25519,
  verifyReceipt,
  writeCheckpoint,
} from "@consent-service/core/evidence"
import { EvidenceLog, EvidenceReader } from "@consent-service/core/ports"
import { describeEngines } from "@consent-service/test-engines"
import { launchChromium, withoutChromium } from "@consent-service/test-engines/chromium"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { execFile } from "node:child_process"
import { createPublicKey, randomBytes, verify } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { startClockedInstance } from "../testing/ClockedInstance.js"
import { newLogKey } from "../testing/LogKey.js"
import { aSave, newSubjectId } from "../testing/TestInstance.js"

const origin = "consent.shop.example/evidence"
const start = Date.UTC(2026, 10, 23)
const { signer, verifierKey } = newLogKey(origin)
const keys = [readVerifierKey(verifierKey) ?? assert.fail("no key")]

const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey])
  return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
}

const queued = (statement: Statement, id: string, receivedAt: number): PendingEntry =>
  pendingEntry(statement, { id, receivedAt, salt: randomBytes(16).toString("base64url") })

const openLog = Effect.flatMap(EvidenceLog, (log) =>
  log.open({
    origin,
    openedAt: start,
    entry: queued(logOpenedStatement({ origin, openedAt: start }), "log", start),
    mayRename: false,
  }),
)

const queueAll = (entries: ReadonlyArray<PendingEntry>) => Effect.flatMap(EvidenceLog, (log) => log.queue(entries))

const queueRecord = (id: string) =>
  Effect.gen(function* () {
    const reader = yield* EvidenceReader
    const facts = (yield* reader.consentFacts([id])).get(id) ?? assert.fail(`no record ${id}`)
    yield* queueAll([queued(consentStatement(facts), id, facts.createdAt)])
  })

const integrateAll: Effect.Effect<void, unknown, EvidenceLog> = Effect.gen(function* () {
  const log = yield* EvidenceLog
  const outcome = yield* log.integrate(200, (head, edge, entries) => integrate(head, edge, entries, start + 1_000))
  if (outcome._tag === "Integrated" && outcome.backlog) yield* integrateAll
})

const signHead = Effect.gen(function* () {
  const [log, reader] = [yield* EvidenceLog, yield* EvidenceReader]
  const { head } = Option.getOrThrow(yield* reader.state)
  const text = writeCheckpoint({ origin, ...head })
  const lines = yield* signer.sign(text)
  yield* log.keepCheckpoint({ size: head.size, note: `${text}\n${lines.join("\n")}\n`, signedAt: start })
})

const run = promisify(execFile)

const verifierBuild = new URL("../../../../verifier/build.mjs", import.meta.url).href

/** The verifier's files, built as they are handed out. */
const buildVerifier = (into: string) =>
  run(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { buildVerifier } from ${JSON.stringify(verifierBuild)}; await buildVerifier(${JSON.stringify(into)})`,
  ])

const bodyOf = (note: string): CheckpointBody =>
  readCheckpoint(readNote(note)?.text ?? "") ?? assert.fail("no checkpoint")

describeEngines("the evidence log over HTTP", (engine) => {
  let instance: Awaited<ReturnType<typeof startClockedInstance>>
  let first: CheckpointBody
  const subjectId = newSubjectId()
  const ids: Array<string> = []
  const folder = mkdtempSync(join(tmpdir(), "cs-receipts-"))

  beforeAll(async () => {
    await buildVerifier(folder)
    const options = { trustedOrigins: [], evidence: { public: "tiles" } } as const
    instance = await startClockedInstance(engine, start, options, { signer })
    await instance.inLog(openLog)
    for (const domain of ["shop.example", "bücher.example", "xn--nxasmq6b.example"]) {
      const saved = await instance.post(
        aSave({ subjectId, domain, givenAt: start, metadata: { note: `é 🍪 ${domain}` } }),
      )
      assert.strictEqual(saved.status, 200, JSON.stringify(saved.body))
      ids.push(saved.body.consentId)
    }
  })
  afterAll(async () => {
    await instance.stop()
    rmSync(folder, { recursive: true })
  })

  const receiptOf = (id: string, query = "") => instance.send(`/subjects/${subjectId}/receipts/${id}${query}`)

  const [one, two, three] = [0, 1, 2].map((at) => () => ids[at] ?? assert.fail("not saved"))

  const verdictOf = async (text: string): Promise<string> => {
    const receipt = readReceipt(text) ?? readTlogProof(text) ?? assert.fail("no receipt")
    return (await verifyReceipt(receipt, { keys }, verifyEd25519))._tag
  }

  it("has no checkpoint and no receipt before the first signature", async () => {
    assert.strictEqual((await instance.send("/log/checkpoint")).status, 503)
    assert.strictEqual((await instance.send("/log/keys")).status, 503)
    assert.strictEqual((await receiptOf("cns_unknown")).status, 404)
  })

  it("answers 202 while a record waits, and while nothing signed covers it, then a receipt that verifies", async () => {
    await instance.inLog(queueRecord(one?.() ?? ""))
    assert.strictEqual((await receiptOf(one?.() ?? "")).status, 202)
    await instance.inLog(integrateAll)
    assert.strictEqual((await receiptOf(one?.() ?? "")).status, 202)
    await instance.inLog(signHead)
    const { body, status } = await receiptOf(one?.() ?? "")
    assert.strictEqual(status, 200)
    assert.strictEqual(await verdictOf(JSON.stringify(body)), "Verified")
    first = bodyOf(body.checkpoint)
  })

  it("proves each record among many others, whatever is withheld, in both forms", async () => {
    await instance.inLog(queueRecord(two?.() ?? ""))
    const others = Array.from({ length: 700 }, (_, at) =>
      queued(archiveStatement({ digest: `${at}`, what: "texts" }), `other-${at}`, start + at),
    )
    await instance.inLog(queueAll(others))
    await instance.inLog(queueRecord(three?.() ?? ""))
    await instance.inLog(integrateAll)
    await instance.inLog(signHead)
    for (const id of ids) {
      for (const query of [
        "",
        "?withhold=trace",
        "?withhold=act,subject,trace",
        "?form=proof",
        "?form=proof&withhold=act",
      ]) {
        const { body, status } = await receiptOf(id, query)
        assert.strictEqual(status, 200)
        assert.strictEqual(await verdictOf(typeof body === "string" ? body : JSON.stringify(body)), "Verified", query)
      }
    }
    const { body } = await receiptOf(two?.() ?? "")
    assert.include(body.entry.parts.trace.text, "é 🍪 bücher.example")
    assert.strictEqual((await instance.send(`/subjects/${newSubjectId()}/receipts/${ids[0]}`)).status, 404)
  })

  it("issues receipts that the verifier's file verifies, without the service", async () => {
    for (const [name, query] of [
      ["whole.json", ""],
      ["without-trace.tlog-proof", "?form=proof&withhold=trace"],
    ] as const) {
      const { body } = await receiptOf(ids[1] ?? "", query)
      writeFileSync(join(folder, name), typeof body === "string" ? body : JSON.stringify(body))
    }
    const files = ["whole.json", "without-trace.tlog-proof"]
    const { stdout } = await run(process.execPath, ["verify.mjs", ...files, "--key", verifierKey], { cwd: folder })
    assert.strictEqual(stdout.match(/^ {2}Verified$/gm)?.length, 2)
    assert.include(stdout, '"domain":"xn--bcher-kva.example"')
    assert.include(stdout, "é 🍪 bücher.example")
  })

  const verifiesOffline = async () => {
    const { body } = await receiptOf(ids[2] ?? "", "?withhold=trace")
    const browser = await launchChromium()
    try {
      const page = await (await browser.newContext({ offline: true })).newPage()
      await page.goto(pathToFileURL(join(folder, "verify.html")).href)
      await page.getByLabel("Keys of the log").fill(verifierKey)
      await page.getByLabel("Receipt", { exact: true }).fill(JSON.stringify(body))
      await page.locator('#verdict[data-state="verified"]').waitFor()
      assert.include(await page.getByRole("status").textContent(), subjectId)
      await page.getByLabel("Receipt", { exact: true }).fill(JSON.stringify(body).replace(subjectId, newSubjectId()))
      await page.locator('#verdict[data-state="refused"]').waitFor()
    } finally {
      await browser.close()
    }
  }

  // The page is the same, whatever engine the receipt is from.
  if (engine === "sqlite")
    it.skipIf(withoutChromium)(
      "issues receipts that the verifier's page verifies in a browser without a network",
      verifiesOffline,
    )

  it("shows that the log of the first checkpoint is the beginning of the one of the last", async () => {
    const newest = bodyOf((await instance.send("/log/checkpoint")).body)
    assert.isAbove(newest.size, 700)
    const { body } = await instance.send(`/log/consistency?from=${first.size}&to=${newest.size}`)
    const proof: ReadonlyArray<Hash> = body.proof.map((hash: string) => decodeBase64(hash) ?? assert.fail(hash))
    assert.isTrue(isConsistent(first, newest, proof))
    assert.strictEqual((await instance.send(`/log/consistency?from=1&to=${newest.size + 1}`)).status, 400)
  })

  it("publishes tiles and bundles from which a reader computes the root", async () => {
    const bytesAt = async (path: string): Promise<Uint8Array> => {
      const response = await instance.handler(new Request(`http://localhost/log/tile/${path}`))
      assert.strictEqual(response.status, 200, path)
      return new Uint8Array(await response.arrayBuffer())
    }
    const cut = (bytes: Uint8Array, width: number): ReadonlyArray<Uint8Array> =>
      Array.from({ length: bytes.length / width }, (_, at) => bytes.slice(at * width, (at + 1) * width))
    const newest = bodyOf((await instance.send("/log/checkpoint")).body)
    const [full, left] = [Math.floor(newest.size / 256), newest.size % 256]
    const names = [...Array.from({ length: full }, (_, n) => `00${n}`), `00${full}.p/${left}`]
    const leaves: Array<Hash> = []
    for (const name of names) {
      const hashes = cut(await bytesAt(`entries/${name}`), 44).map((entry) => leafHash(entry.slice(2)))
      assert.deepStrictEqual(cut(await bytesAt(`0/${name}`), 32), hashes)
      leaves.push(...hashes)
    }
    assert.deepStrictEqual(rootOf(leaves), newest.root)
    const above = cut(await bytesAt(`1/000.p/${full}`), 32)
    assert.deepStrictEqual(
      above,
      above.map((_, n) => rootOf(leaves.slice(256 * n, 256 * (n + 1)))),
    )
  })

  it("names its key with the sizes of the checkpoints it has signed", async () => {
    const { body } = await instance.send("/log/keys")
    assert.deepStrictEqual(body, { origin, keys: [{ key: verifierKey, from: first.size, until: null }] })
  })
})
