import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { isVendor } from "../gate/OwnVendors.js"
import { readServices, vendorProblems } from "./Services.js"

const cookie = { name: "_id", purpose: "Recognizes visitors", duration: { en: "1 year" } }

const service = {
  id: "stats",
  name: "Stats",
  category: "measurement",
  privacyPolicyUrl: "https://stats.example/",
  cookies: [cookie],
}

describe("readServices", () => {
  it("reads a service with its cookies", () => {
    const given = {
      ...service,
      provider: "Stats Ltd",
      cookies: [{ ...cookie, path: "/shop", domain: "shop.example" }],
    }
    assert.deepStrictEqual(readServices([given], []), {
      services: [{ id: "stats", provider: "Stats Ltd", cookies: given.cookies }],
      problems: [],
    })
  })

  it("needs only the id and cookies of a vendor that is declared elsewhere", () => {
    const { cookies, id } = service
    assert.strictEqual(readServices([{ id, cookies }], ["stats"]).problems.length, 0)
    assert.strictEqual(readServices([{ id, cookies }], []).services.length, 0)
  })

  it.each<[string, unknown, RegExp]>([
    ["is no object", "stats", /^services\[0\] is ignored: it has no id/],
    ["has no id", { ...service, id: undefined }, /^services\[0\] is ignored: it has no id/],
    ["has an id in capitals", { ...service, id: "Stats" }, /^services\[0\] is ignored: it has no id/],
    ["has no name", { ...service, name: "" }, /^services\[0\] \(stats\) is ignored: it has no name\. Write \{/],
    ["has an unknown category", { ...service, category: "ads" }, /has no known category/],
    ["has no category", { ...service, category: undefined }, /has no known category/],
    ["has no address of its policy", { ...service, privacyPolicyUrl: undefined }, /has no privacyPolicyUrl/],
  ])("ignores one that %s, in one line that says what to write", (_, given, line) => {
    const { problems, services } = readServices([given], [])
    assert.deepStrictEqual([services.length, problems.length], [0, 1])
    assert.match(String(problems[0]), line)
    assert.include(String(problems[0]), "Write {")
  })

  it.each<[string, object, RegExp]>([
    ["cookies that are no list", { cookies: { name: "_id" } }, /\(stats\): its cookies are no list\. Write \{/],
    ["a cookie without a name", { cookies: [{ purpose: "x", duration: "y" }] }, /cookies\[0\] has no name/],
    ["a cookie without a purpose", { cookies: [{ name: "_id", duration: "y" }] }, /cookies\[0\] has no purpose/],
    [
      "a cookie with a purpose in no language",
      { cookies: [{ name: "_id", purpose: {}, duration: "y" }] },
      /no purpose/,
    ],
    ["a cookie without a duration", { cookies: [{ name: "_id", purpose: "x" }] }, /cookies\[0\] has no duration/],
    [
      "a star within a name",
      { cookies: [{ name: "_*_id", purpose: "x", duration: "y" }] },
      /one \* at most, at its end/,
    ],
    ["a star alone", { cookies: [{ name: "*", purpose: "x", duration: "y" }] }, /one \* at most, at its end/],
    ["an unknown member", { policyUrl: "https://stats.example/" }, /unknown member policyUrl, use id, name/],
    ["an unknown member of a cookie", { cookies: [{ ...service.cookies[0], days: 3 }] }, /unknown member days/],
  ])("keeps a service with %s, and reports it in one line", (_, change, line) => {
    const { problems, services } = readServices([{ ...service, ...change }], [])
    assert.deepStrictEqual([services.length, problems.length], [1, 1])
    assert.match(String(problems[0]), line)
  })

  const parts = fc.record(
    {
      id: fc.constantFrom("stats", "Stats", "", 7, null),
      name: fc.constantFrom("Stats", "", null),
      category: fc.constantFrom("measurement", "necessary", "ads", { not: "marketing" }, { xor: ["marketing"] }, null),
      privacyPolicyUrl: fc.constantFrom("https://stats.example/", "", null),
      cookies: fc.constantFrom([], null, "_id"),
    },
    { requiredKeys: [] },
  )

  it.prop(
    "uses exactly those that gates take for vendors, and reports all others",
    [fc.oneof(parts, fc.constant(null))],
    ([entry]) => {
      const given: Parameters<typeof isVendor>[0] = JSON.parse(JSON.stringify(entry))
      assert.strictEqual(readServices([given], []).services.length, Number(isVendor(given)))
      assert.strictEqual(vendorProblems([given]).length, Number(!isVendor(given)))
    },
  )

  it("reports vendors that cannot be used, in a line each", () => {
    assert.deepStrictEqual(vendorProblems(undefined), [])
    assert.match(String(vendorProblems({ stats: true })), /^vendors\[0\] is ignored: it has no id/)
    assert.match(
      String(vendorProblems([service, { ...service, name: "" }])),
      /^vendors\[1\] is ignored: it has no name\. Write/,
    )
  })

  it("uses the first of two with the same id", () => {
    const { problems, services } = readServices([service, { ...service, name: "Again" }], [])
    assert.strictEqual(services.length, 1)
    assert.match(problems.join(), /^services\[1\] \(stats\) is ignored: it repeats an id/)
  })

  it.prop(
    "never throws, and has at most one line for each entry",
    [fc.oneof(fc.anything(), fc.array(fc.anything()))],
    ([given]) => {
      const { problems } = readServices(given, [])
      assert.isAtMost(problems.length, Array.isArray(given) ? given.length : 1)
    },
  )
})
