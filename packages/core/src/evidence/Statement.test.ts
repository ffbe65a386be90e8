import { assert, describe, it } from "@effect/vitest"
import canonicalize from "canonicalize"
import * as FastCheck from "effect/FastCheck"
import { entryKindFacts } from "./Entry.js"
import {
  archiveStatement,
  commitTo,
  consentStatement,
  type ConsentFacts,
  documentStatement,
  emptyTrace,
  erasedStatement,
  hasTrace,
  holdStatement,
  keyStatement,
  linkStatement,
  logOpenedStatement,
  type Statement,
  taskStatement,
} from "./Statement.js"
import { entries } from "../testing/EvidenceVectors.js"

const text = FastCheck.fullUnicodeString({ maxLength: 12 })
const orNull = <A>(arbitrary: FastCheck.Arbitrary<A>): FastCheck.Arbitrary<A | null> =>
  FastCheck.option(arbitrary, { nil: null })
const maybeText = orNull(text)
const instant = FastCheck.maxSafeInteger()
const grants = FastCheck.dictionary(FastCheck.oneof(text, FastCheck.constant("__proto__")), FastCheck.boolean())

const facts: FastCheck.Arbitrary<ConsentFacts> = FastCheck.record({
  id: text,
  subjectId: text,
  type: text,
  domain: text,
  documentId: maybeText,
  givenAt: instant,
  createdAt: instant,
  validUntil: orNull(instant),
  preferences: orNull(grants),
  choice: orNull(
    FastCheck.record({
      version: FastCheck.constant(3),
      categories: FastCheck.dictionary(text, grants, { maxKeys: 3 }),
    }),
  ),
  vendorChoice: orNull(FastCheck.record({ version: FastCheck.constant(1), confirmedAt: instant, grants })),
  metadata: orNull(FastCheck.dictionary(text, FastCheck.double({ noNaN: true, noDefaultInfinity: true }))),
  jurisdiction: maybeText,
  model: maybeText,
  consentAction: maybeText,
  uiSource: maybeText,
  tcString: maybeText,
  ipAddress: maybeText,
  userAgent: maybeText,
  language: maybeText,
  decisionId: maybeText,
  decisionSource: maybeText,
  experiment: orNull(FastCheck.record({ id: text, arm: text })),
  timeToDecisionMs: orNull(FastCheck.nat()),
  contentDigest: text,
})

/** What another implementation writes. */
const canonical = (value: object): string => canonicalize(value) ?? assert.fail("not JSON")

const textsOf = ({ parts }: Statement) => Object.fromEntries(parts.map((part) => [part.name, part.text]))

