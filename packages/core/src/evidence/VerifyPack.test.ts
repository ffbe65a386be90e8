import { assert, describe, it } from "@effect/vitest"
import { encodeBase64 } from "../digest/Base64.js"
import { keyOf, keys, digestOf, facts as plain, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { continuation, receiptsOf } from "../testing/SignedEntries.js"
import { type PackManifest, packPaths, packTask, readPackManifest, writePackManifest } from "./PackManifest.js"
import { type LogReceipt, withhold, writeReceipt, writeTlogProof } from "./Receipt.js"
import { type ConsentFacts, consentStatement, keyStatement, linkStatement, taskStatement } from "./Statement.js"
import { tileBytes } from "./TileFiles.js"
import { verifyPack } from "./VerifyPack.js"

const facts: ConsentFacts = { ...plain, experiment: { id: "exp", arm: "b" }, metadata: { list: [1, 2] } }

const { contentDigest: _, createdAt, experiment: __, givenAt, validUntil, ...members } = facts

/** The record of `facts` as a pack has it. */
const record = {
  ...members,
  action: facts.consentAction,
  experimentId: "exp",
  experimentArm: "b",
  createdAt: new Date(createdAt).toISOString(),
  givenAt: new Date(givenAt).toISOString(),
  validUntil: new Date(validUntil ?? 0).toISOString(),
}

const logged = [
  keyStatement({ at: 0, new: keys.log, old: null, reason: "signing begins" }),
  consentStatement(facts),
  linkStatement({ externalId: "u", identityProvider: "external", subjectId: facts.subjectId, verified: true }),
]

const [keyReceipt, recordReceipt, linkReceipt] = receiptsOf(logged)

const own = (receipt: LogReceipt | undefined): LogReceipt => receipt ?? assert.fail("no receipt")

type Texts = Readonly<Record<string, string>>

const contents: Texts = {
  "README.html": "<p>",
  "records/cns_1.json": JSON.stringify(record),
  "records/cns_2.json": "{}",
  "receipts/cns_1.json": writeReceipt(own(recordReceipt)),
  "receipts/cns_1.tlog-proof": writeTlogProof(own(recordReceipt)),
  "links/lnk_1.json": writeReceipt(own(linkReceipt)),
  "log/entries/0.json": writeReceipt(own(keyReceipt)),
}

const digestsOf = (texts: Texts) =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, digestOf(text)]))

const manifestOf = (texts: Texts): PackManifest => ({
  origin: keyOf(keys.log).name,
  createdAt: "2026-12-01T00:00:00.000Z",
  software: "a test",
  selection: { subjectId: facts.subjectId },
  withheld: [],
  unproven: ["cns_2"],
  files: digestsOf(texts),
})

const task = (digest: string) => taskStatement({ at: 0, digest, what: packTask })

/** A pack, issued in an entry that the log has behind the others. */
const packOf = (texts: Texts, entryOf = task, manifest = writePackManifest(manifestOf(texts))): Texts => {
  const statements = [...logged, entryOf(digestOf(manifest))]
  return {
    ...texts,
    [packPaths.manifest]: manifest,
    [packPaths.proof]: writeTlogProof(own(receiptsOf(statements).at(-1))),
    [packPaths.consistency]: JSON.stringify({ proofs: { 3: encodeBase64(tileBytes(continuation(statements, 3))) } }),
  }
}

const without = (texts: Texts, ...paths: ReadonlyArray<string>): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([path]) => !paths.includes(path)))

const utf8 = new TextEncoder()

const verdictOf = (texts: Texts, trusted: string = keys.log) =>
  verifyPack(
    new Map(Object.entries(texts).map(([path, text]) => [path, utf8.encode(text)])),
    { keys: [keyOf(trusted)] },
    verifyEd25519,
  )

const problemsOf = async (texts: Texts): Promise<ReadonlyArray<string>> => {
  const { isVerified, problems } = await verdictOf(texts)
  assert.strictEqual(isVerified, problems.length === 0)
  return problems
}

const pack = packOf(contents)

