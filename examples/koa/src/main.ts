import { createConsentService } from "consent-service"
import { stoppable, stopOnSignals } from "consent-service/node"
import { makeApp } from "./app.js"

const service = createConsentService({ database: "sqlite:./consent.db" })
await service.migrate()
const server = makeApp(service).listen(8787)
stopOnSignals(stoppable(server, service))
