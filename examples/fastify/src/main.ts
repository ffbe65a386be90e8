import { createConsentService, recommendedPolicyRules } from "consent-service"
import { consentPlugin } from "consent-service/fastify"
import { stopOnSignals } from "consent-service/node"
import fastify from "fastify"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

const app = fastify()
await app.register(consentPlugin, { prefix: "/consent", service })
app.get("/", () => "the shop")

console.log(await app.listen({ port: Number(process.env["PORT"] ?? 8787) }))
stopOnSignals(app)
