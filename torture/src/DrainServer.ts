/**
 * The service as an integrator serves it: `serve` and `stopOnSignals`, with the limits in `LIMITS`.
 *
 * It prints `listening PORT`.
 */
import { createConsentService } from "consent-service"
import { serve, stopOnSignals } from "consent-service/node"
import { manifest, settings, whenToldToEnd } from "./Manifest.js"

const limits = JSON.parse(process.env["LIMITS"] ?? "{}")
const service = createConsentService({ ...settings(), manifest, limits, observability: { level: "silent" } })
await service.migrate()
const server = await serve(service, { port: 0, host: "127.0.0.1" })
stopOnSignals(server)
whenToldToEnd(server.close)
console.log(`listening ${new URL(server.url).port}`)
