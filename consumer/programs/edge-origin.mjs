// The service behind an edge. Prints its address and the address of a server that shows the stored record of an act.
import { createServer } from "node:http"
import { createConsentService } from "consent-service"
import { serve } from "consent-service/node"
import { edgeKey, shared } from "./edge-shared.mjs"

const service = createConsentService({
  ...shared,
  database: process.env["DATABASE_URL"],
  apiKeys: ["a-key-of-the-consumer-suite"],
  edgeKeys: [edgeKey],
  ipAddress: { masking: false },
})
await service.migrate()
const server = await serve(service, { port: 0, host: "127.0.0.1" })
const notices = createServer(async (request, response) => {
  const notice = await service.reconstructNotice((request.url ?? "").slice(1))
  response.end(JSON.stringify(notice))
}).listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ origin: server.url, notices: `http://127.0.0.1:${notices.address().port}` }))
})
