import { assert, describe, it } from "@effect/vitest"
import { entryKindFacts } from "../evidence/Entry.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { linkStatement, taskStatement } from "../evidence/Statement.js"
import { storedStatement } from "./StoredStatement.js"

describe("a stored statement", () => {
  it("is read as it was queued", () => {
    const link = { externalId: "u", identityProvider: "external", subjectId: "sub_1", verified: true }
    for (const statement of [linkStatement(link), taskStatement({ at: 1, what: "reconciled" })]) {
      const { statement: stored } = pendingEntry(statement, { id: "x", receivedAt: 1, salt: "xh7DYDLe8SCGKnMPT9Tr8Q" })
      assert.deepStrictEqual(storedStatement(statement.kind, stored ?? assert.fail()), statement)
    }
  })

  it("has the parts of its kind in their order, however they are stored", () => {
    const stored = { trace: "t", subject: "s", act: "a" }
    assert.deepStrictEqual(storedStatement(1, JSON.stringify(stored)), {
      kind: 1,
      parts: (entryKindFacts(1)?.parts ?? []).map((name) => ({ name, text: name.slice(0, 1) })),
    })
  })

  it("is none when it has other parts than its kind, fewer, more, or none, or is no JSON of texts", () => {
    for (const stored of [
      '{"log":"{}"}',
      '{"link":"{}","log":"{}"}',
      "{}",
      '{"link":1}',
      "[]",
      "null",
      "",
      '{"link":"{}"',
    ]) {
      assert.isNull(storedStatement(2, stored), stored)
    }
    assert.isNull(storedStatement(1, '{"act":"a","subject":"s"}'))
  })
})
