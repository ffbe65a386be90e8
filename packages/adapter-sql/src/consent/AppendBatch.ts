/**
 * Appends of one tenant in one transaction of three steps: the subjects, the records with their entries for the evidence
 * log, their decisions. For subjects that existed before, it first counts how much room is left.
 */
import type { ConsentDraft } from "@consent-service/core/consent"
import { compareCodeUnits } from "@consent-service/core/primitives"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import type { Dialect } from "../dialect/Dialect.js"
import type { OwnedEntry } from "../log-queue/Queue.js"
import type { UnexpectedAnswer } from "../statement/Guard.js"
import { makeAdmit, type PreparedDraft } from "./Room.js"
import type { SentDecisions } from "./SentDecisions.js"
import type { DatedDecision, LedgerStatements, RecordEntries } from "./Statements.js"

/**
 * The outcome of a draft. `InsertedWithSubject`: its subject is new. `Full`: its subject has no room.
 * `TryAgain`: it shares its record's id with a draft of the batch that was not inserted, but not its subject; or its room
 * was reserved for one that was not inserted.
 */
export type BatchOutcome = "Inserted" | "InsertedWithSubject" | "NotInserted" | "Full" | "TryAgain"

/** Rolls back a transaction that created subjects for drafts whose records were then not inserted. */
interface CreatedInVain {
  readonly _tag: "CreatedInVain"
  readonly inVain: Prepared
  readonly outcomes: Outcomes
}

/** By the record's id. */
type Outcomes = ReadonlyMap<string, BatchOutcome>

type Drafts = ReadonlyArray<ConsentDraft>
type Prepared = ReadonlyArray<PreparedDraft>

/**
 * The first draft of each key, sorted by key. All processes take locks in that order, so that their transactions
 * cannot deadlock.
 */
const inOrder = <A>(values: ReadonlyArray<A>, keyOf: (value: A) => string): ReadonlyArray<A> => {
  const sorted = values.toSorted((one, other) => compareCodeUnits(keyOf(one), keyOf(other)))
  return sorted.filter((value, index) => {
    const before = sorted[index - 1]
    return before === undefined || keyOf(before) !== keyOf(value)
  })
}

const recordId = ({ draft }: PreparedDraft): string => draft.record.id
const subjectId = ({ draft }: PreparedDraft): string => draft.record.subjectId
const nothing: ReadonlySet<string> = new Set()

const decisionId = ({ decision }: DatedDecision): string => decision.id

const decisionsOf = (drafts: Prepared): ReadonlyArray<DatedDecision> => {
  const decisions = drafts.flatMap(({ draft: { decision, record } }) =>
    decision === null ? [] : [{ decision, createdAt: record.createdAt }],
  )
  return inOrder(decisions, decisionId)
}

/** The entries of records. A draft that creates its subject is most likely new, any other is most likely a retry. */
const recordEntries = (drafts: Prepared, created: ReadonlySet<string>): RecordEntries | null => {
  if (drafts.every(({ draft }) => draft.entries === undefined)) return null
  const isMostlyNew = drafts.filter((one) => created.has(subjectId(one))).length * 2 >= drafts.length
  return {
    of: (ids) =>
      drafts.flatMap(({ draft: { entries, record } }) =>
        entries === undefined || !ids.has(record.id) ? [] : [{ ...entries.record(), subjectId: record.subjectId }],
      ),
    expected: isMostlyNew ? new Set(drafts.map(recordId)) : null,
  }
}

/** The evidence entries of links that were created with their subjects. */
const linkEntries = (creators: Prepared, created: ReadonlySet<string>): ReadonlyArray<OwnedEntry> =>
  creators.flatMap((one) => {
    const entryOf = one.draft.entries?.link ?? null
    return entryOf !== null && created.has(subjectId(one)) ? [{ ...entryOf(), subjectId: subjectId(one) }] : []
  })

/** The outcome of each draft: inserted, not inserted, or without room. */
const outcomesOf = (
  drafts: Prepared,
  admitted: Prepared,
  inserted: ReadonlySet<string>,
  created: ReadonlySet<string>,
): Outcomes => {
  const unclaimed = new Set(created)
  const isAdmitted = new Set(admitted)
  /** Drafts that did not use their reserved room. */
  const withRoomLeft = new Set(admitted.filter((one) => !inserted.has(recordId(one))).map(subjectId))
  const outcomeOf = (one: PreparedDraft): BatchOutcome => {
    if (inserted.has(recordId(one))) return unclaimed.delete(subjectId(one)) ? "InsertedWithSubject" : "Inserted"
    if (isAdmitted.has(one)) return "NotInserted"
    return withRoomLeft.has(subjectId(one)) ? "TryAgain" : "Full"
  }
  return new Map(drafts.map((one) => [recordId(one), outcomeOf(one)]))
}

