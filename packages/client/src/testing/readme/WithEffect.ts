import { ConsentClient, layer } from "@consent-service/client/effect"
import { Config, Effect, Layer } from "effect"

const baseUrl = "https://consent.shop.example"
const consentLayer = Layer.unwrapEffect(
  Effect.map(Config.redacted("CONSENT_API_KEY"), (apiKey) => layer({ baseUrl, apiKey })),
)

const linkVisitor = Effect.gen(function* () {
  const { subjects } = yield* ConsentClient
  const { subject } = yield* subjects.identify("sub_7Qx", { externalId: "user-42" })
  return `linked ${subject.externalId}`
}).pipe(Effect.catchTag("ConsentServiceUnreachable", ({ code }) => Effect.succeed(`not linked: ${code}`)))

console.log(await linkVisitor.pipe(Effect.provide(consentLayer), Effect.runPromise))
