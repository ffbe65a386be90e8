import { assert, it } from "@effect/vitest"
import type { Connection } from "@effect/sql/SqlConnection"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { clientOver } from "../testing/InterceptedClient.js"
import { checkPgConnection } from "./PgDialect.js"

/** A connection whose server has these settings. */
const withSettings = (settings: Readonly<Record<string, string>>) => {
  const answer = () => Effect.succeed([settings])
  const connection: Connection = {
    execute: answer,
    executeUnprepared: answer,
    executeValues: () => Effect.succeed([]),
    executeRaw: answer,
    executeStream: () => Stream.empty,
  }
  return Effect.flatMap(clientOver("postgres", Effect.succeed(connection)), checkPgConnection)
}

it.effect("accepts a connection whose settings survive a crash of the server", () =>
  Effect.forEach(["on", "local", "remote_write", "remote_apply"], (level) =>
    withSettings({ synchronous_commit: level, fsync: "on" }),
  ),
)

it.effect.each([
  ["synchronous_commit", { synchronous_commit: "off", fsync: "on" }],
  ["fsync", { synchronous_commit: "on", fsync: "off" }],
] as const)("a connection with %s off is refused", ([setting, settings]) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(withSettings(settings))
    assert.include(error.message, `${setting} is off`)
  }),
)