/** The ids of the decisions of drafts that were inserted. */
const decisionsIn = (drafts: Prepared, outcomes: Outcomes): ReadonlyArray<string> =>
  drafts.flatMap((one) => {
    const { decision } = one.draft
    const outcome = outcomes.get(recordId(one))
    return decision !== null && (outcome === "Inserted" || outcome === "InsertedWithSubject") ? [decision.id] : []
  })

const insertOnce = (statements: LedgerStatements, sent: SentDecisions | null) => {
  const admit = makeAdmit(statements)
  return Effect.fnUntraced(function* (drafts: Prepared) {
    const creators = inOrder(drafts, subjectId)
    const created = yield* statements.insertSubjects(creators.map(({ draft }) => draft))
    const admitted = yield* admit(drafts, created)
    const ordered = inOrder(admitted, recordId)
    const rows = ordered.map(({ cells }) => cells)
    const inserted =
      rows.length === 0 ? nothing : yield* statements.insertConsents(rows, recordEntries(ordered, created), created)
    const outcomes = outcomesOf(drafts, admitted, inserted, created)
    if (inserted.size < drafts.length) {
      const inVain = creators.filter((one) => created.has(subjectId(one)) && !inserted.has(recordId(one)))
      if (inVain.length > 0) return yield* Effect.fail<CreatedInVain>({ _tag: "CreatedInVain", inVain, outcomes })
    }
    const links = linkEntries(creators, created)
    if (links.length > 0) yield* statements.queue(links)
    const decisions = decisionsOf(
      drafts.filter(({ draft }) => inserted.has(draft.record.id) && sent?.has(draft.decision?.id ?? "") !== true),
    )
    if (decisions.length > 0) yield* statements.insertDecisions(decisions)
    return outcomes
  })
}

/** The first draft of a record's id was tried; the same draft may occur several times. */
const toldToEach = (drafts: Drafts, outcomes: Outcomes): ReadonlyArray<BatchOutcome> => {
  const tried = new Map<string, ConsentDraft>()
  return drafts.map((draft) => {
    const { id, subjectId: subject } = draft.record
    const first = tried.get(id)
    tried.set(id, first ?? draft)
    const outcome = outcomes.get(id) ?? "NotInserted"
    if (first === undefined) return outcome
    if (outcome === "Inserted" || outcome === "InsertedWithSubject") return "NotInserted"
    return first.record.subjectId === subject ? outcome : "TryAgain"
  })
}

/**
 * Only inserted drafts leave rows; the outcomes are in the order of the drafts.
 *
 * @param sent - decisions that are not sent again; null where each is sent, and where the transaction is within another one
 */
export const appendBatch = (dialect: Dialect, statements: LedgerStatements, sent: SentDecisions | null = null) => {
  const transaction = insertOnce(statements, sent)
  const committed = (drafts: Prepared) => {
    // Where the caller cannot be interrupted, its statements can: what is being committed cannot.
    const commit = dialect.transaction(Effect.interruptible(transaction(drafts)))
    if (sent === null) return commit
    return Effect.tap(commit, (outcomes) => Effect.sync(() => sent.add(decisionsIn(drafts, outcomes))))
  }

  const insert = (drafts: Prepared): Effect.Effect<Outcomes, SqlError | UnexpectedAnswer> =>
    drafts.length === 0
      ? Effect.succeed(new Map())
      : Effect.catchTag(committed(drafts), "CreatedInVain", ({ inVain, outcomes }) => {
          const rest = insert(drafts.filter((draft) => !inVain.includes(draft)))
          const known = inVain.map((one) => [recordId(one), outcomes.get(recordId(one)) ?? "NotInserted"] as const)
          return Effect.map(rest, (others) => new Map([...others, ...known]))
        })

  return (drafts: Drafts): Effect.Effect<ReadonlyArray<BatchOutcome>, SqlError | UnexpectedAnswer> => {
    const ids = new Set<string>()
    const distinct = drafts.filter(({ record }) => ids.size < ids.add(record.id).size)
    const prepared = distinct.map((draft) => ({ draft, cells: statements.consentCells(draft.record) }))
    return Effect.map(insert(prepared), (outcomes) => toldToEach(drafts, outcomes))
  }
}