describe("a pack", () => {
  it("verifies when it is as it was issued", async () => {
    const { issued, manifest, problems, receipts } = await verdictOf(pack)
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(manifest, manifestOf(contents))
    assert.deepStrictEqual(issued, { _tag: "Verified", size: 4, witnesses: [] })
    assert.deepStrictEqual(
      receipts.map(({ path, receipt }) => [path, receipt.index]),
      [
        ["receipts/cns_1.json", 1],
        ["receipts/cns_1.tlog-proof", 1],
        ["links/lnk_1.json", 2],
        ["log/entries/0.json", 0],
      ],
    )
    for (const { verdict } of receipts) assert.deepStrictEqual(verdict, { _tag: "Verified", size: 3, witnesses: [] })
  })

  it("verifies with receipts that withhold parts, of records without those members", async () => {
    const { subjectId: ___, id: ____, ipAddress: _____, ...rest } = record
    const receipt = withhold(own(recordReceipt), ["subject", "trace"])
    const texts = {
      ...contents,
      "records/cns_1.json": JSON.stringify(rest),
      "receipts/cns_1.json": writeReceipt(receipt),
      "receipts/cns_1.tlog-proof": writeTlogProof(receipt),
    }
    assert.deepStrictEqual(await problemsOf(packOf(texts)), [])
  })

  it("verifies with a receipt over its own checkpoint, and without proofs between others", async () => {
    const plainTexts = without(
      contents,
      "receipts/cns_1.json",
      "receipts/cns_1.tlog-proof",
      "links/lnk_1.json",
      "log/entries/0.json",
    )
    const texts = without(plainTexts, "records/cns_1.json")
    assert.deepStrictEqual(await problemsOf(without(packOf(texts), packPaths.consistency)), [])
  })

  it.each<readonly [string, Texts, ReadonlyArray<string>]>([
    [
      "without a manifest",
      without(pack, packPaths.manifest),
      ["this is no evidence pack: it has no manifest.json of one"],
    ],
    [
      "with another manifest.json",
      { ...pack, [packPaths.manifest]: "{}" },
      ["this is no evidence pack: it has no manifest.json of one"],
    ],
    ["without a file", without(pack, "README.html"), ["README.html is missing"]],
    ["with another file", { ...pack, "README.html": "<b>" }, ["README.html was altered"]],
    ["with a file more", { ...pack, constructor: "" }, ["constructor was added"]],
    [
      "without its proof, and a file altered",
      { ...without(pack, packPaths.proof), "README.html": "<b>" },
      ["nothing of this pack is signed: manifest.tlog-proof is missing", "README.html was altered"],
    ],
    ["with a proof that is none", { ...pack, [packPaths.proof]: "" }, ["manifest.tlog-proof is no proof"]],
    [
      "with the proof of another pack",
      { ...pack, [packPaths.proof]: packOf({})[packPaths.proof] ?? "" },
      ["manifest.tlog-proof is about another manifest.json"],
    ],
    [
      "with an entry about something else",
      packOf(contents, (digest) => taskStatement({ at: 0, digest, what: "recovered" })),
      ["manifest.tlog-proof is about another manifest.json"],
    ],
    [
      "with an entry of another kind",
      packOf(contents, (digest) => ({ ...task(digest), kind: 9 })),
      ["manifest.tlog-proof is no proof"],
    ],
    [
      "with a record that has no receipt",
      packOf({ ...contents, "records/cns_3.json": "{}" }),
      ["records/cns_3.json has no receipt"],
    ],
    [
      "with a receipt that is none",
      packOf({ ...contents, "links/lnk_2.json": "{}" }),
      ["links/lnk_2.json is no receipt"],
    ],
    [
      "with a receipt in the other form",
      packOf({ ...contents, "links/lnk_2.json": writeTlogProof(own(linkReceipt)) }),
      ["links/lnk_2.json is no receipt"],
    ],
    [
      "with a receipt at another position",
      packOf({ ...contents, "links/lnk_1.json": writeReceipt({ ...own(linkReceipt), index: 0 }) }),
      ["links/lnk_1.json: its entry is not in the tree of its checkpoint"],
    ],
    [
      "with a record that says something else",
      packOf({ ...contents, "records/cns_1.json": JSON.stringify({ ...record, domain: "x", experimentArm: "a" }) }),
      [
        "records/cns_1.json: domain is not as it was logged",
        "records/cns_1.json: experimentArm is not as it was logged",
      ],
    ],
    [
      "with a record at another time",
      packOf({ ...contents, "records/cns_1.json": JSON.stringify({ ...record, givenAt: record.createdAt }) }),
      ["records/cns_1.json: givenAt is not as it was logged"],
    ],
  ])("%s does not verify", async (_title, texts, problems) => {
    assert.deepStrictEqual(await problemsOf(texts), problems)
  })

  it("has no verdict about receipts where it is none, or is not signed", async () => {
    const nothing = await verdictOf(without(pack, packPaths.manifest))
    const problems = ["this is no evidence pack: it has no manifest.json of one"]
    assert.deepStrictEqual(nothing, { isVerified: false, manifest: null, issued: null, receipts: [], problems })
    const unsigned = await verdictOf(without(pack, packPaths.proof))
    assert.deepInclude(unsigned, { isVerified: false, manifest: manifestOf(contents), issued: null, receipts: [] })
  })

  it("does not verify with a proof that withholds what it is about", async () => {
    const manifest = writePackManifest(manifestOf(contents))
    const proof = withhold(own(receiptsOf([task(digestOf(manifest))])[0]), ["task"])
    const texts = { ...pack, [packPaths.proof]: writeTlogProof(proof) }
    assert.deepStrictEqual(await problemsOf(texts), ["manifest.tlog-proof is about another manifest.json"])
  })

  it("has receipts in their folders only", async () => {
    assert.deepStrictEqual(await problemsOf(packOf({ ...contents, "notices/receipts/cns_1.json": "{}" })), [])
  })

  it("verifies with a record that never expires", async () => {
    const endless = consentStatement({ ...facts, validUntil: null })
    const [receipt] = receiptsOf([endless])
    const texts = {
      "records/cns_1.json": JSON.stringify({ ...record, validUntil: null }),
      "receipts/cns_1.json": writeReceipt(own(receipt)),
    }
    const problems = await problemsOf(packOf(texts))
    assert.deepStrictEqual(
      problems.filter((problem) => problem.includes("validUntil")),
      [],
    )
  })

  it("does not verify with a receipt whose record is missing", async () => {
    const problems = await problemsOf(packOf(without(contents, "records/cns_1.json")))
    assert.include(problems, "records/cns_1.json: domain is not as it was logged")
  })

  it.each(["", "[]", "{}", '{"proofs":null}', '{"proofs":{"3":1}}', '{"proofs":{"3":"AAAA"}}', '{"proofs":{"4":""}}'])(
    "does not verify where its checkpoints are not proven to continue: %s",
    async (text) => {
      const problems = await problemsOf({ ...pack, [packPaths.consistency]: text })
      assert.strictEqual(problems.length, 4)
      for (const problem of problems) assert.include(problem, "its checkpoint of 3 entries contradicts the known one")
    },
  )

  it("does not verify by another key, and says so of each receipt", async () => {
    const { isVerified, problems, receipts } = await verdictOf(pack, keys.next)
    assert.isFalse(isVerified)
    assert.strictEqual(problems[0], "manifest.tlog-proof: no trusted key has signed it")
    assert.strictEqual(problems.length, 1 + receipts.length)
  })
})

