/** Time stamps in an evidence pack: of a real authority, and judged by OpenSSL. */
import {
  isConsistent,
  readCheckpointNote,
  readReceipt,
  readTlogProof,
  readVerifierKey,
  verifyPack,
} from "@consent-service/core/evidence"
import { assert, describe, it, vi } from "@effect/vitest"
import { unzipSync } from "fflate"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { answerBodies } from "../testing/Loopback.js"
import { run } from "../testing/RunCli.js"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { makeAuthority, opensslProblem, type TestAuthority } from "../testing/TimestampAuthority.js"

const signingKey = makeSigningKey("log.example/shop")
const key = readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")

type Files = ReadonlyMap<string, Uint8Array>

const textIn = (files: Files, path: string): string => Buffer.from(files.get(path) ?? assert.fail(path)).toString()

/** Serves an authority over HTTP. */
const serving = async (authority: TestAuthority) => {
  const { close, url } = await answerBodies(
    (body, response) => void response.end(authority.answer(new Uint8Array(body))),
  )
  onTestFinished(async () => {
    await close()
    authority.remove()
  })
  return url
}

/** A person with one record, in a log that two authorities stamp. */
const started = async (authorities: ReadonlyArray<TestAuthority>) => {
  const timestamps = []
  for (const authority of authorities) timestamps.push({ url: await serving(authority), everyMs: 1_000 })
  const evidence = { signingKeys: [signingKey], checkpointEveryMs: 100, timestamps }
  const { post, stop, url } = await startInstance("sqlite", { evidence })
  const folder = mkdtempSync(join(tmpdir(), "consent-pack-stamps-"))
  onTestFinished(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  const subjectId = newSubjectId()
  assert.strictEqual((await post(aSave({ subjectId }))).status, 200)
  const out = join(folder, "pack.zip")
  const packed = async (): Promise<Files> => {
    const made = await run("evidence", "pack", "--subject", subjectId, "--out", out, "--force", "--database", url)
    assert.strictEqual(made.code, 0, made.error)
    return new Map(Object.entries(unzipSync(new Uint8Array(readFileSync(out)))))
  }
  return { folder, out, packed }
}

const stampsIn = (files: Files): ReadonlyArray<string> =>
  Array.from(files.keys()).filter((path) => /^log\/timestamps\/\d+\/.+\.tsr$/.test(path))

/** The hashes that show how the stamped tree continues in the pack's own. */
const proofOf = (files: Files, size: number): ReadonlyArray<Uint8Array> => {
  const bytes = new Uint8Array(Buffer.from(JSON.parse(textIn(files, "log/consistency.json")).proofs[size], "base64"))
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(at * 32, at * 32 + 32))
}

describe.skipIf(opensslProblem !== null)(
  `an evidence pack of a log with time stamps${opensslProblem === null ? "" : `: skipped, ${opensslProblem}`}`,
  () => {
    it("has the first stamp of each authority over the record, which OpenSSL verifies, and the proof that its tree is continued", async () => {
      const authorities = [makeAuthority(), makeAuthority()]
      const { folder, packed } = await started(authorities)
      const files = await vi.waitFor(
        async () => {
          const found = await packed()
          assert.lengthOf(stampsIn(found), 2)
          return found
        },
        { timeout: 60_000, interval: 500 },
      )
      const { isVerified, problems } = await verifyPack(files, { keys: [key] }, verifyEd25519)
      assert.deepStrictEqual([isVerified, problems], [true, []])

      const receiptPath = Array.from(files.keys()).find((path) => /^receipts\/.+\.json$/.test(path)) ?? ""
      const { index } = readReceipt(textIn(files, receiptPath)) ?? assert.fail("no receipt")
      const own = readTlogProof(textIn(files, "manifest.tlog-proof")) ?? assert.fail("no proof of the pack")
      const newest = readCheckpointNote(own.checkpoint) ?? assert.fail("no checkpoint")
      const judged = stampsIn(files).map((path) => {
        const text = textIn(files, path.replace(/[^/]+$/, "checkpoint.txt"))
        const [origin, size, root] = text.split("\n")
        assert.strictEqual(origin, "log.example/shop")
        const stamped = { size: Number(size), root: new Uint8Array(Buffer.from(root ?? "", "base64")) }
        assert.isAbove(stamped.size, index)
        assert.isTrue(isConsistent(stamped, newest, proofOf(files, stamped.size)))
        const names = [join(folder, "answer.tsr"), join(folder, "checkpoint.txt")] as const
        writeFileSync(names[0], files.get(path) ?? assert.fail(path))
        writeFileSync(names[1], text)
        return authorities.map(({ verifies }) => verifies(...names))
      })
      // Each stamp is of one of the authorities, and there is one of both.
      assert.sameDeepMembers(judged, [
        [true, false],
        [false, true],
      ])

      for (const path of stampsIn(files)) {
        const altered = Uint8Array.from(files.get(path) ?? [])
        altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1
        const verdict = await verifyPack(new Map(files).set(path, altered), { keys: [key] }, verifyEd25519)
        assert.deepStrictEqual([verdict.isVerified, verdict.problems], [false, [`${path} was altered`]])
      }
    })
  },
)
