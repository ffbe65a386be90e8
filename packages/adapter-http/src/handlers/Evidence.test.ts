import { makeFiberPool } from "@consent-service/core/primitives"
import {
  readReceipt,
  readTlogProof,
  readVerifierKey,
  type ReceiptVerdict,
  type VerifyEd25519,
  verifyReceipt,
} from "@consent-service/core/evidence"
import { StoreUnreachable } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Runtime from "effect/Runtime"
import { createHash, createPublicKey, verify } from "node:crypto"
import type { EvidenceAccess } from "../api/EvidenceGroup.js"
import * as Examples from "../api/EvidenceExamples.js"
import { compileDispatch } from "../kernel/DispatchTable.js"
import { makeKernel } from "../kernel/Kernel.js"
import { makeRateLimit } from "../limit/RateLimit.js"
import { compileApiKeys } from "../request/ApiKeys.js"
import { type ExampleOptions, exampleLog } from "../testing/ExampleLog.js"
import { anExchange } from "../testing/PlainRoute.js"
import { evidenceRoutes } from "./Evidence.js"

const authenticates = compileApiKeys(["the-key"])

const withKey = { authorization: "Bearer the-key" }

const makeSend = (options: ExampleOptions & Partial<EvidenceAccess> = {}, reads = 1_000) => {
  const failures: Array<string> = []
  const network = { own: "203.0.113.7", wider: null, mayBeProxy: false }
  const settings = {
    authenticates,
    rateLimit: makeRateLimit({ reads: { capacity: reads, refillPerSecond: 0.001 } }),
    addresses: { stored: () => null, network: () => network, hasUnnamedProxy: () => false },
  }
  const routes = evidenceRoutes(settings, { public: options.public ?? "checkpoint", ports: exampleLog(options) })
  const kernel = makeKernel({
    dispatch: compileDispatch(routes),
    runtime: Runtime.defaultRuntime,
    fibers: makeFiberPool(Runtime.defaultRuntime),
    trustsOrigin: () => false,
    authenticates,
    observe: (seen) => {
      if (seen._tag === "RequestHandled" && seen.failure !== null) failures.push(seen.failure)
    },
    basePath: "",
    maxBodyBytes: 1024,
    tenant: null,
    background: () => {},
    tracing: false,
  })
  const send = async (target: string, headers: Readonly<Record<string, string>> = {}) => {
    const [path = "", search = ""] = target.split("?")
    const { body, headers: answered, status } = await kernel({ ...anExchange("GET", path, headers), search })
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : (body ?? new Uint8Array())
    return { status, headers: answered, bytes, text: new TextDecoder().decode(bytes) }
  }
  return { send, failures }
}

const { send } = makeSend()

const codeIn = (text: string): string => JSON.parse(text).cause.code

const of = (consentId: string, subjectId: string = Examples.path.id): string =>
  `/subjects/${subjectId}/receipts/${consentId}`

const record = of(Examples.path.consentId)

const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey])
  return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature)
}

const keys = [readVerifierKey(Examples.verifierKey) ?? assert.fail()]

const verified: ReceiptVerdict = { _tag: "Verified", size: 3, witnesses: [] }

