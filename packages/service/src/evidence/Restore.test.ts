/** A restored backup does not fork the log. */
import {
  type CheckpointBody,
  decodeBase64,
  type Hash,
  isConsistent,
  readCheckpointNote,
  readReceipt,
  readVerifierKey,
  rootOf,
  verifyReceipt,
} from "@consent-service/core/evidence"
import { describeEngines, type Engine } from "@consent-service/test-engines"
import { assert, it, vi } from "@effect/vitest"
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run as cli } from "../testing/RunCli.js"
import { copyTables, restoreTables } from "../testing/DatabaseCopy.js"
import { publishedLeaves } from "../testing/PublishedLog.js"
import { aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { makeSigningKey, verifierOf } from "./NodeSigner.js"
import { verifyEd25519 } from "./NodeVerifier.js"

const origin = "consent.shop.example/evidence"
const signingKey = makeSigningKey(origin)
const verifierKey = verifierOf(signingKey) ?? ""
const trusted = { keys: [readVerifierKey(verifierKey) ?? assert.fail("no key")] }

type Instance = ReturnType<typeof instanceOn>

/** A record that was saved, by what its receipt is asked for with. */
const save = async ({ post }: Instance): Promise<string> => {
  const subjectId = newSubjectId()
  const { body, status } = await post(aSave({ subjectId }))
  assert.strictEqual(status, 200)
  return `/subjects/${subjectId}/receipts/${body.consentId}`
}

const saves = async (instance: Instance, count: number): Promise<ReadonlyArray<string>> => {
  const paths: Array<string> = []
  while (paths.length < count) paths.push(await save(instance))
  return paths
}

const answer = async ({ service }: Instance, path: string) => {
  const response = await service.handler(new Request(`https://shop.example${path}`))
  return { status: response.status, text: await response.text() }
}

/** The checkpoint that a receipt is verified by. */
const receiptOf = async (instance: Instance, path: string): Promise<CheckpointBody> => {
  await vi.waitFor(async () => assert.strictEqual((await answer(instance, path)).status, 200), 15_000)
  const receipt = readReceipt((await answer(instance, path)).text) ?? assert.fail("no receipt")
  const verdict = await verifyReceipt(receipt, trusted, verifyEd25519)
  assert.strictEqual(verdict._tag, "Verified")
  return readCheckpointNote(receipt.checkpoint) ?? assert.fail("no checkpoint")
}

const newestOf = async (instance: Instance): Promise<CheckpointBody> =>
  readCheckpointNote((await answer(instance, "/log/checkpoint")).text) ?? assert.fail("no checkpoint")

const assertContinues = async (instance: Instance, older: CheckpointBody, newer: CheckpointBody): Promise<void> => {
  const { text } = await answer(instance, `/log/consistency?from=${older.size}&to=${newer.size}`)
  const { proof }: { proof: ReadonlyArray<string> } = JSON.parse(text)
  const hashes = proof.map((hash): Hash => decodeBase64(hash) ?? assert.fail("no base64"))
  assert.isTrue(isConsistent(older, newer, hashes), `${older.size} to ${newer.size}`)
}

const leavesIn = (directory: string, size: number) =>
  publishedLeaves(size, (path) => (existsSync(join(directory, path)) ? readFileSync(join(directory, path)) : null))

/** What is published, which is what its checkpoint signed. */
const publishedIn = (directory: string): CheckpointBody => {
  const body = readCheckpointNote(readFileSync(join(directory, "checkpoint"), "utf8")) ?? assert.fail("no checkpoint")
  assert.deepStrictEqual(rootOf(leavesIn(directory, body.size)), body.root)
  return body
}

/** The backups of an engine: a file of SQLite, and copies of the tables of a server. */
const backupOf = (engine: Engine, url: string, folder: string) => {
  if (engine !== "sqlite") return { take: () => copyTables(url), restore: () => restoreTables(url) }
  const [file, backup] = [url.slice("sqlite:".length), join(folder, "backup.db")]
  return {
    take: async () => {
      const { code, error } = await cli("backup", "--to", backup, "--database", url)
      assert.strictEqual(code, 0, error)
    },
    restore: async () => {
      for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
      renameSync(backup, file)
    },
  }
}

const nothingErased = { erasedAgain: 0, unknownErasures: 0 }

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), "consent-restore-"))
  await use(folder).finally(() => rmSync(folder, { recursive: true }))
}

