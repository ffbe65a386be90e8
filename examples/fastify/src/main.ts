import { createConsentService } from "consent-service"
import { stopOnSignals } from "consent-service/node"
import { makeApp } from "./app.js"

const service = createConsentService({ database: "sqlite:./consent.db" })
await service.migrate()
const app = await makeApp(service)
await app.listen({ port: 8787 })
stopOnSignals(app)