describe("the receipt of a record", () => {
  it("is JSON that verifies with the log's key, and is not cacheable", async () => {
    const { headers, status, text } = await send(record)
    assert.strictEqual(status, 200)
    assert.deepInclude(headers, {
      "content-type": "application/vnd.consent-service.receipt+json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    const receipt = readReceipt(text) ?? assert.fail()
    assert.deepStrictEqual(await verifyReceipt(receipt, { keys }, verifyEd25519), verified)
    assert.include(text, "203.0.113.0")
  })

  it("equals the example of the API, with the part withheld", async () => {
    const { text } = await send(`${record}?withhold=trace&form=json`)
    assert.deepStrictEqual(JSON.parse(text), Examples.receipt)
    assert.notInclude(text, "203.0.113.0")
  })

  it("is a tlog-proof when requested, with any parts withheld", async () => {
    const { headers, text } = await send(`${record}?form=proof&withhold=act,%20subject,trace`)
    assert.strictEqual(headers["content-type"], "text/plain; charset=utf-8")
    const receipt = readTlogProof(text) ?? assert.fail()
    assert.deepStrictEqual(await verifyReceipt(receipt, { keys }, verifyEd25519), verified)
    assert.isTrue(Object.values(receipt.entry.parts).every((part) => "commitment" in part))
    const [header, , ...others] = (await send(`${record}?form=proof`)).text.split("\n")
    const [exampleHeader, , ...expected] = Examples.tlogProof.split("\n")
    assert.deepStrictEqual([header, ...others], [exampleHeader, ...expected])
  })

  it("is 202 while no checkpoint covers the record", async () => {
    const behind = makeSend({ hasCheckpoint: false })
    for (const answer of [await send(of("cns_new")), await behind.send(record)]) {
      assert.strictEqual(answer.status, 202)
      assert.deepInclude(answer.headers, { "retry-after": "1", "cache-control": "no-store" })
      assert.strictEqual(answer.text, "")
    }
  })

  it.each([
    ["an unknown record", of("cns_2"), 404, "NOT_FOUND"],
    ["another subject's record", of(Examples.path.consentId, "sub_other"), 404, "NOT_FOUND"],
    ["an unknown form", `${record}?form=xml`, 400, "INPUT_VALIDATION_FAILED"],
    ["an unknown part", `${record}?withhold=trace,address`, 400, "INPUT_VALIDATION_FAILED"],
  ])("is refused for %s", async (_, target, status, code) => {
    const answer = await send(target)
    assert.deepStrictEqual([answer.status, codeIn(answer.text)], [status, code])
  })

  it("is 503 LOG_UNSIGNED without a key, and is logged", async () => {
    const unsigned = makeSend({ isSigned: false })
    const { status, text } = await unsigned.send(record)
    assert.deepStrictEqual([status, codeIn(text)], [503, "LOG_UNSIGNED"])
    assert.deepStrictEqual(unsigned.failures, ["LogUnsigned: no signing key of the evidence log is configured"])
  })

  it("of an altered record is 500: the log has the reason, the response does not", async () => {
    const altered = makeSend({ altered: { givenAt: 1 } })
    const { status, text } = await altered.send(record)
    assert.deepStrictEqual([status, codeIn(text)], [500, "INTERNAL_ERROR"])
    assert.match(altered.failures.join(), /^LogInconsistent: the record of entry 1 /)
    assert.notInclude(text, "entry")
  })

  it("is 503 while the store is unavailable", async () => {
    const failure = new StoreUnreachable({ operation: "locate", cause: "x" })
    assert.strictEqual((await makeSend({ failure }).send(record)).status, 503)
  })
})

describe("what the log publishes", () => {
  it("is the latest checkpoint", async () => {
    const { headers, status, text } = await send("/log/checkpoint")
    assert.deepStrictEqual([status, text], [200, Examples.checkpoint])
    assert.deepInclude(headers, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=5",
      "access-control-allow-origin": "*",
    })
  })

  it("is the keys", async () => {
    const { headers, text } = await send("/log/keys")
    const expected = { origin: Examples.receipt.origin, keys: [{ key: Examples.verifierKey, from: 3, until: null }] }
    assert.deepStrictEqual(JSON.parse(text), expected)
    assert.strictEqual(headers["cache-control"], "public, max-age=5")
  })

  it("includes cacheable proofs of consistency", async () => {
    const { headers, text } = await send("/log/consistency?from=1&to=3")
    assert.deepStrictEqual(JSON.parse(text), Examples.consistency)
    assert.strictEqual(headers["cache-control"], "public, max-age=31536000, immutable")
    assert.deepStrictEqual(JSON.parse((await send("/log/consistency?from=3&to=3")).text), { from: 3, to: 3, proof: [] })
  })

  it.each([
    "",
    "?from=1",
    "?from=0&to=3",
    "?from=3&to=2",
    "?from=1&to=4",
    "?from=1.5&to=3",
    "?from=1e0&to=3",
    "?from=-1&to=3",
  ])("is no proof of consistency for %j", async (query) => {
    const { status, text } = await send(`/log/consistency${query}`)
    assert.deepStrictEqual([status, codeIn(text)], [400, "INPUT_VALIDATION_FAILED"])
  })

  it("includes tiles and bundles, with an API key", async () => {
    assert.strictEqual((await send("/log/tile/0/000.p/3")).status, 401)
    const tile = await send("/log/tile/0/000.p/3", withKey)
    assert.deepInclude(tile.headers, {
      "content-type": "application/octet-stream",
      "cache-control": "private, max-age=31536000, immutable",
    })
    assert.strictEqual(tile.bytes.length, 96)
    const bundle = await send("/log/tile/entries/000.p/3", withKey)
    assert.strictEqual(bundle.bytes.length, 3 * 44)
    const leaf = createHash("sha256").update(Uint8Array.of(0)).update(bundle.bytes.subarray(2, 44)).digest()
    assert.deepStrictEqual(tile.bytes.subarray(0, 32), new Uint8Array(leaf))
  })

  it.each(["0/000", "0/000.p/4", "1/000.p/1", "0/0", "entries/001.p/1", "x"])("is no tile %s", async (tile) => {
    const { status, text } = await send(`/log/tile/${tile}`, withKey)
    assert.deepStrictEqual([status, codeIn(text)], [404, "NOT_FOUND"])
  })

  it("includes tiles for everyone where they are public, and nothing where the log is off", async () => {
    const open = await makeSend({ public: "tiles" }).send("/log/tile/0/000.p/3")
    assert.deepInclude(open.headers, {
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
    })
    const closed = makeSend({ public: false })
    for (const path of ["checkpoint", "keys", "consistency?from=1&to=3", "tile/0/000.p/3"])
      assert.strictEqual((await closed.send(`/log/${path}`, withKey)).status, 404, path)
    assert.strictEqual((await closed.send(record)).status, 200)
  })

  it("is 503 before the log is opened, before the first checkpoint, and where no key signs", async () => {
    for (const path of ["/log/checkpoint", "/log/keys"]) {
      for (const isOpened of [false, true]) {
        const early = await makeSend({ hasCheckpoint: false, isOpened }).send(path)
        assert.deepStrictEqual([early.status, codeIn(early.text)], [503, "SERVICE_UNAVAILABLE"])
      }
      const unsigned = await makeSend({ hasCheckpoint: false, isSigned: false }).send(path)
      assert.deepStrictEqual([unsigned.status, codeIn(unsigned.text)], [503, "LOG_UNSIGNED"])
    }
  })

  it("counts, like receipts, as reads of a client without a key", async () => {
    const targets = [record, "/log/checkpoint", "/log/keys", "/log/consistency?from=1&to=3"]
    for (const target of targets) {
      const limited = makeSend({}, 1)
      assert.strictEqual((await limited.send(target)).status, 200)
      const refused = await limited.send(target)
      assert.deepStrictEqual([refused.status, codeIn(refused.text)], [429, "RATE_LIMITED"], target)
      assert.strictEqual((await limited.send(target, withKey)).status, 200)
    }
  })
})
