import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { ArrayFormatter } from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { EvidencePackBody, mostRecords, selectionOf } from "./PackBody.js"

const decode = Schema.decodeUnknownEither(EvidencePackBody, { errors: "all" })

const selected = (body: unknown) => Either.map(decode(body), selectionOf)

/** What is wrong with a body, by path; that what is given is not null either is no news. */
const problemsOf = (body: unknown): ReadonlyArray<readonly [string, string]> =>
  Either.match(decode(body), {
    onLeft: (error) =>
      ArrayFormatter.formatErrorSync(error)
        .filter(({ message }) => !message.startsWith("Expected null"))
        .map(({ message, path }) => [path.join("."), message] as const),
    onRight: () => [],
  })

const ids = (count: number) => Array.from({ length: count }, (_, at) => `cns_${at}`)

describe("the body that requests a pack", () => {
  it("selects the records of a subject, of an account, or by their ids, each once", () => {
    assert.deepStrictEqual(
      [
        { subjectId: "sub_1" },
        { externalId: "user-1", subjectId: null, consentIds: null },
        { consentIds: ["cns_2", "cns_1", "cns_2"], externalId: null },
      ].map(selected),
      [
        Either.right({ subjectId: "sub_1" }),
        Either.right({ externalId: "user-1" }),
        Either.right({ consentIds: ["cns_2", "cns_1"] }),
      ],
    )
  })

  it("selects in exactly one way", () => {
    const message = "must be given, or else externalId or consentIds; only one of them"
    for (const body of [
      {},
      { subjectId: null },
      { withhold: [] },
      { subjectId: "a", externalId: "b" },
      { externalId: "b", consentIds: ["c"] },
      { subjectId: "a", externalId: "b", consentIds: ["c"] },
    ]) {
      assert.deepStrictEqual(problemsOf(body), [["subjectId", message]], JSON.stringify(body))
    }
  })

  it("names from one record to a thousand, with names of 1 to 255 characters", () => {
    assert.deepStrictEqual(problemsOf({ consentIds: ids(1) }), [])
    assert.deepStrictEqual(problemsOf({ consentIds: ids(mostRecords) }), [])
    assert.deepStrictEqual(problemsOf({ consentIds: [] }), [["consentIds", "must name a record"]])
    assert.deepStrictEqual(problemsOf({ consentIds: ids(mostRecords + 1) }), [
      ["consentIds", "must name at most 1000 records"],
    ])
    assert.deepStrictEqual(problemsOf({ subjectId: "a".repeat(255) }), [])
    assert.deepStrictEqual(problemsOf({ subjectId: "a".repeat(256) }), [
      ["subjectId", "must have at most 255 characters"],
    ])
    assert.deepStrictEqual(problemsOf({ externalId: "" }), [["externalId", "must not be empty"]])
    assert.deepStrictEqual(problemsOf({ consentIds: ["cns_1", ""] }), [["consentIds.1", "must not be empty"]])
  })

  it("withholds parts of records, and asks for a language that the page is written in", () => {
    assert.deepStrictEqual(problemsOf({ subjectId: "a", withhold: ["trace", "subject"], language: "fr" }), [])
    assert.strictEqual(problemsOf({ subjectId: "a", withhold: ["act"] })[0]?.[0], "withhold.0")
    assert.strictEqual(problemsOf({ subjectId: "a", language: "la" })[0]?.[0], "language")
  })
})
