import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { takesLess } from "../testing/CpuTime.js"
import { redact, redactEvent, redactFields } from "./Redact.js"

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const oneOf = (characters: string) => fc.constantFrom(...characters)
const word = (characters: string, minLength: number) => fc.string({ unit: oneOf(characters), minLength, maxLength: 40 })

const base64urlOf = (text: string) => Buffer.from(text).toString("base64url")
const json = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }).map((claims) => JSON.stringify(claims))
const header = json.map((members) => base64urlOf(JSON.stringify({ alg: "HS256", ...JSON.parse(members) })))
const secret = word(base64url, 16)

interface Canary {
  /** The form in which it leaks. */
  readonly written: string
  /** The part that must be removed. */
  readonly secret: string
}

const itself = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<Canary> =>
  arbitrary.map((text) => ({ written: text, secret: text }))

const written = (spell: (secret: string) => string): fc.Arbitrary<Canary> =>
  secret.map((text) => ({ written: spell(text), secret: text }))

const canary = fc.oneof(
  itself(fc.emailAddress()),
  itself(fc.emailAddress().map((address) => address.replace("@", "%40"))),
  itself(fc.ipV4()),
  itself(fc.ipV6().filter((address) => address !== "::")),
  itself(fc.tuple(header, json.map(base64urlOf), secret).map((parts) => parts.join("."))),
  itself(word(base58, 8).map((id) => `sub_${id}`)),
  written((key) => `Bearer ${key}`),
  written((key) => `authorization: bearer   ${key}`),
  written((key) => `BASIC ${key}==`),
  written((key) => `postgres://shop:${key}@db.internal:5432/shop`),
)

/** Texts similar to redacted ones. */
const fragment = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom(
    "a@",
    "@",
    "1.",
    ".1",
    "12",
    ":",
    "::",
    "ab:",
    "eyJ",
    "eyJ.",
    "sub_",
    "Bearer",
    "://",
    "%40",
    "v1.2.3",
  ),
)
const surrounding = fc.array(fragment, { maxLength: 4 }).map((parts) => parts.join(""))

