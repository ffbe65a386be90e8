import { optionalCategories } from "@consent-service/core/policy"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import type { ConsentRecords } from "../consent/Records.js"
import { decodeCookie, decodeJson, encodeCookie, encodeJson, type Kept } from "./RecordCodec.js"
import { anyRecords } from "../testing/RecordArbitrary.js"

/** The result of reading, without empty members. */
const told = (kept: Kept | null): ConsentRecords | null =>
  kept && { subject: kept.subject, categories: kept.categories, vendors: kept.vendors ?? null }

const fingerprint = "a".repeat(64)

const sample: ConsentRecords = {
  subject: { subjectId: "sub_111abc", externalId: "user;1 = é", identityProvider: "auth0" },
  categories: {
    marketing: { value: false, confirmedAt: 1_700_000_000_001, basis: { kind: "choice-v1", fingerprint } },
    measurement: { value: true, confirmedAt: 1_700_000_000_000, basis: { kind: "choice-v1", fingerprint } },
    experience: { value: true, confirmedAt: 5, basis: { kind: "legacy-v2" } },
  },
  vendors: { confirmedAt: 7, denied: ["ads", "a.b"] },
}

/** Every grant of a copy, with its time. */
const grantsOf = (copy: Kept | null): ReadonlyArray<string> =>
  optionalCategories.flatMap((category) => {
    const receipt = copy?.categories[category]
    return receipt?.value ? [`${category} ${receipt.confirmedAt}`] : []
  })

describe("the cookie", () => {
  it("has the keys and the order of values that existing tools read", () => {
    const fields = new Map(
      encodeCookie(sample)
        .split("&")
        .map((field) => [field.split("=")[0], field.split("=")[1]]),
    )
    assert.deepStrictEqual(Object.fromEntries(fields), {
      v: "3",
      sid: "sub_111abc",
      eid: "user%3B1%20%3D%20%C3%A9",
      idp: "auth0",
      b: `l%2Cc${fingerprint}`,
      ex: "1.5.0",
      mk: "0.1700000000001.1",
      me: "1.1700000000000.1",
      vd: "7%2Cads%2Ca.b",
    })
  })

  it.prop("restores what was written, in characters that a cookie may contain", [anyRecords], ([copy]) => {
    const text = encodeCookie(copy)
    assert.match(text, /^[!#-+\--:<-[\]-~]*$/)
    assert.deepStrictEqual(told(decodeCookie(text)), copy)
  })

  it("leaves the parts that would make it too long to localStorage", () => {
    const denied = Array.from({ length: 900 }, (_, i) => `vendor-${i}`)
    const long = { ...sample, vendors: { confirmedAt: 7, denied } }
    assert.isBelow(encodeCookie(long).length, 4_000)
    assert.deepStrictEqual(told(decodeCookie(encodeCookie(long))), { ...sample, vendors: null })
    assert.deepStrictEqual(told(decodeJson(encodeJson(long))), long)
  })

  it.each([
    null,
    "",
    "v=2&b=cx&mk=1.1.0",
    "v=3&mk=1.1.0",
    "v=3&b=cx&mk=2.1.0",
    "v=3&b=cx&mk=1.1",
    "v=3&b=cx&mk=1.1.1",
    "v=3&b=cx&mk=1.99999999999999999.0",
    "v=3&b=c&mk=1.1.0",
    "v=3&b=xy&mk=1.1.0",
    "v=3&b=%&mk=1.1.0",
    "v=3&sid=abc&b=cx&mk=1.1.0",
    "v=3&b=cx&mk=1.1.0&vd=x,y",
  ])("is no record at all when any part cannot be read: %s", (text) => {
    assert.isNull(decodeCookie(text))
  })

  it("skips unknown keys", () => {
    assert.deepStrictEqual(grantsOf(decodeCookie("v=3&icv=1&icvli=2&e=5&b=cx&mk=1.1.0&zz")), ["marketing 1"])
  })

  it.prop(
    "cut or overwritten anywhere never throws, and grants nothing that was not",
    [anyRecords, fc.nat(), fc.nat({ max: 5 }), fc.constantFrom("", "%", "é", ";", "x", "-", "%zz")],
    ([copy, at, length, text]) => {
      const whole = encodeCookie({ ...copy, subject: {} })
      const start = at % (whole.length + 1)
      const damaged = decodeCookie(whole.slice(0, start) + text + whole.slice(start + length))
      for (const grant of grantsOf(damaged)) {
        const [category] = grant.split(" ")
        assert.isTrue(
          grantsOf(copy).some((known) => known.startsWith(`${category} `)),
          grant,
        )
      }
    },
  )
})

describe("localStorage", () => {
  it("is the JSON that existing tools read", () => {
    assert.deepStrictEqual(JSON.parse(encodeJson(sample)), { version: 3, ...sample })
  })

  it.prop("restores what was written", [anyRecords], ([copy]) => {
    assert.deepStrictEqual(told(decodeJson(encodeJson(copy))), copy)
  })

  it.prop(
    "without any one member, or with another in its place, is no record or grants no more",
    [anyRecords, fc.nat(), fc.jsonValue()],
    ([copy, index, other]) => {
      let seen = 0
      const places = encodeJson(copy).split(/[,:{}[\]]/).length
      const damaged = JSON.parse(encodeJson(copy), (_, value: unknown) => (seen++ === index % places ? other : value))
      const read = decodeJson(JSON.stringify(damaged) ?? "")
      const grants = grantsOf(copy)
      const raised = read !== null && grantsOf(read).length > grants.length
      assert.isTrue(!raised || other === true || typeof other === "object", JSON.stringify(damaged))
    },
  )
})
