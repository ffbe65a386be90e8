import { createConsentService, recommendedPolicyRules } from "consent-service"
import { consentMiddleware } from "consent-service/express"
import { stoppable, stopOnSignals } from "consent-service/node"
import express from "express"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

const app = express()
app.use("/consent", consentMiddleware(service))
app.get("/", (_, response) => void response.send("the shop"))

const server = app.listen(process.env["PORT"] ?? 8787, () => console.log(server.address()))
stopOnSignals(stoppable(server, service))