describe("redaction (threat: leaks through logs, traces and errors)", () => {
  it("removes every canary, whatever surrounds it", () => {
    const property = fc.property(
      canary,
      surrounding,
      surrounding,
      ({ secret: hidden, written: text }, before, after) => {
        assert.notInclude(redact(`${before}${text}${after}`), hidden)
      },
    )
    fc.assert(property, { numRuns: 4_000 })
  })

  it("is idempotent", () => {
    const property = fc.property(canary, surrounding, surrounding, ({ written: text }, before, after) => {
      const once = redact(`${before} ${text} ${after}`)
      assert.notInclude(redact(once), text)
    })
    fc.assert(property, { numRuns: 500 })
  })

  it("finds canaries in every string of an event, including names", () => {
    const planted = fc.tuple(canary, fc.constantFrom("plain", "name", "list", "deep"))
    const property = fc.property(planted, ([{ secret: hidden, written: text }, place]) => {
      const fields = {
        plain: { failure: text },
        name: { [text]: 1 },
        list: { errors: ["first", text] },
        deep: { session: { journey: { domain: text } } },
      }[place]
      assert.notInclude(JSON.stringify(redactEvent({ level: "error", event: "request", ...fields })), hidden)
    })
    fc.assert(property, { numRuns: 500 })
  })

  it.each([
    [
      "StoreFailed in append: duplicate key (email)=(ann@shop.example)",
      "StoreFailed in append: duplicate key (email)=([email])",
    ],
    ["connect ECONNREFUSED 10.0.0.7:5432", "connect ECONNREFUSED [ip]:5432"],
    ["connect ECONNREFUSED ::1:5432", "connect ECONNREFUSED [ip]"],
    ["mysql://root:s3cret@db.internal/shop", "mysql://[credentials]@db.internal/shop"],
    ["authorization: Bearer abc", "authorization: Bearer [credentials]"],
    ["no such subject sub_4fGh", "no such subject [subject]"],
    ["signed eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.abc_-", "signed [token]"],
    ["client ::ffff:203.0.113.9 left", "client [ip][ip] left"],
  ])("says what kind of thing was there: %j", (text, expected) => {
    assert.strictEqual(redact(text), expected)
  })

  it("keeps the request id, whatever it looks like, the level, and what is no text", () => {
    const fields = { requestId: "sub_4fGh", status: 500, flag: null, list: [1, "a@b.example", { at: "10.0.0.7" }] }
    assert.deepStrictEqual(redactEvent({ level: "error", event: "request 10.0.0.7", ...fields }), {
      level: "error",
      event: "request [ip]",
      requestId: "sub_4fGh",
      status: 500,
      flag: null,
      list: [1, "[email]", { at: "[ip]" }],
    })
    assert.deepStrictEqual(redactEvent({ level: "info", event: "started" }), { level: "info", event: "started" })
  })

  it("removes an address from the names of members, and keeps the values of every kind", () => {
    assert.deepStrictEqual(redactFields({ "10.0.0.7": 1, deep: { list: [true, null, ["::1"]] } }), {
      "[ip]": 1,
      deep: { list: [true, null, ["[ip]"]] },
    })
  })

  it("takes six groups for a time of day or a key, and seven for an address", () => {
    assert.strictEqual(redact("a:b:c:d:e:f"), "a:b:c:d:e:f")
    assert.strictEqual(redact("a:b:c:d:e:f:1"), "[ip]")
    assert.strictEqual(redact("nothing :: here"), "nothing :: here")
    assert.strictEqual(redact("at ::a"), "at [ip]")
  })

  it("keeps a name with dots in which no token begins before a dot", () => {
    assert.strictEqual(redact("shop.obeyJustly"), "shop.obeyJustly")
    assert.strictEqual(redact("a.eyJhbGci.x"), "a.[token]")
  })

  const survivor = fc.oneof(
    fc.uuid(),
    word(base58, 10).map((id) => `cns_${id}`),
    word("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26),
    word("0123456789abcdef", 32).map((id) => `Root=1-67891233-${id}`),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") }).map((date) => date.toISOString()),
    fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join(".")),
    fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => `effect@${parts.join(".")}`),
    fc.domain().filter((host) => !/\d\.\d+\.\d+\.\d/.test(host)),
    fc
      .tuple(fc.constantFrom("localhost", "db.internal"), fc.integer({ min: 1, max: 65_535 }))
      .map((at) => at.join(":")),
    fc.constantFrom(
      "/subjects/:id",
      "2026-11-21 13:26:59+00",
      "PostgreSQL 16.4 (Debian 16.4-1.pgdg120+2)",
      "10.11.6-MariaDB-0+deb12u1",
      "Cannot find package '@effect/opentelemetry' imported from /srv/node_modules/@consent-service/core/dist/a.js",
      "npm install @effect/opentelemetry @opentelemetry/api",
      "https://shop.example/a?b=c#d",
    ),
  )

  it("keeps the parts that operators need", () => {
    const property = fc.property(fc.array(survivor, { minLength: 1, maxLength: 4 }), (texts) => {
      assert.strictEqual(redact(texts.join(" ")), texts.join(" "))
    })
    fc.assert(property, { numRuns: 1_000 })
  })
})

describe("redaction of hostile text (threat: leaks through logs, traces and errors)", () => {
  const size = 100_000
  const filled = (unit: string) => unit.repeat(Math.ceil(size / unit.length))
  const pieces = [
    "a",
    "1",
    "@",
    "%40",
    ".",
    ":",
    "::",
    "/",
    "://",
    "-",
    "_",
    " ",
    "eyJ",
    "sub_",
    "bearer ",
    "é",
    "[",
    "1.1",
  ]

  /** Quadratic work would take many seconds. */
  const inTime = (text: string): void => assert.isTrue(takesLess(2_000, () => redact(text)))

  it("takes linear time for repeated text", () => {
    const unit = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""))
    fc.assert(
      fc.property(unit, (text) => inTime(filled(text))),
      { numRuns: 60 },
    )
  })

  it.each(pieces)("takes linear time for a long run before its end: %j", (piece) => {
    for (const end of ["@", "@a", "://", ":", ".1", "eyJ.", "%40", "bearer"]) inTime(`${filled(piece)}${end}`)
    for (const start of ["@", "a@", "a%40", "://", "::", "1.", "eyJ", "sub_", "bearer "])
      inTime(`${start}${filled(piece)}`)
  })
})
