import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { createHash } from "node:crypto"
import { fingerprintsOf } from "./Fingerprint.js"
import { compileRules } from "./CompiledRule.js"
import type { PolicyRule } from "./PolicyRule.js"
import { resolvePolicy } from "./ResolveRule.js"

const rule = (fields: Pick<PolicyRule, "model" | "prompt"> & Partial<PolicyRule>): PolicyRule => ({
  id: "x",
  match: { isDefault: true },
  ...fields,
})

const of = (fields: Parameters<typeof rule>[0]) => fingerprintsOf(resolvePolicy(rule(fields)))

const fullProof = { storeIp: true, storeUserAgent: true, storeLanguage: true }
const optIn = { model: "opt-in", prompt: "choice" } as const

describe("golden vectors", () => {
  const vectors: ReadonlyArray<readonly [string, Parameters<typeof rule>[0], string, string, string]> = [
    [
      "safe fallback",
      { ...optIn, scopeMode: "strict" },
      "caadd5bcf45bf76cbc279b3dfe765f2dcd165c510f489c38994e4c9264d9314f",
      "145fd951c0967e210d905acf5859a93cd03095c0291816b9c424d740048b7a47",
      "4b563e76133c49a5e14cffd9c0a0cc16885b811d9ff77548165cc01ee94996d7",
    ],
    [
      "opt-in + choice",
      optIn,
      "93b88689837c547290e1e808ce869db85ac1755698634df788369d8e80dfe6f1",
      "a35ac43b3d435b98441c5c39ccb3879d59d813fd9185d5fa9e3cfc08385412a9",
      "7f05073243a60d3d057f8945113f5282024b4f5bcd13933e35952534ad1cf423",
    ],
    [
      "europe_opt_in",
      { ...optIn, proof: fullProof },
      "8aca68633714c54fb0a96eaee313aa415ae0a3137e56764cf629a20793b2f969",
      "a35ac43b3d435b98441c5c39ccb3879d59d813fd9185d5fa9e3cfc08385412a9",
      "7f05073243a60d3d057f8945113f5282024b4f5bcd13933e35952534ad1cf423",
    ],
    [
      "europe_iab",
      { model: "iab", prompt: "choice", proof: fullProof },
      "cbbf5d147ac468a745e188b4e4681e60a04debcbad2d0d5bc0fc618c31b06dae",
      "7e5fef2ff86cf36fa0b09daf324fe70a2c956e4470b986382baf3f911fbb051e",
      "1e1e4b8f67bed623eb4bc97b15eb8932f87f66bb91f25f1a23393bed880b4046",
    ],
    [
      "california_opt_out",
      {
        model: "opt-out",
        prompt: "none",
        proof: fullProof,
        rights: ["preferences"],
        privacySignals: { gpc: { denyCategories: ["marketing", "measurement"] } },
      },
      "2add89cb0c497ef5bccaef815bae6277006e37bdc10d4d0e6b1f494aa754c087",
      "f0a9519130a3c7706acc1dcb795f48eee79cfcde7de85e4384394583bd0db1b0",
      "8d9a703452d973d7243cbba8bce68bd86d75d3edd7dff5b1e27d9e31dcb17cee",
    ],
    [
      "opt-out + notice",
      { model: "opt-out", prompt: "notice" },
      "7e4ac3923ca44994162ba7fd65d2e96e9d3fcc0830442dc837ef5fc5590be1af",
      "2528189112bc9dd7a48af961a48a7be7d4560d2f83e36c1aad367e794bf384cc",
      "da91f7b0a2e26328dcb23e84ed01065f2bb5c51ef1df41d7e7d627ecd39feea3",
    ],
    [
      "none + none",
      { model: "none", prompt: "none" },
      "f14aee9000850db8781fc768d09b2693f87588644348c7af118e7c01b23d2ca3",
      "e35ddd3edaa862e8558653e2dae18a9dabc45e4ef8f0dec8df8d0098005d4061",
      "2e2716a0eb79749eabb1508bfa2d8fbd28d53f751ba833fef958f8b3b39eaccd",
    ],
    [
      "opt-in + choice, measurement and marketing, strict, with a copy revision",
      { ...optIn, categories: ["measurement", "marketing"], scopeMode: "strict", copyRevision: "2026-09" },
      "f95112579b4b964f947b1f72edba5c3cb42ce956c41a655261cee54686bdecf2",
      "12fa70f5bedd1be203e40ad7c76ccb17e409dd22b48243efa255ee8e11773311",
      "41ffc3f2ecfa34ede44afa07d4a36fe5427722b4337c89a0d210ae2eab65384b",
    ],
  ]

  it.each(vectors)("%s", (_, fields, policy, choice, notice) => {
    assert.deepStrictEqual(of(fields), { policy, choice, notice })
  })
})

