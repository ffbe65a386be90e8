/**
 * The program of the thread that writes to a SQLite file. Text and not a module, so that it also runs where the package is
 * bundled; it needs the driver and nothing else.
 *
 * A message is a list of statements `{ sql, params, prepared }`. They run one after another until one fails. The answer is `{ rows }`
 * of the last one, or `{ error: { code, message }, left }` with how many statements have not run; answers come in the order of
 * the messages. A file that cannot be opened is the error of the first statement. The message `"close"` has no answer: the
 * thread ends.
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
  // A prepared * means the columns at that time.
  if (!prepared || sql.includes("*")) return statement
  if (kept.size >= 200) kept.clear()
  kept.set(sql, statement)
  return statement
}

const answer = (statements) => {
  let left = statements.length
  try {
    let rows
    for (const statement of statements) {
      left -= 1
      rows = statementOf(statement)(statement.params)
    }
    return { rows }
  } catch (error) {
    return { error: reasonOf(error), left }
  }
}

parentPort.on("message", (message) => {
  if (message !== "close") return parentPort.postMessage(answer(message))
  database?.close()
  parentPort.close()
})
`
