import { makeSigningKey } from "consent-service/node"
import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** The name of the demo's log. A site takes an address that it controls. */
const origin = "demo.localhost/evidence"

/** The key that signs the log, in a file next to the one of SQLite; none for other databases. */
export const logKeys = (database: string): ReadonlyArray<string> => {
  const file = database.startsWith("sqlite:") ? `${database.slice("sqlite:".length)}.log-key` : ""
  if (file === "" || file.startsWith(":memory:")) return []
  if (!existsSync(file)) writeFileSync(file, `${makeSigningKey(origin)}\n`, { mode: 0o600 })
  return [readFileSync(file, "utf8").trim()]
}
