import * as SqlClient from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { inspectOptions } from "./CheckOptions.js"
import { showOptions } from "./ShownOptions.js"

const [postgres, standby, maria] = [
  "postgres://db/consent",
  "postgres://:secret@standby/consent",
  "mariadb://db/consent",
]
const client = Layer.effect(SqlClient.SqlClient, Effect.never)

const inspect = (database: unknown, replica: unknown) => inspectOptions({ database, replica })

const issuesOf = (database: unknown, replica: unknown) =>
  Either.match(inspect(database, replica), {
    onLeft: ({ issues }) => issues.map(({ option }) => option),
    onRight: () => [],
  })

describe("the option replica", () => {
  it.each([
    ["a replica", postgres, { url: standby }],
    ["one that histories are read from", postgres, { url: standby, historyLagMs: 1_000 }],
    ["one by its parts", postgres, { url: { dialect: "postgres", host: "h", database: "d", username: "u" } }],
    ["one of MariaDB", maria, { url: "mysql://standby/consent" }],
    ["client layers", client, { url: client, historyLagMs: 100 }],
  ])("is %s", (_, database, replica) => {
    assert.deepStrictEqual(issuesOf(database, replica), [])
  })

  it.each([
    ["without an address", postgres, {}, "replica.url"],
    ["of another engine", postgres, { url: maria }, "replica.url"],
    ["of SQLite", "sqlite:./consent.db", { url: "sqlite:./copy.db" }, "replica.url"],
    ["of an unknown engine", postgres, { url: "oracle://db" }, "replica.url"],
    ["that is hardly ever soon enough", postgres, { url: standby, historyLagMs: 99 }, "replica.historyLagMs"],
    ["of MariaDB for histories", maria, { url: maria, historyLagMs: 1_000 }, "replica.historyLagMs"],
    ["with an unknown member", postgres, { url: standby, lag: 1 }, "replica.lag"],
  ])("is none %s", (_, database, replica, option) => {
    assert.deepStrictEqual(issuesOf(database, replica), [option])
  })

  it("is none of custom stores", () => {
    const stores = Layer.empty
    assert.include(
      Either.match(inspectOptions({ stores, replica: { url: standby } }), {
        onLeft: ({ issues }) => issues.map(({ option }) => option),
        onRight: () => [],
      }),
      "replica",
    )
  })

  it("is shown without its password", () => {
    const { options } = Either.getOrThrow(inspect(postgres, { url: standby }))
    assert.notInclude(JSON.stringify(showOptions(options)), "secret")
  })
})
