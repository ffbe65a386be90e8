import { makeSigningKey } from "consent-service/node"
import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** The name of the demo's log. A site takes an address that it controls. */
const origin = "demo.localhost/evidence"

/** Next to the file of SQLite, and in the current folder for other databases; null for one in memory. */
const keyFile = (database: string): string | null => {
  if (!database.startsWith("sqlite:")) return "consent.log-key"
  const file = database.slice("sqlite:".length)
  return file.startsWith(":memory:") ? null : `${file}.log-key`
}

/** The key that signs the log, made when there is none. A site keeps it where its other secrets are. */
export const logKey = (database: string): string => {
  const file = keyFile(database)
  if (file === null) return makeSigningKey(origin)
  if (!existsSync(file)) writeFileSync(file, `${makeSigningKey(origin)}\n`, { mode: 0o600 })
  return readFileSync(file, "utf8").trim()
}
