import { getRequestListener } from "@hono/node-server"
import { createConsentService, recommendedPolicyRules } from "consent-service"
import { consentMiddleware } from "consent-service/hono"
import { stoppable, stopOnSignals } from "consent-service/node"
import { Hono } from "hono"
import { createServer } from "node:http"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

const app = new Hono()
app.use(consentMiddleware(service, { prefix: "/consent" }))
app.get("/", (context) => context.text("the shop"))

const server = createServer(getRequestListener(app.fetch))
stopOnSignals(stoppable(server, service))
server.listen(process.env["PORT"] ?? 8787, () => console.log(server.address()))
