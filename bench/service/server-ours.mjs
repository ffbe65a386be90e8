// @ts-check
// Our service as its README serves it: `node server-ours.mjs DATABASE_URL [EVIDENCE [SIGNED [one-connection]]]`, the option `evidence`
// and whether policies are signed, as JSON; `one-connection` opens a SQLite file without a thread that writes.
import { layer } from "@consent-service/adapter-sql/sqlite"
import { createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import { setFlagsFromString } from "node:v8"
import { obeyAsServer } from "./process.mjs"
import { settings } from "./settings.mjs"

// As the command `consent-service serve` does.
setFlagsFromString("--no-allocation-site-pretenuring")

const [url = "", evidence = "true", signed = "true", connection] = process.argv.slice(2)
const database = connection === undefined ? url : layer(url.slice("sqlite:".length))
const service = createConsentService({ ...settings(url, JSON.parse(signed)), database, evidence: JSON.parse(evidence) })
await service.migrate()
const server = await serve(service, { port: 0, host: "127.0.0.1" })
obeyAsServer(Number(new URL(server.url).port), server.close)
