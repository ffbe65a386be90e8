import { ConsentConfigurationError, createConsentService } from "consent-service"
import { serve, stopOnSignals } from "consent-service/node"
import { databaseName } from "./databaseName.js"
import { demoPages } from "./demo.js"
import { demoLog } from "./demoLog.js"
import { policyRules } from "./policy.js"

const usage = `Starts the demo page with its consent service.

  PORT             the port to listen on (8787)
  HOST             the address to listen on (127.0.0.1: this machine only)
  DATABASE_URL     where consents are stored (sqlite:./consent.db);
                   postgres://user:password@host/database and mysql://… work too
  CONSENT_API_KEY  the key of the routes for a site's own backend (without one they refuse every request)
`

const portOf = (text: string): number => {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not '${text}'`)
  return port
}

/** One actionable line. */
const explain = (error: unknown, port: string): string => {
  const code = error instanceof Error && "code" in error ? error.code : null
  if (code === "EADDRINUSE")
    return `Port ${port} is taken. Stop the program that uses it, or choose another: PORT=8788 npm start`
  if (code === "EACCES")
    return `Port ${port} may not be used by this account. Choose one above 1023: PORT=8787 npm start`
  if (error instanceof ConsentConfigurationError)
    return error.issues.map(({ message, option }) => `${option}: ${message}`).join("; ")
  return error instanceof Error ? error.message : String(error)
}

interface Settings {
  readonly host: string
  readonly port: string
  readonly database: string
  readonly apiKeys: ReadonlyArray<string>
}

const start = async ({ apiKeys, database, host, port: portText }: Settings): Promise<void> => {
  const port = portOf(portText)
  const service = createConsentService({
    database,
    apiKeys,
    manifest: { appName: "Demo shop", policyRules },
    evidence: demoLog(database),
  })
  const applied = await service.migrate()
  const server = await serve(service, { host, port, wrap: demoPages })
  stopOnSignals(server)
  const migrated = applied.length > 0 ? ` (${applied.length} migrations applied)` : ""
  console.log(`Database ready: ${databaseName(database)}${migrated}`)
  console.log(`Open ${server.url} and choose where you are; the consent you give is in table cs_consent.`)
}

if (process.argv.includes("--help")) console.log(usage)
else {
  const { env } = process
  const { CONSENT_API_KEY: key, DATABASE_URL: database = "sqlite:./consent.db", HOST: host = "127.0.0.1" } = env
  const { PORT: port = "8787" } = env
  await start({ host, port, database, apiKeys: key === undefined ? [] : [key] }).catch((error: unknown) => {
    console.error(`Cannot start: ${explain(error, port)}`)
    process.exit(1)
  })
}
