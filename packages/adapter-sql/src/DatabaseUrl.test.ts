import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { DatabaseUrl, parseDatabaseUrl } from "./DatabaseUrl.js"

const parsed = (text: string): string =>
  Either.match(parseDatabaseUrl(text), {
    onLeft: (problem) => problem,
    onRight: DatabaseUrl.$match({
      Sqlite: ({ filename }) => `sqlite ${filename}`,
      Postgres: ({ distribution, url }) => `${distribution ?? "postgres"} ${Redacted.value(url)}`,
      Mysql: ({ url }) => `mysql ${Redacted.value(url)}`,
    }),
  })

describe("parseDatabaseUrl", () => {
  it.each([
    ["sqlite::memory:", "sqlite :memory:"],
    ["sqlite:./file.db", "sqlite ./file.db"],
    ["sqlite:file with space.db", "sqlite file with space.db"],
    ["sqlite:/abs/file.db", "sqlite /abs/file.db"],
    ["sqlite:///abs/file.db", "sqlite /abs/file.db"],
    ["SQLite:x", "sqlite x"],
    ["postgres://u:p@h:1/d?sslmode=require", "postgres postgres://u:p@h:1/d?sslmode=require"],
    ["postgresql://h/d", "postgres postgres://h/d"],
    ["postgres:///d?host=/run/postgresql", "postgres postgres:///d?host=/run/postgresql"],
    ["postgres://h/d?distribution=citus", "citus postgres://h/d"],
    ["postgres://h/d?sslmode=require&distribution=citus&a=%26", "citus postgres://h/d?sslmode=require&a=%26"],
    ["postgres://h/d?options=distribution", "postgres postgres://h/d?options=distribution"],
    ["postgres://u:5%@h/d", "postgres postgres://u:5%@h/d"],
    ["mysql://u:p%40@h/d", "mysql mysql://u:p%40@h/d"],
    ["mariadb://h/d", "mysql mysql://h/d"],
  ])("%s", (text, expected) => {
    assert.strictEqual(parsed(text), expected)
  })

  it.each([
    ["", /^no database URL; use sqlite:<file>/],
    ["./file.db", /^no database URL/],
    ["sqlite:", /names no file/],
    ["sqlite://file.db", /write sqlite:\.\/file/],
    ["mongodb://h/d", /^no support for "mongodb:"/],
    ["postgres:h/d", /^the postgres URL is malformed/],
    ["mysql://u:se/cret@h:port/d", /^the mysql URL is malformed/],
    ["mysql://u:5%@h/d", /^the mysql URL is malformed \(percent-encode/],
    ["mysql://u%ff@h/d", /^the mysql URL is malformed/],
    ["postgres://u:%ff@h/d", /^the postgres URL is malformed/],
    ["postgres://h/%ff", /^the postgres URL is malformed/],
    ["mysql://h", /has no database/],
    ["mariadb:///d", /has no host/],
    ["postgres://h/d?distribution=other", /"distribution" of the URL must be "citus", or be left out/],
    ["postgres://h/d?distribution=citus&distribution=", /"distribution" of the URL must be "citus"/],
    ["mysql://h/d?distribution=citus", /"distribution" is for PostgreSQL only; remove it/],
    ["sqlite:./file.db?distribution=citus", /"distribution" is for PostgreSQL only; remove it/],
  ])("%s is refused", (text, problem) => {
    assert.match(parsed(text), problem)
  })

  it("a problem never repeats the URL, and a parsed URL prints no password", () => {
    assert.notInclude(parsed("mysql://u:secret@h:port/d"), "secret")
    assert.notInclude(String(Either.getOrThrow(parseDatabaseUrl("postgres://u:secret@h/d"))), "secret")
  })
})
