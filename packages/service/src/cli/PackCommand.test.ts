import { manifestRevision as revisionOf } from "@consent-service/core/manifest"
import { readVerifierKey, verifyPack } from "@consent-service/core/evidence"
import { describeEngines } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { unzipSync } from "fflate"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { recommendedPolicyRules } from "../index.js"
import { packTools } from "../pack/ZipPack.js"
import { statementsOn } from "../testing/Statements.js"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { run } from "../testing/RunCli.js"

const apiKey = "a-key-of-the-shop-with-enough-characters"
const signingKey = makeSigningKey("log.example/shop")
const key = readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")
const agent = "Firefox & <b>friends</b>"

type Engine = Parameters<typeof startInstance>[0]
type Files = ReadonlyMap<string, Uint8Array>

const verify = (files: Files) => verifyPack(files, { keys: [key] }, verifyEd25519)

const opened = (path: string): Files => new Map(Object.entries(unzipSync(new Uint8Array(readFileSync(path)))))

const textIn = (files: Files, path: string): string => Buffer.from(files.get(path) ?? assert.fail(path)).toString()

const namesIn = (files: Files, folder: string): ReadonlyArray<string> =>
  Array.from(files.keys()).filter((path) => path.startsWith(folder))

/** A service with two browsers of an account, two records each, and one browser of another person. */
const started = async (engine: Engine, evidence: object = { signingKeys: [signingKey], checkpointEveryMs: 100 }) => {
  const instance = await startInstance(engine, {
    apiKeys: [apiKey],
    evidence,
    manifest: { policyRules: recommendedPolicyRules() },
    policySnapshot: { signingKey: "a signing key of more than 32 bytes, for tests" },
  })
  const folder = mkdtempSync(join(tmpdir(), "consent-pack-"))
  onTestFinished(async () => {
    await instance.stop()
    rmSync(folder, { recursive: true })
  })
  const { post, send, url } = instance
  const ids: Array<string> = []
  const subjects = [newSubjectId(), newSubjectId(), newSubjectId()]
  for (const [at, subjectId] of subjects.entries()) {
    const headers = { "accept-language": "de", "user-agent": agent, "x-forwarded-for": "203.0.113.77" }
    const { policySnapshotToken } = (await send("/init?country=DE", { headers })).body
    for (const marketing of [true, false]) {
      const save = aSave({ subjectId, preferences: { marketing }, policySnapshotToken, metadata: { page: "/cart" } })
      const { body, status } = await post(save, { headers })
      assert.strictEqual(status, 200, JSON.stringify(body))
      if (at < 2) ids.push(body.consentId)
      await new Promise((done) => setTimeout(done, 2))
    }
    if (at === 2) continue
    const link = await send(`/subjects/${subjectId}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ externalId: "user-42" }),
    })
    assert.strictEqual(link.status, 200)
  }
  const out = join(folder, "pack.zip")
  const pack = (...args: ReadonlyArray<string>) => run("evidence", "pack", ...args, "--out", out, "--database", url)
  const packed = async (...args: ReadonlyArray<string>): Promise<Files> => {
    const { code, error } = await pack(...args, "--force")
    assert.strictEqual(code, 0, error)
    return opened(out)
  }
  return { ...instance, folder, ids, out, pack, packed, subjects }
}

describeEngines("consent-service evidence pack", (engine) => {
  it("packs every record of an account with what was shown and all that proves it", async () => {
    const { ids, out, pack, packed, subjects } = await started(engine)
    const made = await pack("--external-id", "user-42")
    assert.deepStrictEqual(
      [made.code, made.out.split("\n").at(-1)],
      [0, `${out}: 4 records, each proven by the log log.example/shop`],
    )
    assert.strictEqual((await pack("--external-id", "user-42")).code, 1, "an existing file is not replaced")
    const files = opened(out)
    const { issued, isVerified, manifest, problems, receipts } = await verify(files)
    assert.deepStrictEqual([isVerified, issued?._tag, problems], [true, "Verified", []])
    assert.deepStrictEqual(manifest?.selection, { externalId: "user-42" })
    assert.deepStrictEqual(new Set(namesIn(files, "records/")), new Set(ids.map((id) => `records/${id}.json`)))
    // Of four records, two links and a key, each in both forms.
    assert.lengthOf(receipts, 14)
    const links = receipts.filter(({ path }) => path.startsWith("links/") && path.endsWith(".json"))
    const said = links.map(({ receipt: { entry } }) => {
      const part = entry.parts["link"]
      return part !== undefined && "text" in part ? JSON.parse(part.text) : null
    })
    assert.deepStrictEqual(new Set(said.map(({ subjectId }) => subjectId)), new Set(subjects.slice(0, 2)))
    assert.deepStrictEqual(
      said.map(({ externalId, verified }) => [externalId, verified]),
      [
        ["user-42", true],
        ["user-42", true],
      ],
    )
    const introduced = namesIn(files, "log/entries/").find((path) => path.endsWith(".json"))
    assert.include(textIn(files, introduced ?? ""), "signing begins")
    const records = ids.map((id) => JSON.parse(textIn(files, `records/${id}.json`)))
    for (const { decisionId, rule, userAgent } of records) {
      assert.deepStrictEqual([rule, userAgent], ["europe_opt_in", agent])
      const [page, decision] = ["notice.html", "rule.json"].map((name) =>
        textIn(files, `notices/${decisionId}/${name}`),
      )
      const { manifestRevision, textsDigest } = JSON.parse(decision ?? "")
      const [configured = "", texts = ""] = ["manifest.json", "texts.json"].map((name) =>
        textIn(files, `notices/${decisionId}/${name}`),
      )
      assert.strictEqual(revisionOf(JSON.parse(configured)), manifestRevision)
      assert.strictEqual(createHash("sha256").update(texts).digest("hex"), textsDigest)
      assert.include(page, '<html lang="de" dir="ltr">')
      assert.include(page, "kein Bildschirmfoto")
      assert.include(page, "Alle ablehnen")
    }
    assert.include(textIn(files, "README.html"), "4 Einträge")
    assert.include(textIn(files, "verify.html"), "connect-src 'none'")
    const again = await packed("--external-id", "user-42")
    assert.isTrue((await verify(again)).isVerified)
  })

  it("is refused once any byte is changed, or a file is left out or added", async () => {
    const { ids, packed } = await started(engine)
    const files = await packed("--consent", ids[0] ?? "", "--consent", ids[3] ?? "")
    assert.lengthOf(namesIn(files, "records/"), 2)
    const paths: ReadonlyArray<string> = Array.from(files.keys())
    for (const path of paths) {
      const left = new Map(files)
      left.delete(path)
      assert.isFalse((await verify(left)).isVerified, `without ${path}`)
    }
    assert.isFalse((await verify(new Map([...files, ["records/more.json", Uint8Array.of(1)]]))).isVerified)
    const place = FastCheck.tuple(
      FastCheck.constantFrom(...paths),
      FastCheck.nat(),
      FastCheck.integer({ min: 1, max: 255 }),
    )
    await FastCheck.assert(
      FastCheck.asyncProperty(place, async ([path, at, change]) => {
        const bytes = Uint8Array.from(files.get(path) ?? [])
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change
        const { isVerified, problems } = await verify(new Map(files).set(path, bytes))
        assert.isFalse(isVerified, path)
        assert.isNotEmpty(problems)
      }),
      { numRuns: inForm({ short: 60, full: 1_000 }), seed: testSeed },
    )
  })

  it("leaves out what is withheld, and verifies without it", async () => {
    const { ids, packed, subjects } = await started(engine)
    const files = await packed("--external-id", "user-42", "--withhold", "trace,subject")
    assert.deepStrictEqual((await verify(files)).problems, [])
    const secrets = ["203.0.113", "Firefox", "/cart", "user-42", ...ids, ...subjects]
    for (const path of files.keys()) {
      for (const secret of secrets) assert.notInclude(`${path} ${textIn(files, path)}`, secret, path)
    }
    assert.lengthOf(namesIn(files, "records/"), 4)
  })

  it("packs what is left of a record whose address and browser were dropped", async () => {
    const { packed, subjects, url } = await started(engine)
    const subject = ["--subject", subjects[0] ?? ""]
    const dropped = await run("subject", "erase", ...subject, "--reason", "old", "--part", "trace", "--database", url)
    assert.strictEqual(dropped.code, 0, dropped.error)
    const files = await packed(...subject)
    assert.isTrue((await verify(files)).isVerified)
    const [path = ""] = namesIn(files, "records/")
    assert.isNull(JSON.parse(textIn(files, path)).userAgent)
  })

  it("refuses to pack a record that is not the one that was logged", async () => {
    const { ids, out, pack, service, url } = await started(engine)
    assert.strictEqual((await pack("--consent", ids[0] ?? "")).code, 0)
    rmSync(out)
    // The statement below blocks this thread while a transaction of the service would need it to end.
    await service.dispose()
    await statementsOn(url, [`update cs_consent set domain = 'other.example' where id = '${ids[0]}'`])
    const { code, error } = await pack("--consent", ids[0] ?? "")
    assert.strictEqual(code, 1)
    assert.include(error, "the evidence log contradicts itself")
    assert.isFalse(existsSync(out))
  })
})

describe("consent-service evidence pack --check", () => {
  const checking = (path: string, ...others: ReadonlyArray<string>) =>
    run("evidence", "pack", "--check", path, ...others)
  const trusted = ["--key", verifierOf(signingKey) ?? ""]

  it("verifies a pack without its database, and says which file was altered", async () => {
    const { folder, out, pack, packed } = await started("sqlite")
    assert.strictEqual((await pack("--external-id", "user-42")).code, 0)
    const verified = await checking(out, ...trusted)
    assert.deepStrictEqual([verified.code, verified.error], [0, ""])
    assert.match(verified.out, /pack\.zip: verified\n.*proven by the log log\.example\/shop\n.*14 receipts verified$/)
    const { verified: isVerified, problems } = JSON.parse((await checking(out, ...trusted, "--json")).out)
    assert.deepStrictEqual([isVerified, problems], [true, []])

    const files = await packed("--external-id", "user-42", "--language", "fr")
    assert.include(textIn(files, "README.html"), '<html lang="fr"')
    const altered = new Map(files).set("README.html", Buffer.from("nothing"))
    const path = join(folder, "altered.zip")
    writeFileSync(path, await packTools.zip(Array.from(altered, ([name, bytes]) => ({ path: name, bytes }))))
    const refused = await checking(path, ...trusted)
    assert.deepStrictEqual([refused.code, refused.out], [1, `${path}: not verified\n  README.html was altered`])
    const untrusted = await checking(out, "--key", verifierOf(makeSigningKey("log.example/shop")) ?? "")
    assert.strictEqual(untrusted.code, 1)
    assert.include(untrusted.out, "not verified")
  })

  it("exits with 2 where nothing can be verified", async () => {
    const { folder, out, pack } = await started("sqlite")
    assert.strictEqual((await pack("--external-id", "user-42")).code, 0)
    const text = join(folder, "pack.txt")
    writeFileSync(text, "no zip")
    const attempts = [
      await checking(out),
      await checking(join(folder, "missing.zip"), ...trusted),
      await checking(text, ...trusted),
      await checking(out, ...trusted, "--subject", "a"),
      await checking(out, "--key", "a key"),
    ]
    assert.deepStrictEqual(
      attempts.map(({ code }) => code),
      [2, 2, 2, 2, 2],
    )
    assert.include(attempts[0]?.error, "a pack that brings its own key proves nothing")
  })
})

describe("consent-service evidence pack", () => {
  it("says in the pack that nothing is signed where no key is configured", async () => {
    const { out, pack } = await started("sqlite", {})
    const { code, out: said } = await pack("--external-id", "user-42")
    assert.strictEqual(code, 0)
    assert.include(said, "nothing in it is proven")
    const files = opened(out)
    assert.include(textIn(files, "README.html"), "Dieses Paket ist nicht signiert")
    const { isVerified, problems } = await verify(files)
    assert.isFalse(isVerified)
    assert.match(problems[0] ?? "", /nothing of this pack is signed/)
  })

  it("names an unknown person and unknown records, and writes nothing", async () => {
    const { ids, out, pack } = await started("sqlite")
    const person = await pack("--external-id", "user-43")
    assert.deepStrictEqual(
      [person.code, person.error],
      [1, "there are no records of this person in the single-tenant scope; for the records of a tenant, add --tenant"],
    )
    const record = await pack("--consent", ids[0] ?? "", "--consent", "cns_unknown")
    assert.deepStrictEqual(
      [record.code, record.error],
      [1, "no record has the id cns_unknown in the single-tenant scope; for the records of a tenant, add --tenant"],
    )
    assert.isFalse(existsSync(out))
  })

  it("makes equal zip files of equal files", async () => {
    const files = await packTools.files()
    assert.deepStrictEqual(await packTools.zip(files), await packTools.zip(files))
  })

  it.each([
    [[]],
    [["--subject", "a", "--external-id", "b", "--out", "a.zip"]],
    [["--subject", "a", "--consent", "b", "--out", "a.zip"]],
    [["--subject", "a"]],
    [["--subject", "a", "--out", "a.zip", "--withhold", "act"]],
    [["--subject", "a", "--out", "a.zip", "--language", "la"]],
    [["cns_1", "--subject", "a", "--out", "a.zip"]],
  ])("%j is invalid usage", async (args) => {
    assert.strictEqual((await run("evidence", "pack", ...args, "--database", "sqlite:missing.db")).code, 2)
  })
})