describe("a manifest", () => {
  const manifest = manifestOf(contents)
  const changed = (changes: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ ...JSON.parse(writePackManifest(manifest)), ...changes })

  it.each<readonly [string, PackManifest]>([
    ["of a subject", manifest],
    ["of an account", { ...manifest, selection: { externalId: "u" } }],
    ["of some records", { ...manifest, selection: { consentIds: ["cns_1"] } }],
    ["of a subject that is withheld", { ...manifest, selection: null, withheld: ["subject"] }],
    ["of a log that is not signed", { ...manifest, origin: null }],
  ])("%s is read as it is written", (_title, given) => {
    const text = writePackManifest(given)
    assert.deepStrictEqual(readPackManifest(text), given)
    assert.isTrue(text.startsWith('{\n  "format": "consent-service/evidence-pack/v1"') && text.endsWith("}\n"))
  })

  it("has no selection where that is of no kind", () => {
    for (const selection of [{}, [], "sub_1", { subjectId: 1 }, { consentIds: [1] }])
      assert.isNull(readPackManifest(changed({ selection }))?.selection)
  })

  it.each([
    { format: "consent-service/evidence-pack/v2" },
    { origin: 1 },
    { createdAt: 1 },
    { software: null },
    { withheld: [1] },
    { unproven: "cns_1" },
    { files: null },
    { files: { "README.html": 1 } },
    { files: ["00"] },
  ])("is not read with %j", (changes) => assert.isNull(readPackManifest(changed(changes))))

  it("is not read from what is no object", () => {
    for (const text of ["", "null", "[]"]) assert.isNull(readPackManifest(text))
  })
})
