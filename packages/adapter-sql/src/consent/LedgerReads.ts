/** The ledger's short reads, batched: each of one record or one account's acts. */
import type { RecordedAct, StoreError } from "@consent-service/core/ports"
import type { ConsentRecord } from "@consent-service/core/consent"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Shards } from "../distribution/Shards.js"
import { mapCause, toStoreError, type UnexpectedAnswer } from "../statement/Guard.js"
import { rowsBy, rowsListed, rowsOf } from "../statement/Queries.js"
import { makeReadTogether } from "./ReadTogether.js"
import { readAct, readRecord } from "./Row.js"
import type { LedgerStatements } from "./Statements.js"
import type { TenantStore } from "../schema/TenantStore.js"

/** Results are decoded one by one, so that an unreadable one fails only its own caller. */
export const told =
  (operation: string) =>
  <A>(effect: Effect.Effect<A, UnexpectedAnswer>): Effect.Effect<A, StoreError> =>
    mapCause((cause) => toStoreError(operation, cause))(effect)

/** The account and the types; all values fit into a key column, and there is at least one type. */
interface LinkedActs {
  readonly externalId: string
  readonly types: ReadonlyArray<string>
}

const typesKey = ({ types }: LinkedActs): string => JSON.stringify(types)

/** Reads which of some types the subjects with a verified link to an account have acts of. */
export const makeReadLinkedActs = (
  run: TenantStore["run"],
  { selectLinkedActs }: LedgerStatements,
): ((asked: LinkedActs) => Effect.Effect<ReadonlyArray<RecordedAct>, StoreError>) => {
  /** Requests for the same types, by account. */
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

/** Names a record: by its id, and its subject, which the id is made of. */
export type RecordName = Pick<ConsentRecord, "id" | "subjectId">

/** Reads a record by its name; none where the tenant has no such record. */
export const makeReadRecord = (
  run: TenantStore["run"],
  { selectRecords }: LedgerStatements,
  shards: Shards,
): ((name: RecordName) => Effect.Effect<Option.Option<ConsentRecord>, StoreError>) => {
  const find = (names: ReadonlyArray<RecordName>) => {
    const subjects = Array.from(new Set(names.map(({ subjectId }) => subjectId)))
    const ids = names.map(({ id }) => id)
    return rowsListed(ids, (list) => rowsOf(selectRecords(list, subjects)))
  }
  return makeReadTogether(
    (names: ReadonlyArray<RecordName>) =>
      Effect.map(run("append", find(names)), (rows) => {
        const byId = rowsBy(rows, "id")
        return ({ id }) => told("append")(Effect.transposeMapOption(Option.fromNullable(byId.get(id)?.[0]), readRecord))
      }),
    shards === null
      ? null
      : Effect.map(
          run("append", shards),
          (shardOf) =>
            ({ subjectId }) =>
              shardOf(subjectId).id,
        ),
  )
}