describeEngines("a database that was restored from a backup", (engine) => {
  it(
    "is not signed and takes saves, until log recover; then every receipt of before verifies",
    { timeout: 120_000 },
    () =>
      inFolder(async (folder) => {
        const directory = join(folder, "evidence")
        const evidence = (checkpointEveryMs: number) => ({
          evidence: { signingKeys: [signingKey], checkpointEveryMs, publish: { directory } },
        })
        const first = await startInstance(engine, evidence(100))
        const { url } = first
        const backup = backupOf(engine, url, folder)
        const early = await saves(first, 3)
        const seen = await Promise.all(early.map((path) => receiptOf(first, path)))
        await first.service.dispose()

        // One record waits in the queue of the backup.
        const slow = instanceOn(url, evidence(60_000))
        const waiting = await save(slow)
        await backup.take()
        const backedUp = await newestOf(slow)
        await slow.service.dispose()

        const last = instanceOn(url, evidence(100))
        const lost = await saves(last, 4)
        seen.push(...(await Promise.all([waiting, ...lost].map((path) => receiptOf(last, path)))))
        await last.service.dispose()
        const published = publishedIn(directory)
        assert.strictEqual(published.size, backedUp.size + 5)
        await backup.restore()

        const restored = instanceOn(url, evidence(100))
        const after = await saves(restored, 2)
        const isForked = () => restored.events.some(({ event }) => event === "evidence-log-forked")
        await vi.waitFor(() => assert.isTrue(isForked()), 15_000)
        assert.deepStrictEqual(await newestOf(restored), backedUp)
        for (const path of after) assert.strictEqual((await answer(restored, path)).status, 202)
        for (const path of lost) assert.strictEqual((await answer(restored, path)).status, 404)
        await restored.service.dispose()
        assert.deepStrictEqual(publishedIn(directory), published)
        const status = await cli("log", "status", "--mirror", directory, "--database", url)
        assert.include(status.out, `published: ${published.size} entries, 5 ahead: run log recover`)

        const recover = ["log", "recover", "--from", directory, "--database", url]
        const other = verifierOf(makeSigningKey(origin)) ?? ""
        assert.strictEqual((await cli(...recover, "--key", other)).code, 1)
        const { code, error, out } = await cli(...recover, "--key", verifierKey, "--json")
        assert.strictEqual(code, 0, error)
        assert.deepStrictEqual(JSON.parse(out), {
          ...nothingErased,
          size: published.size,
          missing: 5,
          lost: 4,
          survived: 1,
        })
        const again = await cli(...recover, "--key", verifierKey, "--json")
        assert.deepStrictEqual(JSON.parse(again.out), {
          ...nothingErased,
          size: published.size,
          missing: 0,
          lost: 0,
          survived: 0,
        })

        const whole = instanceOn(url, evidence(100))
        const later = await save(whole)
        const now = await Promise.all([...early, waiting, ...after, later].map((path) => receiptOf(whole, path)))
        const newest = await newestOf(whole)
        for (const older of [...seen, ...now, backedUp, published]) await assertContinues(whole, older, newest)
        assert.isFalse(whole.events.some(({ event }) => event === "evidence-log-forked"))
        await whole.service.dispose()
        assert.isAtLeast(publishedIn(directory).size, newest.size)
        assert.deepStrictEqual(rootOf(leavesIn(directory, published.size)), published.root)
        const known = ["--checkpoint", join(directory, "checkpoint")]
        const verified = await cli("verify", "--key", verifierKey, ...known, "--json", "--database", url)
        const { summary } = JSON.parse(verified.out.split("\n").at(-1) ?? "")
        assert.deepStrictEqual([verified.code, summary.findings], [1, { LostInRestore: 1 }], verified.out)
        await first.stop()
      }),
  )

  it("does not bring back what was erased after the backup: log recover erases it again", { timeout: 120_000 }, () =>
    inFolder(async (folder) => {
      const directory = join(folder, "evidence")
      const evidence = { signingKeys: [signingKey], checkpointEveryMs: 100, publish: { directory } }
      const first = await startInstance(engine, { evidence })
      const { url } = first
      const backup = backupOf(engine, url, folder)
      const subjects = [newSubjectId(), newSubjectId(), newSubjectId()]
      const paths: Array<string> = []
      for (const subjectId of subjects) {
        const { body } = await first.post(aSave({ subjectId, metadata: { a: 1 } }))
        paths.push(`/subjects/${subjectId}/receipts/${body.consentId}`)
      }
      await Promise.all(paths.map((path) => receiptOf(first, path)))
      await backup.take()
      const person = (at: number, ...others: ReadonlyArray<string>) =>
        cli("subject", "erase", "--subject", subjects[at] ?? "", "--reason", "art. 17", ...others, "--database", url)
      assert.strictEqual((await person(0)).code, 0)
      assert.strictEqual((await person(1, "--part", "trace")).code, 0)
      await first.service.dispose()
      await backup.restore()

      const recover = ["log", "recover", "--from", directory, "--key", verifierKey, "--json", "--database", url]
      const { code, error, out } = await cli(...recover)
      assert.strictEqual(code, 0, error)
      assert.deepInclude(JSON.parse(out), { missing: 2, lost: 2, erasedAgain: 2, unknownErasures: 0 })
      assert.deepInclude(JSON.parse((await cli(...recover)).out), { missing: 0, ...nothingErased })
      const assertLostOnly = async () => {
        const verified = await cli("verify", "--key", verifierKey, "--json", "--database", url)
        const { summary } = JSON.parse(verified.out.split("\n").at(-1) ?? "")
        assert.deepStrictEqual(summary.findings, { LostInRestore: 1 }, verified.out)
      }
      await assertLostOnly()
      const whole = instanceOn(url, { evidence })
      const [gone = "", dropped = "", kept = ""] = paths
      const withTrace = async (path: string) => "key" in JSON.parse((await answer(whole, path)).text).entry.parts.trace
      for (const path of [dropped, kept]) await receiptOf(whole, path)
      assert.strictEqual((await answer(whole, gone)).status, 404)
      assert.deepStrictEqual([await withTrace(dropped), await withTrace(kept)], [false, true])
      await whole.service.dispose()
      await assertLostOnly()
      await first.stop()
    }),
  )

  it("without anything published, begins a new log that names the former one, and nothing that waits is lost", () =>
    inFolder(async (folder) => {
      const evidence = { evidence: { signingKeys: [signingKey], checkpointEveryMs: 100 } }
      const first = await startInstance(engine, evidence)
      const { url } = first
      await save(first)
      await first.service.dispose()
      const slow = instanceOn(url, { evidence: { ...evidence.evidence, checkpointEveryMs: 60_000 } })
      const waiting = await save(slow)
      const { size } = await newestOf(slow)
      const renamed = `${origin}-2`
      const reopen = ["log", "reopen", "--database", url, "--origin"]
      assert.strictEqual((await cli(...reopen, origin)).code, 1)
      assert.strictEqual((await cli(...reopen, "https://a.example")).code, 2)
      assert.strictEqual((await cli(...reopen, renamed, "--checkpoint", join(folder, "none"))).code, 2)
      const { code, out } = await cli(...reopen, renamed, "--json")
      assert.deepStrictEqual([code, JSON.parse(out)], [0, { origin: renamed, from: origin, follows: size }])
      await slow.service.dispose()

      const key = makeSigningKey(renamed)
      const anew = instanceOn(url, { evidence: { signingKeys: [key], checkpointEveryMs: 100 } })
      const later = await save(anew)
      for (const path of [waiting, later]) {
        await vi.waitFor(async () => assert.strictEqual((await answer(anew, path)).status, 200), 15_000)
        const receipt = readReceipt((await answer(anew, path)).text) ?? assert.fail("no receipt")
        const keys = [readVerifierKey(verifierOf(key) ?? "") ?? assert.fail("no key")]
        assert.strictEqual((await verifyReceipt(receipt, { keys }, verifyEd25519))._tag, "Verified")
      }
      await anew.service.dispose()
      await first.stop()
    }))
})
