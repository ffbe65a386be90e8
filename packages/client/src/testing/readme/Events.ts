import { type ClientEvent, createConsentClient } from "@consent-service/client"

const onEvent = (event: ClientEvent): void => {
  if (event.type === "retry") console.warn(event.path, event.error.code, `again in ${event.delayMs} ms`)
  if (event.type === "response") console.log(event.method, event.path, event.status)
}

const watched = createConsentClient({ baseUrl: "https://consent.shop.example", onEvent })
await watched.status()
