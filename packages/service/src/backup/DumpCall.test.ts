import { assert, describe, it } from "@effect/vitest"
import { dumpCall, type DumpTool, shellLine, toolFor, toolProblem, versionIn } from "./DumpCall.js"

describe("the call of a dump tool", () => {
  it("of PostgreSQL names the database without its password and without parameters of the driver", () => {
    const call = dumpCall(
      "postgres://own%20er:s3%2Fcret@db.internal:6432/con%20sent?sslmode=no-verify&statement_timeout=5",
      "b.dump",
      "pg_dump",
    )
    assert.strictEqual(
      shellLine(call),
      "PGSSLMODE=require pg_dump --format=custom --no-password --file=b.dump --host=db.internal --port=6432 '--username=own er' '--dbname=con sent'",
    )
    assert.deepStrictEqual(call.secret, { name: "PGPASSWORD", value: "s3/cret" })
  })

  it("of PostgreSQL finds a socket's folder in the URL", () => {
    const call = dumpCall("postgres:///consent?host=/run/postgresql", "b", "pg_dump")
    assert.include(call.args, "--host=/run/postgresql")
    assert.isNull(call.secret)
  })

  it("of PostgreSQL takes a percent sign that encodes nothing as it is, as the driver does", () => {
    assert.strictEqual(dumpCall("postgres://u:5%25%@h/d", "b", "pg_dump").secret?.value, "5%%")
  })

  it("of MariaDB and MySQL is one snapshot without locks", () => {
    const url = "mysql://owner:s3cret@db:3307/consent"
    const words = "--single-transaction --skip-lock-tables --no-tablespaces --hex-blob --default-character-set=utf8mb4"
    assert.strictEqual(
      shellLine(dumpCall(url, "b.sql", "mariadb-dump")),
      `mariadb-dump ${words} --result-file=b.sql --host=db --port=3307 --user=owner consent`,
    )
    const mysql = dumpCall(`${url}?ssl=%7B%7D`, "it's.sql", "mysqldump")
    assert.include(shellLine(mysql), "--set-gtid-purged=OFF '--result-file=it'\\''s.sql'")
    assert.include(mysql.args, "--ssl-mode=REQUIRED")
    assert.deepStrictEqual(mysql.secret, { name: "MYSQL_PWD", value: "s3cret" })
  })

  it("is made by the tool of the server", () => {
    assert.strictEqual(toolFor("postgres", "PostgreSQL 17.2 on x86_64"), "pg_dump")
    assert.strictEqual(toolFor("mysql", "10.11.6-MariaDB-0+deb12u1"), "mariadb-dump")
    assert.strictEqual(toolFor("mysql", "8.4.3"), "mysqldump")
  })
})

it.each([
  ["pg_dump (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)", 15, 20, false],
  ["mariadb-dump  Ver 10.19 Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)", 10, 11, true],
  ["mariadb-dump from 11.4.2-MariaDB, client 10.19 for linux-systemd (x86_64)", 11, 4, true],
  ["mysqldump  Ver 8.0.36 for Linux on x86_64 (MySQL Community Server - GPL)", 8, 0, false],
])("the version in %j", (report, major, minor, isMariaDb) => {
  assert.deepStrictEqual(versionIn(report), { major, minor, isMariaDb })
})

it.each<[DumpTool, string | null, string, RegExp | null]>([
  ["pg_dump", "pg_dump (PostgreSQL) 15.20", "PostgreSQL 15.3 on x86_64", null],
  ["pg_dump", "pg_dump (PostgreSQL) 17.0", "PostgreSQL 15.3 on x86_64", null],
  ["pg_dump", "pg_dump (PostgreSQL) 14.9", "PostgreSQL 15.3 on x86_64", /14\.9 is older than the server, 15\.3/],
  ["pg_dump", null, "PostgreSQL 15.3", /pg_dump is not installed/],
  ["mariadb-dump", "mariadb-dump Ver 10.19 Distrib 10.6.1-MariaDB", "10.11.6-MariaDB", /10\.6 is older/],
  ["mariadb-dump", "mariadb-dump from 11.4.2-MariaDB, client 10.19", "10.11.6-MariaDB", null],
  ["mysqldump", "mysqldump Ver 10.19 Distrib 10.11.19-MariaDB", "8.0.36", /is MariaDB's, and the server is MySQL/],
  ["mysqldump", "mysqldump  Ver 8.0.36 for Linux", "8.0.36", null],
])("%s, as %j, for the server %j", (tool, report, server, problem) => {
  const found = toolProblem(tool, report, server)
  if (problem === null) assert.isNull(found)
  else assert.match(found ?? "", problem)
})
