// @ts-check
// The same work behind bare Hono routes: the decisions and use cases of core, called as directly as can be, without request ids,
// CORS, limits, an event a request, or any error but one.
import { consentReceipt } from "@consent-service/adapter-http/answer/SubjectView"
import { clientAddress, defaultAddressHeaders } from "@consent-service/adapter-http/request/ClientAddress"
import { Consents, noTokens } from "@consent-service/core/consent/Consents"
import { SubmissionBody, toSubmission } from "@consent-service/core/consent/Submission"
import { compileManifest } from "@consent-service/core/manifest/CompiledManifest"
import { makeInitText } from "@consent-service/core/visitor/InitText"
import { resolveVisitor } from "@consent-service/core/visitor/ResolveVisitor"
import { readPlace, readSignals } from "@consent-service/core/visitor/VisitorSignals"
import { Effect, Schema } from "effect"
import { manifest as authored, ports } from "./http-work.mjs"

const manifest = compileManifest(authored, { hosting: "self-hosted", geolocation: true })
const consents = Effect.runSync(Consents.pipe(Effect.provide(Consents.layer), Effect.provide(ports)))
const decode = Schema.decodeUnknownSync(SubmissionBody)
const initText = makeInitText()
const addresses = { tracking: true, masking: true, headers: defaultAddressHeaders }

/** @param {import("hono").Hono} app */
export const honoRoutes = (app) => {
  app.get("/init", (context) => {
    const header = (/** @type {string} */ name) => context.req.header(name) ?? null
    const query = (/** @type {string} */ name) => context.req.query(name) ?? null
    const { body } = resolveVisitor(manifest, readSignals(query, header))
    return context.body(initText(body), 200, { "content-type": "application/json", "cache-control": "no-store" })
  })
  app.post("/subjects", async (context) => {
    const header = (/** @type {string} */ name) => context.req.header(name) ?? null
    const query = (/** @type {string} */ name) => context.req.query(name) ?? null
    const submission = toSubmission(decode(await context.req.json()))
    const outcome = await Effect.runPromise(
      consents.record(submission, {
        manifest,
        tokens: noTokens,
        tenant: null,
        place: readPlace(query, header),
        ipAddress: clientAddress(addresses, header, null),
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
