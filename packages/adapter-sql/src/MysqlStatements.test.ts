/** The tests have MariaDB but no MySQL server, and MariaDB accepts more: this checks the statements themselves. */
import { AppendOutcome } from "@consent-service/core/ports"
import { legalDocumentId } from "@consent-service/core/consent"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Migrations from "./Migrations.js"
import * as SqlConsentStore from "./SqlConsentStore.js"
import * as SqlDocumentStore from "./SqlDocumentStore.js"
import * as SqlArchive from "./SqlArchive.js"
import { clientOver } from "./testing/InterceptedClient.js"
import { on } from "./testing/TestDatabase.js"
import { databaseOf } from "./schema/SchemaState.js"

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

const superseded = { type: "dpa", version: "1", hash: "sha256:1", effectiveDate: 0 }

/** Ranked so high that the clock does not affect the rank of a republished version. */
const documentRows = (publishedAgain: boolean): Rows => {
  const row = (hash: string, ranking: number) => ({
    id: legalDocumentId(null, { type: "dpa", hash }),
    type: "dpa",
    version: "1",
    hash,
    effective_date: 0,
    ranking,
  })
  const highest = Number.MAX_SAFE_INTEGER
  return [row(superseded.hash, publishedAgain ? highest : 1), row("sha256:2", highest - 1)]
}

/** A fake MySQL server that records its statements, and contains only the migrations' table and two documents. */
const pretendServer = () => {
  const seen: Array<string> = []
  let applied: Rows = []
  let migrated = 0

  const answer = (sql: string): Rows => {
    if (sql.includes("sql_mode"))
      return [
        {
          sql_mode: "STRICT_TRANS_TABLES",
          flushes: 1,
          autocommit: 1,
          completion_type: "NO_CHAIN",
          character_sets: "utf8mb4 utf8mb4 utf8mb4",
        },
      ]
    if (sql.includes("get_lock")) return [{ locked: 1 }]
    if (sql.includes("information_schema.tables")) return migrated > 0 ? [{ found: 1 }] : []
    if (sql.startsWith("select id, checksum")) return applied.slice(0, migrated)
    if (sql.includes("from `cs_legal_document`"))
      return documentRows(seen.some((text) => text.startsWith("update `cs_legal_document`")))
    if (sql.includes("<>")) return [{ found: 1 }]
    return []
  }
  const take = (sql: string) =>
    Effect.sync(() => {
      seen.push(sql)
      if (sql.startsWith("insert into `cs_migrations`")) migrated++
      return Array.from(answer(sql))
    })
  const connection: Connection = {
    execute: take,
    executeUnprepared: take,
    executeValues: () => Effect.succeed([]),
    // Only the second record conflicts.
    executeRaw: (sql) =>
      Effect.map(take(sql), () => ({
        affectedRows: /cs_(legal_document|manifest_archive)`/.test(sql)
          ? 1
          : seen.filter((text) => text.includes("into `cs_consent`")).length % 2,
      })),
    executeStream: () => Stream.empty,
  }
  return Effect.map(clientOver("mysql", Effect.succeed(connection)), (client) => ({
    client,
    seen,
    knows: (migrations: Rows) => {
      applied = migrations
    },
  }))
}

/** Every kind of statement of the package, by running every operation. */
const allStatements = Effect.gen(function* () {
  const { client, knows, seen } = yield* pretendServer()
  const { migrations } = yield* on(client)(databaseOf("cs_"))
  knows(migrations.map(({ checksum, id }) => ({ id, checksum })))
  yield* on(client)(Migrations.plan())
  yield* on(client)(Migrations.migrate())
  const store = yield* on(client)(SqlConsentStore.make())
  assert.strictEqual((yield* store.append(makeDraft()))._tag, "Inserted")
  assert.deepStrictEqual(yield* store.append(makeDraft()), AppendOutcome.HeldElsewhere())
  yield* store.history(makeDraft().record.subjectId)
  assert.deepStrictEqual(yield* store.linkedHistories("u"), [])
  assert.deepStrictEqual(yield* store.linkedActs("u", ["dpa", "other"]), [])
  yield* store.ping
  for (const verified of [true, false]) {
    const outcome = yield* store.link(makeDraft().record.subjectId, {
      externalId: "u",
      identityProvider: "p",
      verified,
    })
    assert.strictEqual(outcome._tag, "UnknownSubject")
  }
  for (const domain of [null, "example.com"]) {
    yield* store.decisions({ experimentId: "e", from: null, to: 1, domain })
  }
  const documents = yield* on(client)(SqlDocumentStore.make())
  yield* documents.publish({ ...superseded, type: "privacy_policy" })
  assert.strictEqual((yield* documents.publish(superseded))._tag, "Published")
  yield* documents.versions(["dpa"])
  const archive = yield* on(client)(SqlArchive.make())
  yield* archive.keep([{ id: "i", content: "c" }])
  yield* archive.find("i")
  yield* store.evidence("i")
  return seen
})

it.scopedLive("no statement needs a feature that MySQL lacks", () =>
  Effect.gen(function* () {
    const statements = yield* allStatements
    for (const part of [
      "create table `cs_consent`",
      "alter table",
      "create index",
      "get_lock",
      "insert into `cs_subject`",
      "insert into `cs_legal_document`",
      "update `cs_legal_document`",
      "update `cs_subject`",
      "select distinct s.verified_external_id",
      "found_subject_id",
      "group by experiment_arm, cast(`consent_action` as binary)",
      "insert into `cs_manifest_archive`",
      "from `cs_manifest_archive`",
    ]) {
      assert.isTrue(
        statements.some((text) => text.includes(part)),
        part,
      )
    }
    for (const text of statements) {
      assert.notMatch(text, /\breturning\b|\bon conflict\b|\bignore\b|\bon duplicate\b|^\s*with\b|::|"/i)
      assert.notMatch(text, /nopad|0900|if not exists (?!`cs_migrations`)|add column if|create index if/i)
    }
  }),
)
