import { hostLaws, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
import type { RequestListener } from "node:http"
import { createConsentService } from "./index.js"
import { serve } from "./node.js"

const pathOf = (url: string): string => url.split("?", 1)[0] ?? ""

hostLaws("serve of node:http", {
  start: async ({ prefix, service: options }) => {
    const service = createConsentService({ ...options, basePath: prefix })
    await service.migrate()
    const shop =
      (next: RequestListener): RequestListener =>
      (request, response) => {
        const { url = "/" } = request
        if (prefix === "" ? service.owns(pathOf(url)) : `${pathOf(url)}/`.startsWith(`${prefix}/`))
          next(request, response)
        else response.writeHead(url === "/" ? 200 : 404).end(url === "/" ? shopPage : shopMissing)
      }
    const server = await serve(service, { port: 0, host: "127.0.0.1", wrap: shop })
    return { origin: server.url, close: server.close }
  },
  parsedBodies: null,
  knowsPeer: true,
  hasProxySetting: false,
  atRoot: true,
  tellsLength: true,
  drains: true,
})
