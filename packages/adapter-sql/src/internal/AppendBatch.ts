/** Appends of one tenant in one transaction of three steps: the subjects, the records, their decisions. */
import type { ConsentDraft } from "@consent-service/core/consent/ConsentRecord"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"
import type { DatedDecision, LedgerStatements } from "./Statements.js"

/**
 * What came of a draft. `TryAgain`: it shares its record's id with a draft of the batch that was not inserted, but not
 * its subject, so that it may fare better.
 */
export type BatchOutcome = "Inserted" | "NotInserted" | "TryAgain"

/** Ends a transaction that created subjects for drafts whose records then were not inserted. */
interface CreatedInVain {
  readonly _tag: "CreatedInVain"
  readonly inVain: ReadonlyArray<ConsentDraft>
}

type Drafts = ReadonlyArray<ConsentDraft>

const byText =
  <A>(textOf: (value: A) => string) =>
  (left: A, right: A): number => {
    const [one, other] = [textOf(left), textOf(right)]
    return one < other ? -1 : one > other ? 1 : 0
  }

/**
 * The first of each key, in the order of the keys. Everybody takes locks in that order, so that transactions of several
 * processes wait for each other and not in circles.
 */
const inOrder = <A>(values: ReadonlyArray<A>, keyOf: (value: A) => string): ReadonlyArray<A> => {
  const sorted = values.toSorted(byText(keyOf))
  return sorted.filter((value, index) => {
    const before = sorted[index - 1]
    return before === undefined || keyOf(before) !== keyOf(value)
  })
}

const recordId = ({ record }: ConsentDraft): string => record.id
const subjectId = ({ record }: ConsentDraft): string => record.subjectId
const decisionId = ({ decision }: DatedDecision): string => decision.id

const decisionsOf = (drafts: Drafts): ReadonlyArray<DatedDecision> => {
  const decisions = drafts.flatMap(({ decision, record }) =>
    decision === null ? [] : [{ decision, createdAt: record.createdAt }],
  )
  return inOrder(decisions, decisionId)
}

const insertOnce = (statements: LedgerStatements) =>
  Effect.fnUntraced(function* (drafts: Drafts) {
    const creators = inOrder(drafts, subjectId)
    const created = yield* statements.insertSubjects(creators)
    const inserted = yield* statements.insertConsents(inOrder(drafts, recordId).map(({ record }) => record))
    if (inserted.size < drafts.length) {
      const inVain = creators.filter((draft) => created.has(subjectId(draft)) && !inserted.has(recordId(draft)))
      if (inVain.length > 0) return yield* Effect.fail<CreatedInVain>({ _tag: "CreatedInVain", inVain })
    }
    const decisions = decisionsOf(drafts.filter((draft) => inserted.has(recordId(draft))))
    if (decisions.length > 0) yield* statements.insertDecisions(decisions)
    return inserted
  })

/** The first draft of a record's id was tried; one draft may be given several times. */
const outcomesOf = (drafts: Drafts, inserted: ReadonlySet<string>): ReadonlyArray<BatchOutcome> => {
  if (inserted.size === drafts.length) return drafts.map(() => "Inserted")
  const tried = new Map<string, ConsentDraft>()
  return drafts.map((draft) => {
    const id = recordId(draft)
    const first = tried.get(id)
    tried.set(id, first ?? draft)
    if (inserted.has(id)) return first === undefined ? "Inserted" : "NotInserted"
    return first === undefined || subjectId(first) === subjectId(draft) ? "NotInserted" : "TryAgain"
  })
}

/** Only the drafts that are inserted leave anything behind; the outcomes are in the order of the drafts. */
export const appendBatch = (dialect: Dialect, statements: LedgerStatements) => {
  const transaction = insertOnce(statements)

  const insert = (drafts: Drafts): Effect.Effect<ReadonlySet<string>, SqlError> =>
    drafts.length === 0
      ? Effect.succeed(new Set())
      : Effect.catchTag(dialect.transaction(transaction(drafts)), "CreatedInVain", ({ inVain }) =>
          insert(drafts.filter((draft) => !inVain.includes(draft))),
        )

  return (drafts: Drafts): Effect.Effect<ReadonlyArray<BatchOutcome>, SqlError> => {
    const ids = new Set<string>()
    const distinct = drafts.filter((draft) => ids.size < ids.add(recordId(draft)).size)
    return Effect.map(insert(distinct), (inserted) => outcomesOf(drafts, inserted))
  }
}
