import { SqlError } from "@effect/sql/SqlError"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import { describe as describeError, driverErrors, isContention, isUnreachable, isWrongServer } from "./DriverError.js"

const only = (cause: unknown) => driverErrors(Cause.die(new SqlError({ cause, message: "Failed" })))[0]!

const coded = (code: string, message = "m") => only(Object.assign(new Error(message), { code }))

describe("a driver's error", () => {
  it.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "ENOTFOUND",
    "PROTOCOL_CONNECTION_LOST",
    "ER_CON_COUNT_ERROR",
    "ER_SERVER_SHUTDOWN",
    "08006",
    "57P01",
    "57P03",
    "53300",
    "57014",
    "25006",
    "ER_OPTION_PREVENTS_STATEMENT",
    "ER_READ_ONLY_MODE",
    "25P03",
    "25P04",
    "40000",
    "40001",
    "40003",
    "ER_LOCK_DEADLOCK",
    "SQLITE_BUSY_SNAPSHOT",
  ])("%s is one of a database that cannot be reached", (code) => {
    assert.isTrue(isUnreachable(coded(code)))
  })

  it("of a Galera node without a quorum counts as unreachable", () => {
    const message = "WSREP has not yet prepared node for application use"
    const error = Object.assign(new Error(message), { code: "ER_UNKNOWN_COM_ERROR", errno: 1047, sqlState: "08S01" })
    assert.isTrue(isUnreachable(only(error)))
    assert.isTrue(isWrongServer(only(error)))
  })

  it.each([
    ["25006", true],
    ["ER_OPTION_PREVENTS_STATEMENT", true],
    ["ER_LOCK_DEADLOCK", false],
    ["57014", false],
    ["23505", false],
  ])("%s: does the server refuse its work until its role changes? %s", (code, refuses) => {
    assert.strictEqual(isWrongServer(coded(code)), refuses)
  })

  it.each([
    "42P01",
    "23505",
    "28P01",
    "53100",
    "ER_NO_SUCH_TABLE",
    "ER_ACCESS_DENIED_ERROR",
    "SQLITE_FULL",
    "SQLITE_IOERR",
    "",
  ])("%s is not", (code) => {
    assert.isFalse(isUnreachable(coded(code)))
  })

  it.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "timeout exceeded when trying to connect",
    "Can't add new command when connection is in closed state",
    "Pool is closed.",
  ])("without a code says so in its message: %s", (message) => {
    assert.isTrue(isUnreachable(only(new Error(message))))
  })

  it.each([
    ["40000", true],
    ["40001", true],
    ["40P01", true],
    ["40003", false],
    ["25P03", false],
    ["25P04", false],
    ["ER_LOCK_WAIT_TIMEOUT", true],
    ["SQLITE_BUSY", true],
    ["ECONNRESET", false],
    ["57P01", false],
  ])("%s: lost against another transaction? %s", (code, lost) => {
    assert.strictEqual(isContention(coded(code)), lost)
  })

  it.each([
    ["ER_TRANSACTION_ROLLBACK_DURING_COMMIT", "40000", true, true],
    ["ER_OF_AN_UNKNOWN_COMMIT", "40003", false, true],
    ["ER_NO_SUCH_TABLE", "42S02", false, false],
  ])("%s of MySQL with SQLSTATE %s: contention %s, unreachable %s", (code, sqlState, lost, later) => {
    const error = only(Object.assign(new Error("m"), { code, sqlState }))
    assert.strictEqual(isContention(error), lost)
    assert.strictEqual(isUnreachable(error), later)
  })

  it("of a name with several addresses lists each of them", () => {
    const refused = (address: string) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED" })
    const error = Object.assign(new AggregateError([refused("::1:1"), refused("127.0.0.1:1")]), {
      code: "ECONNREFUSED",
    })
    assert.strictEqual(describeError(only(error)), "connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1")
  })

  it("is described in one line, without the written values", () => {
    assert.strictEqual(
      describeError(coded("42P01", 'relation "x"\n does not exist')),
      'relation "x" does not exist (42P01)',
    )
    assert.strictEqual(describeError(coded("23505", "Key (id)=(sub_1) already exists")), "23505")
    assert.strictEqual(describeError(coded("22021", "invalid byte sequence: sub_1")), "22021")
    assert.strictEqual(describeError(coded("ER_DUP_ENTRY", "Duplicate entry 'sub_1'")), "ER_DUP_ENTRY")
  })

  it("is found among defects and failures alike", () => {
    const failure = Cause.fail(new SqlError({ cause: new Error("first") }))
    const cause = Cause.sequential(
      Cause.parallel(failure, Cause.die("bug")),
      Cause.die(new SqlError({ cause: new Error("second") })),
    )
    assert.deepStrictEqual(
      driverErrors(cause).map(({ message }) => message),
      ["first", "second"],
    )
  })
})
