import {
  hostLaws,
  type HostLawsOptions,
  type HostSetting,
  originOf,
  programLaw,
  shopMissing,
  shopPage,
} from "@consent-service/testkit/HostLaws"
import { assert, it } from "@effect/vitest"
import { createConsentService } from "consent-service"
import { consentHandler } from "consent-service/h3"
import { stoppable } from "consent-service/node"
import { H3, readBody, toNodeHandler } from "h3"
import * as v1 from "h3-v1"
import { createServer, type RequestListener } from "node:http"

type Listener = (setting: HostSetting, service: ReturnType<typeof createConsentService>) => RequestListener

const lawsOf = (listener: Listener): Omit<HostLawsOptions, "parsedBodies"> => ({
  start: async (setting) => {
    const service = createConsentService(setting.service)
    await service.migrate()
    const server = createServer(listener(setting, service))
    const { close } = stoppable(server, service)
    server.listen(0, "127.0.0.1")
    return { origin: await originOf(server), close }
  },
  knowsPeer: true,
  hasProxySetting: false,
  atRoot: true,
  tellsLength: true,
  drains: true,
})

const in2: Listener = ({ prefix, readsBodies }, service) => {
  const app = new H3()
  if (readsBodies)
    app.use(async (event) => {
      if (event.req.method === "POST") await readBody(event)
    })
  app.use(consentHandler(service, { prefix }))
  app.get("/", () => shopPage)
  app.all("/**", () => new Response(shopMissing, { status: 404 }))
  const handler = toNodeHandler(app)
  return (request, response) => void handler(request, response)
}

const in1: Listener = ({ prefix, readsBodies }, service) => {
  const app = v1.createApp()
  if (readsBodies)
    app.use(
      v1.eventHandler(async (event) => {
        if (event.method === "POST") await v1.readBody(event)
      }),
    )
  app.use(consentHandler(service, { prefix }))
  app.use(
    v1.eventHandler((event) => {
      if (event.path === "/") return shopPage
      v1.setResponseStatus(event, 404)
      return shopMissing
    }),
  )
  return v1.toNodeListener(app)
}

hostLaws("h3 2", { ...lawsOf(in2), parsedBodies: "refused" })
hostLaws("h3 1", { ...lawsOf(in1), parsedBodies: "used" })

it("is an event handler of h3 1 as it is, which Nitro would otherwise warn of", async () => {
  const service = createConsentService({ database: "sqlite::memory:" })
  assert.isTrue(v1.isEventHandler(consentHandler(service)))
  await service.dispose()
})

programLaw(new URL("../dist/main.js", import.meta.url))
