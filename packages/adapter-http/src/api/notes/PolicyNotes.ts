/**
 * What the document says of the routes about the service and its policies, beside their schemas.
 *
 * @module
 */
import { documented, header, requiredHeader } from "../../openapi/Annotations.js"
import {
  addressHeaders,
  cacheable,
  clientHeaders,
  conditional,
  placeHeaders,
  uncached,
  visitorHeaders,
} from "./Headers.js"

export const statusNote = documented({
  summary: "Status and version",
  description:
    "Answers 200 when the database can be used, which is found out ten times a second at most, and 503 for as long as " +
    "it cannot. Tells what the service sees of its client.",
  requestHeaders: { ...placeHeaders, ...addressHeaders, "accept-language": header("Echoed as it is", "de") },
  answerHeaders: { 200: uncached },
  answers: {
    200: {
      healthy: {
        value: {
          version: "1.4.0",
          timestamp: "2026-11-21T12:00:00.000Z",
          client: {
            ip: "203.0.113.0",
            acceptLanguage: "de",
            userAgent: "curl/8.5.0",
            region: { countryCode: "DE", regionCode: null },
          },
        },
      },
    },
  },
})

export const manifestNote = documented({
  summary: "Policy configuration, cacheable by anybody",
  description:
    "The same for every visitor: a host can resolve visitors from it by itself. `revision` changes with what is " +
    "configured, and is the entity tag.",
  parameters: { language: "de" },
  requestHeaders: conditional,
  answerHeaders: { 200: cacheable, 304: cacheable },
})

export const initNote = documented({
  summary: "Resolve the policy and the banner of this visitor",
  description:
    "Open to pages of every origin. A 200 alone does not mean that a rule matched: look at " +
    "`policyResolution.status`. The overrides in the query are the visitor's to choose.",
  parameters: { contract: "1", country: "DE", gpc: "1", experiment: "hero=short" },
  requestHeaders: {
    ...visitorHeaders,
    ...clientHeaders,
    "x-cs-experiment": header("The arm of a banner experiment, after the query", "hero=short"),
    "x-cs-vendors": header("Vendor ids the application ships, comma-separated: narrows the vendor list", "1,2,755"),
    ...addressHeaders,
  },
  answerHeaders: { 200: uncached },
})

export const reportNote = documented({
  summary: "Report a resolution made from a cached manifest (servers only)",
  description:
    "For servers that render pages and resolve visitors from `/manifest`. The report goes to `sessions.onReport` and " +
    "to the log; nothing is stored. Requests of browsers, which carry an `Origin`, are refused.",
  requestHeaders: {
    "x-cs-version": requiredHeader("The reporting library's version", "3.0.0"),
    "x-cs-client-ip": header("The visitor's address, treated as `ipAddress` says", "203.0.113.7"),
    "user-agent": header("The visitor's"),
  },
  answerHeaders: { 204: uncached },
  requests: {
    rendered: {
      value: {
        source: "render",
        revision: "2f6c1d",
        resolution: "matched",
        policy: { id: "europe", fingerprint: "9a3f", matchedBy: "country", model: "opt-in" },
        country: "DE",
        region: null,
        language: "de",
        gpc: false,
      },
    },
  },
})
