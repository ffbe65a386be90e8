/**
 * The program of the thread that writes to a SQLite file. Text and not a module, so that it also runs where the package is
 * bundled; it needs the driver and nothing else.
 */
import { listsAllColumns } from "./AllColumns.js"

/**
 * A message is a list of statements `{ sql, params, prepared }`. They run one after another until one fails. The answer is `{ rows }`
 * of the last one, or `{ error: { code, message } }`, in the order of the messages. If one fails that others follow in its
 * message, the transaction is lost: whatever comes next fails with its error, until a rollback. That is decided here, where the
 * order is the true one; a caller may have left before the answer comes. A file that cannot be opened is the error of the first
 * statement. The message `"close"` has no answer: the thread ends.
 */
export const sqliteWriterProgram = `
const { parentPort, workerData } = require("node:worker_threads")
const { driver, filename, pragmas } = workerData

const openInstalled = () => {
  const database = new (require(driver))(filename)
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return (params) => (statement.reader ? statement.all(...params) : (statement.run(...params), []))
    },
    close: () => database.close(),
  }
}

const isOutOfRange = (error) => error.code === "ERR_OUT_OF_RANGE"
const rounded = (row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]))

const openBuiltIn = () => {
  const database = new (process.getBuiltinModule("node:sqlite").DatabaseSync)(filename)
  return {
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return (params) => {
        try {
          return statement.all(...params)
        } catch (error) {
          if (!isOutOfRange(error) || !/^\\s*select\\b/i.test(sql)) throw error
          statement.setReadBigInts(true)
          const rows = statement.all(...params).map(rounded)
          statement.setReadBigInts(false)
          return rows
        }
      }
    },
    close: () => database.close(),
  }
}

const names = { 5: "SQLITE_BUSY", 6: "SQLITE_LOCKED" }
const reasonOf = ({ code, errcode, message }) => ({ code: names[errcode & 255] ?? code, message })

const open = () => {
  const database = driver === null ? openBuiltIn() : openInstalled()
  try {
    for (const pragma of pragmas) database.prepare(pragma)([])
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

let database
const kept = new Map()
const statementOf = ({ prepared, sql }) => {
  const known = kept.get(sql)
  if (known !== undefined) return known
  database ??= open()
  const statement = database.prepare(sql)
  if (!prepared || ${listsAllColumns}.test(sql)) return statement
  if (kept.size >= 200) kept.clear()
  kept.set(sql, statement)
  return statement
}

let lost = null
const run = (statement) => {
  try {
    return { rows: statementOf(statement)(statement.params) }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}
const answer = (statements) => {
  const last = statements.at(-1)
  if (/^\\s*rollback\\s*$/i.test(last.sql)) {
    lost = null
    return run(last)
  }
  for (const statement of statements.slice(0, -1)) lost ??= run(statement).error ?? null
  return lost === null ? run(last) : { error: lost }
}

parentPort.on("message", (message) => {
  if (message !== "close") return parentPort.postMessage(answer(message))
  database?.close()
  parentPort.close()
})
`