describe("what changes a fingerprint", () => {
  it("id, match, i18n and review change no fingerprint", () => {
    const changed = of({
      ...optIn,
      id: "other",
      match: { countries: ["DE"] },
      i18n: { language: "de" },
      review: { status: "pending" },
    })
    assert.deepStrictEqual(changed, of(optIn))
  })

  it("proof and preselected categories change only the policy's", () => {
    for (const change of [{ proof: fullProof }, { preselectedCategories: ["marketing"] }]) {
      const { choice, notice, policy } = of({ ...optIn, ...change })
      assert.notStrictEqual(policy, of(optIn).policy)
      assert.deepStrictEqual({ choice, notice }, { choice: of(optIn).choice, notice: of(optIn).notice })
    }
  })

  it("exempt categories change all three", () => {
    const exempt = of({ ...optIn, exemptCategories: ["measurement"] })
    const preselected = of({ ...optIn, preselectedCategories: ["measurement"] })
    for (const name of ["policy", "choice", "notice"] as const) assert.notStrictEqual(exempt[name], preselected[name])
  })

  it("the order of sets does not matter", () => {
    const written = (categories: ReadonlyArray<string>) => of({ ...optIn, categories, scopeMode: "strict" })
    assert.deepStrictEqual(written(["marketing", "measurement"]), written(["measurement", " marketing ", "necessary"]))
  })
})

describe("legacyMaterial", () => {
  const plain: PolicyRule = { id: "a", match: { isDefault: true }, model: "opt-in", prompt: "choice" }
  const optInPolicy = "93b88689837c547290e1e808ce869db85ac1755698634df788369d8e80dfe6f1"
  const input = { v: 2, categories: ["b", "a"], Banner: { text: "Hi", days: 0.5 }, none: null, absent: undefined }
  // By hand: root collation order, case last, no whitespace, lists as they are.
  const canonical = '{"Banner":{"days":0.5,"text":"Hi"},"categories":["b","a"],"none":null,"v":2}'
  const older = createHash("sha256").update(canonical, "utf8").digest("hex")

  const namesOf = (authored: PolicyRule) => {
    const [entry] = Either.getOrThrow(compileRules([authored]))
    return entry?.fingerprints
  }
  const frozen = { legacyMaterial: { input, policyFingerprint: optInPolicy } }

  it("while the rule's meaning is unchanged, is the older material's hash, and no other fingerprint changes", () => {
    assert.deepStrictEqual<unknown>(namesOf({ ...plain, ...frozen }), { ...namesOf(plain), legacyMaterial: older })
    assert.strictEqual(namesOf(plain)?.policy, optInPolicy)
  })

  it("ignores members that are not hashed: id, match, i18n, review", () => {
    const reworded: Partial<PolicyRule> = {
      id: "b",
      match: { countries: ["DE"] },
      i18n: { language: "de" },
      review: { status: "pending" },
    }
    assert.strictEqual(namesOf({ ...plain, ...frozen, ...reworded })?.legacyMaterial, older)
  })

  it("after a change of meaning, is policy-changed with the policy's hash", () => {
    const changed = namesOf({ ...plain, ...frozen, copyRevision: "2" })
    assert.notStrictEqual(changed?.policy, optInPolicy)
    assert.strictEqual(changed?.legacyMaterial, `policy-changed:${changed?.policy}`)
  })

  it("is absent without", () => {
    assert.notProperty(namesOf(plain), "legacyMaterial")
  })
})
