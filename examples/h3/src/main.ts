import { createConsentService } from "consent-service"
import { stoppable, stopOnSignals } from "consent-service/node"
import { toNodeHandler } from "h3"
import { createServer } from "node:http"
import { makeApp } from "./app.js"

const service = createConsentService({ database: "sqlite:./consent.db" })
await service.migrate()
const server = createServer(toNodeHandler(makeApp(service)))
stopOnSignals(stoppable(server, service))
server.listen(8787)
