// @ts-check
// The same work behind bare Hono routes: the decisions and use cases of core, called directly, without request ids,
// CORS, limits, an event a request, or any error but one.
import { makeSharedPart, ownText } from "@consent-service/adapter-http/init"
import { compileAddresses, defaultAddressHeaders, readPlace, readSignals } from "@consent-service/adapter-http/request"
import { consentReceipt } from "@consent-service/adapter-http/handlers"
import { resolveVisitor } from "@consent-service/core/visitor"
import { compileManifest } from "@consent-service/core/manifest"
import { Consents, SubmissionBody, toSubmission } from "@consent-service/core/consent"
import { Effect, Schema } from "effect"
import { manifest as authored, ports } from "./http-work.mjs"

const manifest = compileManifest(authored, { hosting: "self-hosted", geolocation: true })
const consents = Effect.runSync(Consents.pipe(Effect.provide(Consents.layer), Effect.provide(ports)))
const decode = Schema.decodeUnknownSync(SubmissionBody)
const sharedText = makeSharedPart((text) => text)
const addresses = compileAddresses({
  tracking: true,
  masking: true,
  headers: defaultAddressHeaders,
  trustedProxies: null,
})

/** @param {import("hono").Hono} app */
export const honoRoutes = (app) => {
  app.get("/init", (context) => {
    const header = (/** @type {string} */ name) => context.req.header(name) ?? null
    const query = (/** @type {string} */ name) => context.req.query(name) ?? null
    const { body } = resolveVisitor(manifest, readSignals(query, header))
    return context.body(sharedText(body) + ownText(body), 200, {
      "content-type": "application/json",
      "cache-control": "no-store",
    })
  })
  app.post("/subjects", async (context) => {
    const header = (/** @type {string} */ name) => context.req.header(name) ?? null
    const query = (/** @type {string} */ name) => context.req.query(name) ?? null
    const submission = toSubmission(decode(await context.req.json()))
    const outcome = await Effect.runPromise(
      consents.record(submission, {
        place: readPlace(query, header),
        ipAddress: addresses.stored({ header, peer: null }),
        userAgent: header("user-agent"),
        authenticated: false,
      }),
    )
    if (outcome._tag !== "Recorded") return context.json({ message: outcome._tag }, 400)
    return context.json(consentReceipt(outcome.record, outcome.subjectVendorChoice), 200, {
      "cache-control": "no-store",
    })
  })
  return app
}
