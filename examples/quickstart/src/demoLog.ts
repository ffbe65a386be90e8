import { makeSigningKey } from "consent-service/node"
import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** The name of the demo's log. A site takes an address that it controls. */
const origin = "demo.localhost/evidence"

/** The file of SQLite; null for other databases, and for one in memory. */
const fileOf = (database: string): string | null => {
  const file = database.startsWith("sqlite:") ? database.slice("sqlite:".length) : ":memory:"
  return file.startsWith(":memory:") ? null : file
}

/** Next to the file of SQLite, and in the current folder for other databases; null for one in memory. */
const keyFile = (database: string): string | null => {
  if (!database.startsWith("sqlite:")) return "consent.log-key"
  const file = fileOf(database)
  return file === null ? null : `${file}.log-key`
}

/** The key that signs the log, made when there is none. A site keeps it where its other secrets are. */
const logKey = (database: string): string => {
  const file = keyFile(database)
  if (file === null) return makeSigningKey(origin)
  if (!existsSync(file)) writeFileSync(file, `${makeSigningKey(origin)}\n`, { mode: 0o600 })
  return readFileSync(file, "utf8").trim()
}

/**
 * The evidence log of the demo: signed, and published next to the file of SQLite, so that a restored file is detected
 * and completed. To start over, delete every file whose name begins with `consent.db`.
 */
export const demoLog = (database: string) => {
  const file = fileOf(database)
  const signingKeys = [logKey(database)]
  return file === null ? { signingKeys } : { signingKeys, publish: { directory: `${file}.evidence` } }
}
