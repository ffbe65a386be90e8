// @ts-check
// The ledger under the benchmark's load: many savers, each sending its next save when the last is acknowledged.
import { Observer } from "@consent-service/core/ports"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlConsentStore from "@consent-service/adapter-sql/SqlConsentStore"
import { defaultTablePrefix, tablesOf } from "@consent-service/adapter-sql/Tables"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"

/** @typedef {import("@consent-service/core/consent").ConsentDraft} ConsentDraft */
/** @typedef {Record<string, unknown>} Row */
/** @typedef {{ subject: Row, consent: Row, decision: Row }} StoredDraft */

const tables = tablesOf(defaultTablePrefix)

/** A ledger over a migrated database. @template E @param {Layer.Layer<SqlClient, E>} client */
export const openLedger = async (client) => {
  const runtime = ManagedRuntime.make(
    Layer.merge(
      client,
      Layer.succeed(Observer, () => {}),
    ),
  )
  const [ledger, sql] = await runtime.runPromise(
    Effect.zipRight(Migrations.migrate(), Effect.all([SqlConsentStore.make(), SqlClient])),
  )
  return { ledger, sql, run: runtime.runPromise, close: () => runtime.dispose() }
}

/** @typedef {Awaited<ReturnType<typeof openLedger>>} OpenLedger */

/** Deals what is to be done to so many doers. @template A @param {ReadonlyArray<A>} all @param {number} count */
export const shares = (all, count) =>
  Array.from({ length: count }, (_, share) => all.filter((_each, index) => index % count === share))

/** @param {OpenLedger} ledger @param {ReadonlyArray<ConsentDraft>} drafts @param {number} savers */
export const saveAll = async ({ ledger, run }, drafts, savers) => {
  const outcomes = await run(
    Effect.forEach(shares(drafts, savers), (share) => Effect.forEach(share, ledger.append), {
      concurrency: "unbounded",
    }),
  )
  for (const { _tag } of outcomes.flat()) if (_tag !== "Inserted") throw new Error(`a save was ${_tag}`)
}

/** Finds the stored rows of a draft. @param {OpenLedger} ledger */
export const rowsOf = async ({ run, sql }) => {
  const byId = async (/** @type {string} */ table) => {
    const rows = await run(sql`select * from ${sql(table)}`)
    return new Map(rows.map((row) => [row["id"], /** @type {Row} */ (row)]))
  }
  const [subjects, consents, decisions] = [
    await byId(tables.subject),
    await byId(tables.consent),
    await byId(tables.policyDecision),
  ]
  return (/** @type {ConsentDraft} */ { decision, record }) => {
    const [subject, consent] = [subjects.get(record.subjectId), consents.get(record.id)]
    const decided = decisions.get(decision?.id)
    if (!subject || !consent || !decided) throw new Error("a draft was not stored")
    return { subject, consent, decision: decided }
  }
}
