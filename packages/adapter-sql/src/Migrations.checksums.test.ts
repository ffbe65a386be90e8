import { engines } from "@consent-service/test-engines"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { releasedChecksums } from "./testing/Released.js"
import { databaseOf } from "./schema/SchemaState.js"
import { clientOver } from "./testing/InterceptedClient.js"
import { on } from "./testing/TestDatabase.js"

/** A database refuses a version that changed the statements of a migration it ran: add a migration instead. */
describe("a released migration keeps its checksum", () => {
  for (const engine of engines) {
    for (const [prefix, released] of Object.entries(releasedChecksums[engine])) {
      it.effect(`on ${engine}, with the table prefix "${prefix}"`, () =>
        Effect.gen(function* () {
          const sql = yield* clientOver(engine, Effect.dieMessage("there is no database behind this client"))
          const { migrations } = yield* on(sql)(databaseOf(prefix))
          const checksums = new Map(migrations.map(({ checksum, id }) => [id, checksum]))
          for (const [id, checksum] of Object.entries(released)) assert.strictEqual(checksums.get(id), checksum, id)
        }),
      )
    }
  }
})
