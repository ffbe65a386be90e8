import { createConsentService, recommendedPolicyRules } from "consent-service"
import { consentMiddleware } from "consent-service/koa"
import { stoppable, stopOnSignals } from "consent-service/node"
import Koa from "koa"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

const app = new Koa()
app.use(consentMiddleware(service, { prefix: "/consent" }))
app.use((context) => void (context.body = "the shop"))

const server = app.listen(process.env["PORT"] ?? 8787, () => console.log(server.address()))
stopOnSignals(stoppable(server, service))
