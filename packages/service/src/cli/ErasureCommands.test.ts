import { readCertificate, readVerifierKey, verifyCertificate } from "@consent-service/core/evidence"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished, vi } from "vitest"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { aSave, instanceOn, newSubjectId } from "../testing/TestInstance.js"
import { run } from "../testing/RunCli.js"

const signingKey = makeSigningKey("log.example/shop")
const key = readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")

/** A running service on a database of its own, with one record. */
const started = async (signingKeys = [signingKey]) => {
  const folder = mkdtempSync(join(tmpdir(), "consent-erase-"))
  const database = `sqlite:${join(folder, "consent.db")}`
  const instance = instanceOn(database, { evidence: { signingKeys, checkpointEveryMs: 100 } })
  await instance.service.migrate()
  onTestFinished(async () => {
    await instance.service.dispose()
    rmSync(folder, { recursive: true })
  })
  const subjectId = newSubjectId()
  const { body } = await instance.post(aSave({ subjectId, metadata: { a: 1 } }))
  const onDatabase = (...args: ReadonlyArray<string>) => run(...args, "--database", database)
  return { ...instance, database, folder, subjectId, consentId: String(body.consentId), run: onDatabase }
}

describe("consent-service subject erase", () => {
  it("shows what it would do, does it, and writes a certificate that verifies", async () => {
    const { folder, run: cli, send, subjectId } = await started()
    const person = ["--subject", subjectId, "--reason", "art. 17"]
    const dry = await cli("subject", "erase", ...person, "--dry-run")
    assert.deepStrictEqual([dry.code, dry.out], [0, "would erase: 1 record, 1 subject; 1 entry of the evidence log"])
    const nowhere = await cli("subject", "erase", ...person, "--out", join(folder, "no", "certificate.json"))
    assert.strictEqual(nowhere.code, 1)
    assert.include(nowhere.error, "there is no folder")
    const out = join(folder, "certificate.json")
    const erased = await cli("subject", "erase", ...person, "--request-id", "ticket 1", "--out", out)
    assert.strictEqual(erased.code, 0, erased.error)
    assert.include(erased.out, 'erased as "ticket 1": 1 record, 1 subject')
    const certificate = readCertificate(readFileSync(out, "utf8")) ?? assert.fail("not a certificate")
    assert.strictEqual((await verifyCertificate(certificate, { keys: [key] }, verifyEd25519))._tag, "Verified")
    assert.strictEqual((await send(`/subjects/${subjectId}`)).status, 404)
    // The same request again answers the same; another one finds nothing.
    const again = await cli("subject", "erase", ...person, "--request-id", "ticket 1", "--json")
    assert.strictEqual(JSON.parse(again.out).erasedAt, certificate.erasedAt)
    assert.deepStrictEqual([(await cli("subject", "erase", ...person)).code], [1])
  })

  it("warns that no certificate is made where the log is not signed, and how to get one", async () => {
    const { database, folder, run: cli, service, subjectId } = await started([])
    const out = join(folder, "certificate.json")
    const args = ["--subject", subjectId, "--reason", "art. 17", "--request-id", "ticket 2", "--out", out]
    const erased = await cli("subject", "erase", ...args)
    assert.strictEqual(erased.code, 0)
    assert.include(erased.out, `what was erased is in ${out}, without a proof`)
    assert.notInclude(erased.out, "certificate is in")
    assert.match(erased.error, /^no certificate was made: the evidence log is not signed\. To get one, /)
    for (const step of ["consent-service log init", "evidence.signingKeys", '--request-id "ticket 2"']) {
      assert.include(erased.error, step)
    }
    await service.dispose()
    const signing = instanceOn(database, { evidence: { signingKeys: [signingKey], checkpointEveryMs: 100 } })
    onTestFinished(() => signing.service.dispose())
    assert.strictEqual((await signing.post(aSave())).status, 200)
    await vi.waitFor(async () => assert.strictEqual((await signing.send("/log/checkpoint")).status, 200), 20_000)
    const signed = await cli("subject", "erase", ...args)
    assert.deepStrictEqual([signed.code, signed.error], [0, ""])
    const certificate = readCertificate(readFileSync(out, "utf8")) ?? assert.fail("not a certificate")
    assert.strictEqual((await verifyCertificate(certificate, { keys: [key] }, verifyEd25519))._tag, "Verified")
  })

  it("waits for an entry that is queued, also to show what it would do", async () => {
    const { consentId, database, run: cli, service, subjectId } = await started()
    const dryRun = () => cli("subject", "erase", "--subject", subjectId, "--reason", "art. 17", "--dry-run")
    assert.strictEqual((await dryRun()).code, 0)
    await service.dispose()
    const queueForAWhile = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into cs_log_queue select tenant, created_at, id, 0, '', '' from cs_consent`
      const shown = yield* Effect.fork(Effect.promise(dryRun))
      yield* Effect.sleep("1 second")
      yield* sql`delete from cs_log_queue where id = ${consentId}`
      return yield* Fiber.join(shown)
    })
    const { code, out } = await Effect.runPromise(Effect.provide(queueForAWhile, clientFromUrl(database)))
    assert.deepStrictEqual([code, out], [0, "would erase: 1 record, 1 subject; 1 entry of the evidence log"])
  })

  it("verifies a certificate without a database, and refuses one that was altered", async () => {
    const { folder, run: cli, subjectId } = await started()
    const out = join(folder, "certificate.json")
    await cli("subject", "erase", "--subject", subjectId, "--reason", "art. 17", "--out", out)
    const verifierKey = verifierOf(signingKey) ?? assert.fail("no key")
    const check = (path: string, ...args: ReadonlyArray<string>) => run("subject", "erase", "--check", path, ...args)
    const right = await check(out, "--key", verifierKey)
    assert.strictEqual(right.code, 0, right.error)
    assert.match(
      right.out,
      /: verified\n {2}erased at .*reason: art\. 17\n {2}1 position of the log log\.example\/shop: \d+\n/,
    )
    const certificate = JSON.parse(readFileSync(out, "utf8"))
    const altered = join(folder, "altered.json")
    writeFileSync(altered, JSON.stringify({ ...certificate, leaves: [{ ...certificate.leaves[0], index: 0 }] }))
    const refused = await check(altered, "--key", verifierKey)
    assert.deepStrictEqual([refused.code, refused.out.split("\n")[0]], [1, `${altered}: not verified`])
    const foreign = verifierOf(makeSigningKey("log.example/shop")) ?? assert.fail("no key")
    assert.strictEqual((await check(out, "--key", foreign)).code, 1)
    writeFileSync(altered, "{}")
    assert.strictEqual((await check(out)).code, 2, "without a key")
    assert.strictEqual((await check(altered, "--key", verifierKey)).code, 2, "no certificate")
    assert.strictEqual((await check(out, "--key", verifierKey, "--reason", "r")).code, 2, "an option that erases")
  })

  it("drops a part, and is refused under a hold, which hold commands place, list and release", async () => {
    const { run: cli, subjectId } = await started()
    const person = ["--subject", subjectId, "--reason", "art. 17"]
    const part = await cli("subject", "erase", ...person, "--part", "trace")
    assert.strictEqual(part.code, 0, part.error)
    assert.include(part.out, "1 value of consent.metadata")
    const place = ["hold", "place", "case 1", "--reason", "claim", "--subject", subjectId, "--from", "2020-01-01"]
    assert.strictEqual((await cli(...place)).code, 0)
    assert.strictEqual((await cli(...place)).code, 0)
    assert.strictEqual((await cli(...place, "--type", "other")).code, 1)
    const refused = await cli("subject", "erase", ...person)
    assert.deepStrictEqual(
      [refused.code, refused.error],
      [1, 'nothing was erased: the legal hold "case 1" forbids it (claim)'],
    )
    assert.match((await cli("hold", "list")).out, /^case 1: subjectId sub_\w+, from 2020-01-01T00:00:00.000Z; placed /)
    assert.strictEqual((await cli("hold", "release", "case 1")).code, 0)
    assert.strictEqual((await cli("hold", "release", "case 2")).code, 1)
    assert.include((await cli("hold", "list")).out, "released")
    assert.strictEqual((await cli("subject", "erase", ...person)).code, 0)
  })

  it.each([
    [["subject", "erase", "--reason", "r"]],
    [["subject", "erase", "--subject", "a", "--external-id", "b", "--reason", "r"]],
    [["subject", "erase", "--subject", "a"]],
    [["subject", "erase", "--subject", "a", "--reason", "r", "--part", "act"]],
    [["subject", "erase", "--subject", "a", "--reason", "r", "--request-id", ""]],
    [["hold", "place", "--reason", "r"]],
    [["hold", "place", "a"]],
    [["hold", "place", "a", "--reason", "r", "--from", "yesterday"]],
    [["hold", "release"]],
  ])("%j is invalid usage", async (args) => {
    assert.strictEqual((await run(...args, "--database", "sqlite:missing.db")).code, 2)
  })
})
