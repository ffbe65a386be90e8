import { getRequestListener } from "@hono/node-server"
import { createConsentService } from "consent-service"
import { stoppable, stopOnSignals } from "consent-service/node"
import { createServer } from "node:http"
import { makeApp } from "./app.js"

const service = createConsentService({ database: "sqlite:./consent.db" })
await service.migrate()
const server = createServer(getRequestListener(makeApp(service).fetch))
stopOnSignals(stoppable(server, service))
server.listen(8787)
