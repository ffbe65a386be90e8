import * as MemoryStores from "@consent-service/testkit/MemoryStores"
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { makeSigningKey } from "../evidence/NodeSigner.js"
import { inspectOptions } from "./CheckOptions.js"
import { showOptions } from "./ShownOptions.js"

const witnessKey = "witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X"
const logKey = "evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
const origin = "consent.shop.example/evidence"
const [key, newKey, foreign] = [makeSigningKey(origin), makeSigningKey(origin), makeSigningKey("other.example/log")]
const usual = {
  signingKeys: [],
  checkpointEveryMs: 1_000,
  public: "checkpoint",
  publish: null,
  witnesses: [],
  requireWitnesses: 0,
  timestamps: [],
  backfill: true,
  controller: null,
  processing: {},
} as const

const inspect = (evidence: unknown, more: object = {}) =>
  inspectOptions({ database: "sqlite::memory:", evidence, ...more })

const settingsOf = (evidence: unknown, more?: object) => Either.getOrThrow(inspect(evidence, more)).options.evidence

describe("the option evidence", () => {
  it("is on by default, under a name that does not reveal the host", () => {
    for (const option of [undefined, true, {}])
      assert.deepStrictEqual(settingsOf(option), { ...usual, origin: "consent.localhost/evidence" })
    assert.isNull(settingsOf(false))
  })

  it.each([
    ["a directory", { directory: "./evidence" }],
    ["a function", () => {}],
    ["functions", { put: () => {}, latest: () => null }],
    ["a function among others that are left out", { put: () => {}, latest: undefined }],
  ])("publishes to %s", (_, publish) => {
    assert.deepStrictEqual(settingsOf({ publish })?.publish, publish)
  })

  it("uses the name of its first key", () => {
    assert.strictEqual(settingsOf({ signingKeys: [newKey, key] })?.origin, origin)
    assert.deepStrictEqual(settingsOf({ origin, signingKeys: [key] })?.signingKeys, [key])
  })

  it.each([
    ["shop", "shop"],
    ["a.b-c_1", "a.b-c_1"],
    ["Shop", /^t-[0-9a-f]{16}$/],
    ["shop of É", /^t-[0-9a-f]{16}$/],
    ["s".repeat(64), /^t-[0-9a-f]{16}$/],
  ] as const)("names the log of the tenant %j", (tenantId, label) => {
    const name = settingsOf({}, { tenantId })?.origin.replace("consent.localhost/", "") ?? ""
    if (typeof label === "string") assert.strictEqual(name, label)
    else assert.match(name, label)
  })

  it.each([
    ["a key of another log", { signingKeys: [key, foreign] }, ["evidence.signingKeys.1"]],
    ["a key of another log than is named", { origin, signingKeys: [foreign] }, ["evidence.signingKeys.0"]],
    ["a key twice", { signingKeys: [key, key] }, ["evidence.signingKeys.1"]],
    ["a key that is none", { signingKeys: ["PRIVATE+KEY+x"] }, ["evidence.signingKeys.0"]],
    ["no list of keys", { signingKeys: key }, ["evidence.signingKeys"]],
    ["a URL", { origin: "https://shop.example" }, ["evidence.origin"]],
    ["a name with a space", { origin: "shop example" }, ["evidence.origin"]],
    ["checkpoints all the time", { checkpointEveryMs: 99 }, ["evidence.checkpointEveryMs"]],
    ["an unknown audience", { public: true }, ["evidence.public"]],
    ["a witness without a key", { witnesses: [{ url: "https://w.example" }] }, ["evidence.witnesses.0.key"]],
    [
      "a log's key as that of a witness",
      { witnesses: [{ url: "https://w.example", key: logKey }] },
      ["evidence.witnesses.0.key"],
    ],
    ["more witnesses than there are", { requireWitnesses: 1 }, ["evidence.requireWitnesses"]],
    ["a path as a witness", { witnesses: [{ url: "./w", key: witnessKey }] }, ["evidence.witnesses.0.url"]],
    ["a path as the place to publish to", { publish: "./evidence" }, ["evidence.publish"]],
    ["a directory without a name", { publish: { directory: " " } }, ["evidence.publish.directory"]],
    [
      "a place that cannot be written",
      { publish: { latest: () => null } },
      ["evidence.publish.directory", "evidence.publish.latest"],
    ],
    ["a member that no place has", { publish: { directory: "a", bucket: "b" } }, ["evidence.publish.bucket"]],
    ["another word", "on", ["evidence"]],
    ["everything wrong", { origin: "", checkpointEveryMs: 0.5, other: 1 }, ["checkpointEveryMs", "origin", "other"]],
  ])("names what is wrong with %s, and no key", (_, evidence, issues) => {
    const error = Either.getOrThrow(Either.flip(inspect(evidence)))
    const named = error.issues.map(({ option }) => option).sort()
    assert.deepStrictEqual(
      named,
      issues.map((name) => (name.startsWith("evidence") ? name : `evidence.${name}`)).sort(),
    )
    for (const secret of [key, foreign]) assert.notInclude(error.message, secret.slice(-40))
  })

  it("shows no key", () => {
    const { options } = Either.getOrThrow(inspect({ signingKeys: [key] }))
    assert.deepStrictEqual(showOptions(options).evidence?.signingKeys, ["[redacted]"])
  })

  it("is off with custom stores, unless it is given", () => {
    const custom = { stores: MemoryStores.layerMemory() }
    const evidenceWith = (evidence: unknown) =>
      Either.getOrThrow(inspectOptions({ ...custom, ...(evidence === undefined ? {} : { evidence }) })).options.evidence
    assert.isNull(evidenceWith(undefined))
    assert.isNotNull(evidenceWith(true))
  })
})
