/**
 * A faulty service: it answers 200 before it has stored anything. The kill test must detect it.
 */
import { createConsentService } from "consent-service"
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { manifest, settings, whenToldToEnd } from "./Manifest.js"

const service = createConsentService({ ...settings(), manifest, observability: { level: "silent" } })
await service.migrate()

const requestOf = async (message: IncomingMessage): Promise<Request> => {
  const url = `http://torture.test${message.url ?? "/"}`
  return message.method === "POST" ? new Request(url, { method: "POST", body: await text(message) }) : new Request(url)
}

const server = createServer((message, response) => {
  void (async () => {
    const request = await requestOf(message)
    if (request.method === "POST") {
      response.end(JSON.stringify({ consentId: "acknowledged-early" }))
      setTimeout(() => void service.handler(request), 20)
      return
    }
    response.end(await (await service.handler(request)).text())
  })()
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(`listening ${typeof address === "object" ? address?.port : address}`)
})
whenToldToEnd(async () => {
  server.close()
  server.closeAllConnections()
  await service.dispose()
})
