import { clientOver } from "../testing/InterceptedClient.js"
import { on } from "../testing/TestDatabase.js"
import { assert, it } from "@effect/vitest"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { clientFromUrl } from "../ClientFromUrl.js"
import * as Postgres from "../Postgres.js"
import { databaseOf } from "../schema/SchemaState.js"
import { Distribution } from "./Distribution.js"

/** No test connects: clients do so when they are first used. */
const distributionOf = (layer: Layer.Layer<SqlClient, unknown>) =>
  Effect.map(Layer.build(layer), (context) => Context.get(context, Distribution))

const url = (query: string) => Redacted.make(`postgres://u:secret@127.0.0.1:1/d${query}`)

it.scoped.each([
  ["a URL", clientFromUrl("postgres://127.0.0.1:1/d"), null],
  ["a URL that asks for Citus", clientFromUrl("postgres://127.0.0.1:1/d?distribution=citus"), "citus"],
  ["a layer", Postgres.layer(url("")), null],
  ["a layer with the option", Postgres.layer(url("?sslmode=disable"), { distribution: "citus" }), "citus"],
  ["a layer whose URL asks for Citus", Postgres.layer(url("?distribution=citus"), { maxConnections: 1 }), "citus"],
] as const)("%s tells how its tables are divided", ([, layer, expected]) =>
  Effect.map(distributionOf(layer), (distribution) => assert.strictEqual(distribution, expected)),
)

it.scoped("a layer whose URL asks for another distribution is a defect, without the URL", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(distributionOf(Postgres.layer(url("?distribution=other"))))
    const message = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
    assert.include(message, '"distribution" of the URL must be "citus"')
    assert.notInclude(message, "secret")
  }),
)

it.effect("a client of another engine cannot be distributed", () =>
  Effect.gen(function* () {
    const sql = yield* clientOver("mysql", Effect.dieMessage("there is no database behind this client"))
    const exit = yield* Effect.exit(Effect.provideService(on(sql)(databaseOf("cs_")), Distribution, "citus"))
    assert.isTrue(Exit.isFailure(exit) && Cause.pretty(exit.cause).includes("for clients of PostgreSQL only"))
  }),
)
