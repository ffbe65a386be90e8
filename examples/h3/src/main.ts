import { createConsentService, recommendedPolicyRules } from "consent-service"
import { consentHandler } from "consent-service/h3"
import { stoppable, stopOnSignals } from "consent-service/node"
import { H3, toNodeHandler } from "h3"
import { createServer } from "node:http"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db",
  manifest: { policyRules: recommendedPolicyRules() },
})
await service.migrate()

const app = new H3()
app.use(consentHandler(service, { prefix: "/consent" }))
app.get("/", () => "the shop")

const handler = toNodeHandler(app)
const server = createServer((request, response) => void handler(request, response))
stopOnSignals(stoppable(server, service))
server.listen(process.env["PORT"] ?? 8787, () => console.log(server.address()))
