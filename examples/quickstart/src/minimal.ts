import { createConsentService, recommendedPolicyRules } from "consent-service"
import { serve, stopOnSignals } from "consent-service/node"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

const server = await serve(service, { port: Number(process.env["PORT"] ?? 8787) })
console.log(server.url)
stopOnSignals(server)
