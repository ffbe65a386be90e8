// The peer as its documentation sets it up: `node server.mjs DATABASE_URL LISTS`, with the same rules as ours.
import { c15tInstance } from "@c15t/backend"
import { kyselyAdapter } from "@c15t/backend/db/adapters/kysely"
import { migrator } from "@c15t/backend/db/migrator"
import { DB } from "@c15t/backend/db/schema"
import { serve } from "@hono/node-server"
import Sqlite from "better-sqlite3"
import { Kysely, PostgresDialect, SqliteDialect } from "kysely"
import { readFileSync } from "node:fs"
import { Pool } from "pg"
import { obeyAsServer } from "../service/process.mjs"
import { apiKey, signingKey } from "../service/requests.mjs"

const [url = "", lists = ""] = process.argv.slice(2)

const openSqlite = () => {
  const database = new Sqlite(url.slice("sqlite://".length))
  // As durable as ours: a save that is acknowledged has reached the disk.
  database.pragma("journal_mode = wal")
  database.pragma("synchronous = full")
  return { provider: "sqlite", db: new Kysely({ dialect: new SqliteDialect({ database }) }) }
}

const openPostgres = () => ({
  provider: "postgresql",
  db: new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 10 }) }) }),
})

const adapter = kyselyAdapter(url.startsWith("sqlite:") ? openSqlite() : openPostgres())
const { execute } = await migrator({ db: DB.client(adapter), schema: "latest" })
await execute()

const europe = "AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK GB".split(" ")
const asks = { mode: "banner", banner: { allowedActions: ["accept", "reject", "customize"] } }

const instance = c15tInstance({
  adapter,
  trustedOrigins: ["shop.example"],
  logger: { level: "error" },
  apiKeys: [apiKey],
  policySnapshot: { signingKey },
  policyPacks: [
    { id: "france", match: { countries: ["FR"] }, consent: { model: "iab" } },
    {
      id: "europe",
      match: { countries: europe, fallback: true },
      consent: { model: "opt-in", expiryDays: 365 },
      ui: asks,
    },
    {
      id: "california",
      match: { regions: [{ country: "US", region: "CA" }] },
      consent: { model: "opt-out" },
      ui: { mode: "none" },
    },
    { id: "world", match: { isDefault: true }, consent: { model: "none" }, ui: { mode: "none" } },
  ],
  iab: { enabled: true, cmpId: 10, bundled: JSON.parse(readFileSync(lists, "utf8")) },
})

serve({ fetch: instance.handler, port: 0, hostname: "127.0.0.1" }, ({ port }) => obeyAsServer(port))
