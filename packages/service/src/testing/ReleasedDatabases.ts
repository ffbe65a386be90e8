/** The fixtures of released versions' databases: see `scripts/fixtures/main.mjs`, which makes them. */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"

const folder = new URL("../../fixtures/", import.meta.url)

/** The versions that have a fixture, oldest first. */
export const releasedVersions: ReadonlyArray<string> = readdirSync(folder)
  .filter((name) => /^\d+\.\d+\.\d+/.test(name))
  .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))

const read = (version: string, name: string): string => readFileSync(new URL(`${version}/${name}`, folder), "utf8")

const Tenant = Schema.NullOr(Schema.String)
const Json = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const Expected = Schema.Struct({
  at: Schema.Number,
  apiKey: Schema.String,
  acts: Schema.Array(
    Schema.Struct({ tenant: Tenant, method: Schema.String, path: Schema.String, body: Json, answer: Json }),
  ),
  reads: Schema.Array(
    Schema.Struct({ tenant: Tenant, path: Schema.String, status: Schema.Number, body: Schema.Unknown }),
  ),
  evidence: Schema.Array(Schema.Struct({ tenant: Tenant, consentId: Schema.String, notice: Json })),
})

/** The answers of a version when its fixture was made. */
export const expectedOf = (version: string): typeof Expected.Type =>
  Schema.decodeUnknownSync(Expected)(JSON.parse(read(version, "expected.json")))

/** A database as a released version left it. */
export const restored = async (version: string, engine: Engine) => {
  const database = await createTestDatabase(engine)
  const statements = read(version, `${engine}.sql`)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("--"))
  await Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared, { discard: true })
    }).pipe(Effect.provide(clientFromUrl(database.url))),
  )
  return database
}

/**
 * The members of `expected` that an answer lacks or changes, by path. Additional members are ignored: later versions
 * may add fields.
 */
export const differences = (expected: unknown, actual: unknown, path = ""): ReadonlyArray<string> => {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item, index) => differences(item, actual[index], `${path}/${index}`))
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.keys(expected).flatMap((name) => differences(expected[name], actual[name], `${path}/${name}`))
  }
  return Object.is(expected, actual)
    ? []
    : [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
