import { createConsentClient } from "@consent-service/client"
import { serve, stopOnSignals } from "consent-service/node"
import { once } from "node:events"
import { createServer } from "node:http"
import { publishPrivacyPolicy } from "./consent.js"
import { consentService } from "./consentService.js"
import { settings } from "./settings.js"
import { privacyPolicy, shop } from "./shop.js"

const startShop = async (consentUrl: string) => {
  const consent = createConsentClient({ baseUrl: consentUrl, apiKey: settings.apiKey })
  await publishPrivacyPolicy(consent, privacyPolicy)
  const server = createServer(shop(consent, consentUrl)).listen(settings.port, "localhost")
  await once(server, "listening")
  return server
}

const start = async (): Promise<void> => {
  const service = consentService()
  await service.migrate()
  const served = await serve(service, { host: "localhost", port: settings.consentPort })
  const server = await startShop(served.url)
  stopOnSignals({
    close: async () => {
      server.closeAllConnections()
      server.close()
      await served.close()
    },
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : settings.port
  console.log(`The consent service is at ${served.url}`)
  console.log(`Open http://localhost:${port} for the shop; npm run campaign writes to its users.`)
}

await start().catch((error: unknown) => {
  console.error(`Cannot start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
