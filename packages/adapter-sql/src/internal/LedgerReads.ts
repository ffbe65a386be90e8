/** The ledger's reads of visitors' requests: many at a time, of one subject or one account each. */
import type { ConsentRecord, SubjectHistory } from "@consent-service/core/consent/ConsentRecord"
import type { RecordedAct } from "@consent-service/core/ports/ConsentLedger"
import type { StoreError } from "@consent-service/core/ports/StoreError"
import type { SubjectId } from "@consent-service/core/subject/SubjectId"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mapCause, toStoreError, type UnexpectedAnswer } from "./Guard.js"
import { rowsBy, rowsListed, rowsOf } from "./Queries.js"
import { makeReadTogether } from "./ReadTogether.js"
import { readAct, readHistory, readRecord, rowsBySubject } from "./Row.js"
import type { LedgerStatements } from "./Statements.js"
import type { TenantStore } from "./TenantStore.js"

/** What was found is read for each by himself: what cannot be read of one is no trouble of the others. */
const told =
  (operation: string) =>
  <A>(effect: Effect.Effect<A, UnexpectedAnswer>): Effect.Effect<A, StoreError> =>
    mapCause((cause) => toStoreError(operation, cause))(effect)

/** Reads a subject's history; none where the tenant has no such subject. */
export const makeReadHistory = (
  run: TenantStore["run"],
  { selectHistories }: LedgerStatements,
): ((subject: SubjectId) => Effect.Effect<Option.Option<SubjectHistory>, StoreError>) =>
  makeReadTogether((subjects) => {
    const finding = rowsListed(subjects, (list) => rowsOf(selectHistories(list)))
    return Effect.map(run("history", finding), (found) => {
      const bySubject = rowsBySubject(found)
      return (subject) => {
        const own = Option.fromNullable(bySubject.get(subject))
        return told("history")(Effect.transposeMapOption(own, (rows) => readHistory(subject, rows)))
      }
    })
  })

/** Whose acts, and about what; both have values that a key column can hold, and there is one type at least. */
interface LinkedActs {
  readonly externalId: string
  readonly types: ReadonlyArray<string>
}

const typesKey = ({ types }: LinkedActs): string => JSON.stringify(types)

/** Reads what of some types the subjects with a verified link to an account have acts about. */
export const makeReadLinkedActs = (
  run: TenantStore["run"],
  { selectLinkedActs }: LedgerStatements,
): ((asked: LinkedActs) => Effect.Effect<ReadonlyArray<RecordedAct>, StoreError>) => {
  /** Of those who ask about the same types, by account. */
  const find = (alike: Arr.NonEmptyArray<LinkedActs>) => {
    const accounts = alike.map(({ externalId }) => externalId)
    const finding = rowsListed(alike[0].types, (types) =>
      rowsListed(accounts, (list) => rowsOf(selectLinkedActs(list, types))),
    )
    return Effect.map(finding, (found) => [typesKey(alike[0]), rowsBy(found, "account")] as const)
  }
  return makeReadTogether((asked) => {
    const finding = Effect.forEach(Object.values(Arr.groupBy(asked, typesKey)), find)
    return Effect.map(run("linkedActs", finding), (found) => {
      const byTypes = new Map(found)
      return (one) => told("linkedActs")(Effect.forEach(byTypes.get(typesKey(one))?.get(one.externalId) ?? [], readAct))
    })
  })
}

/** Reads a record by its id; none where the tenant has no such record. */
export const makeReadRecord = (
  run: TenantStore["run"],
  { selectRecords }: LedgerStatements,
): ((id: string) => Effect.Effect<Option.Option<ConsentRecord>, StoreError>) =>
  makeReadTogether((ids) =>
    Effect.map(
      run(
        "append",
        rowsListed(ids, (list) => rowsOf(selectRecords(list))),
      ),
      (rows) => {
        const byId = rowsBy(rows, "id")
        return (id) => told("append")(Effect.transposeMapOption(Option.fromNullable(byId.get(id)?.[0]), readRecord))
      },
    ),
  )
