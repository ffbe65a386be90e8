import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { type ActIdentity, consentId, contentDigest } from "./ActIdentity.js"
import type { Choice } from "../record/Receipt.js"

const act: ActIdentity = {
  tenant: null,
  subjectId: "sub_a",
  type: "cookie_banner",
  domain: "shop.example",
  givenAt: 1_760_000_000_000,
  documentId: null,
}

describe("an act's id", () => {
  it("is `cns_` and base58, and the same for the same act", () => {
    assert.match(consentId(act), /^cns_[1-9A-HJ-NP-Za-km-z]{20,28}$/)
    assert.strictEqual(consentId({ ...act }), consentId(act))
  })

  it("differs as soon as one part does", () => {
    const changes: ReadonlyArray<Partial<ActIdentity>> = [
      {},
      { tenant: "t" },
      { subjectId: "sub_b" },
      { type: "other" },
      { domain: "shop.example:8443" },
      { givenAt: act.givenAt + 1 },
      { documentId: "pol_1" },
    ]
    assert.strictEqual(new Set(changes.map((change) => consentId({ ...act, ...change }))).size, changes.length)
  })

  it("differs for acts whose parts join to the same text", () => {
    const text = FastCheck.constantFrom("", "a", "b", "ab", '"', '","', "null", "\\")
    const some = FastCheck.record({
      tenant: FastCheck.option(text),
      subjectId: text,
      type: text,
      domain: text,
      documentId: FastCheck.option(text),
    })
    FastCheck.assert(
      FastCheck.property(some, some, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        assert.strictEqual(consentId({ ...act, ...one }) === consentId({ ...act, ...other }), same)
      }),
      { numRuns: 500 },
    )
  })

  it("has room for every time that a date can hold", () => {
    for (const givenAt of [0, 2 ** 31, 1_699_999_999_999, 4_102_444_800_000, 8.64e15]) {
      assert.match(consentId({ ...act, givenAt }), /^cns_/)
    }
  })
})

describe("an act's content", () => {
  const choice: Choice = {
    version: 3,
    categories: { marketing: { value: true, confirmedAt: 5, basis: { kind: "legacy-v2" } } },
  }
  const content = { preferences: { marketing: true, measurement: false }, choice, vendorChoice: null }
  const digest = contentDigest(content)

  it("is the same in any order of keys and any spelling of numbers", () => {
    const reordered = JSON.parse(
      '{"marketing":{"basis":{"kind":"legacy-v2"},"confirmedAt":5e0,"value":true}}',
    ) as Choice["categories"]
    const same = {
      vendorChoice: null,
      choice: { categories: reordered, version: 3 as const },
      preferences: { measurement: false, marketing: true },
    }
    assert.strictEqual(contentDigest(same), digest)
  })

  it.each([
    ["a refusal left out", { preferences: { marketing: true } }],
    ["another value", { preferences: { marketing: true, measurement: true } }],
    ["no receipts", { choice: null }],
    ["no receipt in them", { choice: { version: 3, categories: {} } as const }],
    [
      "another confirmation",
      {
        choice: {
          version: 3,
          categories: { marketing: { value: true, confirmedAt: 6, basis: { kind: "legacy-v2" } } },
        } as const,
      },
    ],
    [
      "another basis",
      {
        choice: {
          version: 3,
          categories: { marketing: { value: true, confirmedAt: 5, basis: { kind: "choice-v1", fingerprint: "f" } } },
        } as const,
      },
    ],
    ["a vendor map where none was", { vendorChoice: { version: 1, confirmedAt: 5, grants: {} } as const }],
  ])("differs with %s", (_, change) => {
    assert.notStrictEqual(contentDigest({ ...content, ...change }), digest)
  })
})
