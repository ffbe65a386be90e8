/**
 * The process that is killed, raced and probed: the service as in production.
 *
 * It prints `listening PORT`, `created ID` for each record it made, `truncated history` for each read of a
 * part of a history, and `failed STATUS REASON` for each answer of 500 and above.
 */
import { createConsentService } from "consent-service"
import { listen, nodeListener } from "consent-service/node"
import { member } from "./Client.js"
import { logKey, manifest, settings, whenToldToEnd } from "./Manifest.js"

const service = createConsentService({
  ...settings(),
  manifest,
  evidence: { signingKeys: [logKey], checkpointEveryMs: 100 },
  observability: {
    level: "info",
    drain: (event) => {
      if (member(event, "consent", "created") === true) console.log(`created ${String(member(event, "consent", "id"))}`)
      if (event.event === "subject-history-truncated") console.log("truncated history")
      if (event.level === "error") console.log(`failed ${String(event["status"])} ${String(event["failure"])}`)
    },
  },
})
await service.migrate()
const server = await listen(nodeListener(service), { port: 0, host: "127.0.0.1" })
whenToldToEnd(async () => {
  await server.close()
  await service.dispose()
})
console.log(`listening ${new URL(server.url).port}`)
