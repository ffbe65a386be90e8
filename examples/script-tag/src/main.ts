import { ConsentConfigurationError } from "consent-service"
import { nodeListener, serve, stopOnSignals } from "consent-service/node"
import type { RequestListener } from "node:http"
import { shopPages } from "./pages.js"
import { iabService, shopService } from "./services.js"
import { vendorHost } from "./vendors.js"

const usage = `Serves a shop of plain HTML pages whose consent is one script tag.

  PORT          the port to listen on (8790)
  DATABASE_URL  where consents are stored (sqlite:./consent.db);
                postgres://user:password@host/database and mysql://… work too
`

const portOf = (text: string): number => {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not '${text}'`)
  return port
}

/** One actionable line. */
const explain = (error: unknown, port: string): string => {
  const code = error instanceof Error && "code" in error ? error.code : null
  if (code === "EADDRINUSE") return `Port ${port} is taken. Choose another: PORT=8791 npm start`
  if (code === "EACCES") return `Port ${port} may not be used by this account. Choose one above 1023`
  if (error instanceof ConsentConfigurationError)
    return error.issues.map(({ message, option }) => `${option}: ${message}`).join("; ")
  return error instanceof Error ? error.message : String(error)
}

const start = async (portText: string, database: string): Promise<void> => {
  const port = portOf(portText)
  const [shop, iab] = [shopService(database), iabService(database)]
  await shop.migrate()
  const toIab = nodeListener(iab)
  const wrap = (toShop: RequestListener): RequestListener =>
    vendorHost(
      shopPages((request, response) =>
        request.url?.startsWith("/iab/") ? toIab(request, response) : toShop(request, response),
      ),
    )
  const server = await serve(shop, { host: "127.0.0.1", port, wrap })
  stopOnSignals({
    close: async () => {
      await server.close()
      await iab.dispose()
    },
  })
  console.log(`Open ${server.url} for the shop, ${server.url}/iab.html for the same with IAB partners.`)
}

if (process.argv.includes("--help")) console.log(usage)
else {
  const { DATABASE_URL: database = "sqlite:./consent.db", PORT: port = "8790" } = process.env
  await start(port, database).catch((error: unknown) => {
    console.error(`Cannot start: ${explain(error, port)}`)
    process.exit(1)
  })
}