describe("statements", () => {
  it("of a consent are canonical JSON of exactly its facts, split into three parts", () => {
    FastCheck.assert(
      FastCheck.property(facts, FastCheck.boolean(), (given, late) => {
        const statement = consentStatement(given, late)
        assert.strictEqual(statement.kind, late ? 8 : 1)
        const { consentAction, id, ipAddress, language, metadata, subjectId, userAgent, ...act } = given
        assert.deepStrictEqual(textsOf(statement), {
          act: canonical({ ...act, action: consentAction }),
          subject: canonical({ id, subjectId }),
          trace: canonical({ ipAddress, language, metadata, userAgent }),
        })
      }),
      { numRuns: 200 },
    )
  })

  it("of the other kinds are those of the vectors", () => {
    const written = [
      logOpenedStatement({ openedAt: 1796083200000, origin: "evidence.example/shop" }),
      archiveStatement({ digest: "aa".repeat(32), what: "texts" }),
      documentStatement({
        effectiveDate: 1796083200000,
        hash: `sha256:${"bb".repeat(32)}`,
        id: "doc_1",
        type: "privacy_policy",
        version: "2026-12",
      }),
      linkStatement({
        externalId: "user-1",
        identityProvider: "external",
        subjectId: "sub_EvidenceExample0001",
        verified: true,
      }),
    ]
    const expected = [0, 1, 2, 5].map((index) => entries[index] ?? assert.fail())
    assert.deepStrictEqual(
      written.map(({ kind }) => kind),
      expected.map(({ kind }) => kind),
    )
    assert.deepStrictEqual(
      written.map(textsOf),
      expected.map(({ parts }) => parts),
    )
    assert.deepStrictEqual(
      written.map((statement, at) => commitTo(statement, expected[at]?.salt ?? "").commitment),
      expected.map(({ commitment }) => commitment),
    )
  })

  it.each<readonly [() => Statement, number, string]>([
    [
      () => erasedStatement({ count: 1, erasedAt: 5, leaves: [3], reason: "art. 17" }),
      5,
      '{"count":1,"erasedAt":5,"leaves":[3],"reason":"art. 17"}',
    ],
    [
      () => erasedStatement({ reason: "r", parts: ["trace"], leaves: [], erasedAt: 5, count: 0 }),
      5,
      '{"count":0,"erasedAt":5,"leaves":[],"parts":["trace"],"reason":"r"}',
    ],
    [() => holdStatement({ id: "case", at: 5 }, false), 6, '{"at":5,"id":"case"}'],
    [() => holdStatement({ id: "case", at: 5 }, true), 7, '{"at":5,"id":"case"}'],
    [
      () => keyStatement({ reason: "rotation", old: null, new: "b", at: 5 }),
      9,
      '{"at":5,"new":"b","old":null,"reason":"rotation"}',
    ],
    [
      () => taskStatement({ what: "recovered", digest: "ab", count: 3, at: 5 }),
      10,
      '{"at":5,"count":3,"digest":"ab","what":"recovered"}',
    ],
  ])("of administration are one part, and canonical: kind $1", (statement, expectedKind, expectedText) => {
    const { kind, parts } = statement()
    assert.deepStrictEqual([kind, parts.map((part) => part.text)], [expectedKind, [expectedText]])
    assert.deepStrictEqual(
      parts.map((part) => part.name),
      [...(entryKindFacts(kind)?.parts ?? [])],
    )
  })

  it("take no members but those of their kind, whatever a row has besides", () => {
    const more = { more: 1 }
    for (const { parts } of [
      logOpenedStatement({ openedAt: 0, origin: "log.example", ...more }),
      archiveStatement({ digest: "ab", what: "texts", ...more }),
      holdStatement({ at: 0, id: "case", ...more }, false),
      keyStatement({ at: 0, new: "b", old: null, reason: "r", ...more }),
    ])
      assert.notInclude(parts[0]?.text, "more")
  })

  it("of a consent have a trace unless all of it is gone", () => {
    assert.isFalse(hasTrace(emptyTrace))
    for (const trace of [{ ipAddress: "203.0.113.0" }, { language: "" }, { metadata: {} }, { userAgent: "x" }])
      assert.isTrue(hasTrace({ ...emptyTrace, ...trace }))
  })

  it("have the parts of their kind, in order", () => {
    const example = FastCheck.sample(facts, 1)[0] ?? assert.fail()
    for (const statement of [
      consentStatement(example),
      consentStatement(example, true),
      archiveStatement({ digest: "", what: "manifest" }),
    ]) {
      assert.deepStrictEqual(
        statement.parts.map(({ name }) => name),
        [...(entryKindFacts(statement.kind)?.parts ?? [])],
      )
    }
  })

  it("commit to everything they say: another text, part, salt or kind is another commitment", () => {
    FastCheck.assert(
      FastCheck.property(facts, facts, text, text, (one, other, salt, otherSalt) => {
        const [statement, changed] = [consentStatement(one), consentStatement(other)]
        const { commitment } = commitTo(statement, salt)
        const same = JSON.stringify(textsOf(statement)) === JSON.stringify(textsOf(changed))
        assert.strictEqual(commitTo(changed, salt).commitment === commitment, same)
        assert.strictEqual(commitTo(statement, otherSalt).commitment === commitment, salt === otherSalt)
        assert.notStrictEqual(commitTo(consentStatement(one, true), salt).commitment, commitment)
      }),
    )
  })
})
