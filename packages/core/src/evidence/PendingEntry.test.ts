import { assert, describe, it } from "@effect/vitest"
import { facts } from "../testing/EvidenceVectors.js"
import { pendingEntry } from "./PendingEntry.js"
import {
  archiveStatement,
  commitTo,
  consentStatement,
  documentStatement,
  erasedStatement,
  holdStatement,
  keyStatement,
  linkStatement,
  logOpenedStatement,
  type Statement,
  taskStatement,
} from "./Statement.js"

const salt = "xh7DYDLe8SCGKnMPT9Tr8Q"
const pending = (statement: Statement) => pendingEntry(statement, { id: "one", receivedAt: 17, salt })

describe("an entry on its way into the log", () => {
  it.each([
    consentStatement(facts),
    consentStatement(facts, true),
    documentStatement({ id: "pol_1", type: "privacy_policy", version: "1", hash: "sha256:00", effectiveDate: 0 }),
    archiveStatement({ digest: "ab", what: "texts" }),
  ])("commits to what a row tells again: kind $kind", (statement) => {
    const { kind } = statement
    assert.deepStrictEqual(pending(statement), {
      kind,
      id: "one",
      receivedAt: 17,
      ...commitTo(statement, salt),
      statement: null,
    })
  })

  it.each([
    logOpenedStatement({ openedAt: 0, origin: "log.example" }),
    linkStatement({ externalId: "u", identityProvider: "external", subjectId: "sub_1", verified: true }),
    erasedStatement({ count: 1, erasedAt: 0, leaves: [3], reason: "art. 17" }),
    holdStatement({ at: 0, id: "case" }, false),
    holdStatement({ at: 0, id: "case" }, true),
    keyStatement({ at: 0, new: "b", old: "a", reason: "rotation" }),
    taskStatement({ at: 0, what: "recovered" }),
  ])("keeps what no row tells: kind $kind", (statement) => {
    const [part] = statement.parts
    const { commitment, statement: kept } = pending(statement)
    assert.deepStrictEqual(JSON.parse(kept ?? ""), { [part?.name ?? ""]: part?.text })
    assert.strictEqual(commitment, commitTo(statement, salt).commitment)
  })
})
