import { api } from "@consent-service/adapter-http/api"
import { makeOpenApiDocument } from "@consent-service/adapter-http/openapi"
import { consistencyRanges, readReceipt, withhold, writeTlogProof } from "@consent-service/core/evidence"
import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { type ReceiptCheck, verifyReceipt, type VerifyOptions } from "../evidence.js"
import type { SignedReceipt } from "../wire/Wire.js"

const key = "evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
const nextKey = "evidence.example/shop+2d4d968c+ASVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd"
const witness = "witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X"

/** The receipt in the API's document. */
const example = (): SignedReceipt => {
  const { paths } = makeOpenApiDocument(api, { title: "cs API", version: "1" })
  const content = paths["/subjects/{id}/receipts/{consentId}"]?.get?.responses[200]?.content ?? {}
  const [json] = Object.values(content)
  return JSON.parse(JSON.stringify(Object.values(json?.examples ?? {})[0]?.value))
}

const receipt = example()
const trusted: VerifyOptions = { keys: [key] }

const reasonOf = (check: ReceiptCheck): string => (check.verified ? "verified" : check.reason)

const { checkpoint, entry } = receipt
const { act, subject } = entry.parts

describe("a receipt", () => {
  it("of the API's document verifies, with its content", async () => {
    const check = await verifyReceipt(receipt, trusted)
    assert.deepInclude(check, {
      verified: true,
      origin: "evidence.example/shop",
      index: 1,
      size: 3,
      loggedAt: new Date(entry.time),
      witnesses: [],
    })
    const parts = check.verified ? check.parts : {}
    assert.sameMembers(Object.keys(parts), ["act", "subject"])
    assert.deepInclude(parts["act"], { action: "custom", domain: "shop.example" })
    assert.deepStrictEqual(parts["subject"], { id: "cns_5HxTq1vYw8", subjectId: "sub_2Zk7PqYb9RtWmN4x" })
  })

  it("verifies as text in both forms, with more parts withheld", async () => {
    const found = withhold(readReceipt(JSON.stringify(receipt)) ?? assert.fail(), ["act"])
    for (const text of [JSON.stringify(receipt), writeTlogProof(found)])
      assert.isTrue((await verifyReceipt(text, trusted)).verified)
  })

  it.each<readonly [string, SignedReceipt | string, VerifyOptions]>([
    ["Unreadable", "", trusted],
    ["Unreadable", "{}", trusted],
    ["Unreadable", { ...receipt, index: -1 }, trusted],
    ["KeyInvalid", receipt, { keys: ["key"] }],
    ["KeyInvalid", receipt, { keys: [key], witnesses: [""] }],
    ["KeyInvalid", receipt, { keys: [key], known: { checkpoint, proof: ["?"] } }],
    ["Malformed", { ...receipt, checkpoint: "" }, trusted],
    ["WrongOrigin", { ...receipt, origin: "other.example" }, trusted],
    ["WrongOrigin", receipt, { keys: [] }],
    ["Unsigned", receipt, { keys: [nextKey] }],
    ["BadSignature", { ...receipt, checkpoint: checkpoint.replace("\n3\n", "\n4\n") }, trusted],
    ["NotWitnessed", receipt, { keys: [key], witnesses: [witness], quorum: 1 }],
    ["NotIncluded", { ...receipt, index: 0 }, trusted],
    [
      "NotIncluded",
      { ...receipt, entry: { ...entry, parts: { ...entry.parts, act: subject, subject: act } } },
      trusted,
    ],
    ["Forked", receipt, { keys: [key], known: { checkpoint, proof: [Buffer.alloc(32).toString("base64")] } }],
  ])("is refused: %s", async (reason, given, options) => {
    assert.strictEqual(reasonOf(await verifyReceipt(given, options)), reason)
  })

  it("agrees with a known checkpoint", async () => {
    assert.deepStrictEqual(consistencyRanges(3, 3), [])
    assert.isTrue((await verifyReceipt(receipt, { keys: [key], known: { checkpoint, proof: [] } })).verified)
  })

  it("is refused where WebCrypto lacks Ed25519", async () => {
    const { importKey } = crypto.subtle
    crypto.subtle.importKey = () => Promise.reject(new DOMException("", "NotSupportedError"))
    try {
      assert.strictEqual(reasonOf(await verifyReceipt(receipt, trusted)), "Unsupported")
    } finally {
      crypto.subtle.importKey = importKey
    }
  })
})

describe("the evidence entry", () => {
  it("is under 6,500 bytes, compressed, and has only code of the core and its own", async () => {
    const { metafile, outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../evidence.ts", import.meta.url))],
      bundle: true,
      minify: true,
      platform: "neutral",
      format: "esm",
      target: "es2022",
      metafile: true,
      write: false,
    })
    const foreign = Object.keys(metafile.inputs).filter((path) => !/(core\/dist|client\/src|^src)\//.test(path))
    assert.deepStrictEqual(foreign, [])
    const text = outputFiles[0]?.text ?? assert.fail()
    assert.isBelow(gzipSync(text, { level: 9 }).length, 6_500)
    assert.notMatch(text, /\bimport\s*[("{*]|\brequire\b|\bBuffer\b/)
  })
})
