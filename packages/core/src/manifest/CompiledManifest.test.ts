import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { fullManifest, settings } from "../testing/ManifestFixture.js"
import { compileManifest, readManifest } from "./CompiledManifest.js"
import { toManifestDocument } from "./ManifestDocument.js"

type Mutable = { [key: string]: Mutable }

/** A manifest as received, changed in transit. */
const received = (change: (sent: Mutable) => void = () => {}): unknown => {
  const sent: Mutable = JSON.parse(JSON.stringify(toManifestDocument(fullManifest, settings)))
  change(sent)
  return sent
}

const rule = (sent: Mutable): Mutable => sent["policyPacks"]?.[0]?.["rule"] ?? assert.fail("no rule")

const reasonOf = (value: unknown): string =>
  Either.match(readManifest(value), { onLeft: ({ reason }) => reason, onRight: () => "read" })

describe("compileManifest", () => {
  it("reports invalid rules and messages, and works anyway", () => {
    const manifest = compileManifest(
      { policyRules: [{ id: "x" }], customTranslations: { de: JSON.parse('{"common":{"save":1}}') } },
      settings,
    )
    assert.isNotEmpty(manifest.policyErrors)
    assert.deepStrictEqual(
      manifest.textProblems.map(({ path }) => path),
      ["customTranslations.de.common.save"],
    )
    assert.deepInclude(manifest.resolve({ country: "DE", region: null }), { reason: "invalid-configuration" })
    assert.strictEqual(manifest.translate({ acceptLanguage: "de", iab: false }).language, "de")
  })
})

describe("readManifest: a host with a fetched manifest", () => {
  it("reads the service's manifest, and ignores unknown fields outside the packs", () => {
    assert.strictEqual(reasonOf(received()), "read")
    assert.strictEqual(
      reasonOf(
        received((sent) => {
          sent["future"] = {}
        }),
      ),
      "read",
    )
  })

  it.each<[string, unknown]>([
    ["another schema version", received((sent) => Object.assign(sent, { schemaVersion: 3 }))],
    ["no schema version", {}],
    ["no object", null],
    ["a list", []],
  ])("%s is an unsupported contract", (_, value) => {
    assert.strictEqual(reasonOf(value), "unsupported-contract")
  })

  it.each<[string, (sent: Mutable) => void]>([
    ["a fourth key in a pack entry", (sent) => Object.assign(sent["policyPacks"]?.[0] ?? {}, { extra: 1 })],
    ["an unknown key in a policy", (sent) => Object.assign(rule(sent), { extra: 1 })],
    ["an unknown key deep in a policy", (sent) => Object.assign(rule(sent)["proof"] ?? {}, { extra: 1 })],
    ["a missing fingerprint", (sent) => delete sent["policyPacks"]?.[1]?.["fingerprints"]?.["choice"]],
    ["a policy that breaks an invariant", (sent) => Object.assign(rule(sent), { rights: [] })],
    ["an iab rule without iab", (sent) => delete sent["iab"]],
    ["no revision", (sent) => delete sent["revision"]],
  ])("%s is an invalid payload, matched or not", (_, change) => {
    assert.strictEqual(reasonOf(received(change)), "invalid-payload")
  })

  it("names the invalid field and the received value", () => {
    const read = readManifest(received((sent) => Object.assign(rule(sent), { id: 1 })))
    assert.deepStrictEqual(
      Either.isLeft(read) ? read.left.message : read,
      "policyPacks.0.rule.id: must be a string, got a number",
    )
  })

  it("reads a manifest with invalid rules, for which every resolution fails", () => {
    const sent: unknown = JSON.parse(JSON.stringify(toManifestDocument({ policyRules: "wrong" }, settings)))
    const manifest = Either.getOrThrow(readManifest(sent))
    assert.deepInclude(manifest.resolve({ country: "DE", region: null }), { reason: "invalid-configuration" })
  })
})
