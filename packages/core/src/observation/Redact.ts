/**
 * Removes visitors' addresses, accounts and ids, and secrets, from log events. Database drivers and
 * integrators' code put such data into error messages.
 *
 * Every pattern takes time linear in the text: it matches only at the start of a run of its characters, or
 * reads a bounded number of characters.
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import type { LogEvent } from "./LogEvent.js"

/** Every redacted part contains one of these; most texts have none. */
const suspicious = /[@%:.]|sub_|bearer|basic/i

/** Runs of base64url with dots, of which every JSON Web Token is one. */
const dottedRun = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g

/** How a token's header begins: with `{"` and a name, which encodes as `eyJ` where the name begins with a letter. */
const headerStart = /ey[I-L]/

const withoutToken = (run: string): string => {
  const start = run.search(headerStart)
  return start !== -1 && run.includes(".", start) ? `${run.slice(0, start)}[token]` : run
}

const subjectId = /sub_[0-9A-Za-z]+/g

/** The credentials after a scheme's name; they may end in the name of the next scheme. */
const credentials = /(?=\S)(?<=(?:bearer|basic)(?:\s|%20){1,16})\S+/gi

/** The part before the host of a URL (RFC 3986 section 3.2.1). */
const userInfo = /:\/\/[^\s/?#]*@/g

/** The characters of an unquoted address (RFC 5322 section 3.2.3), and a few more. */
const atom = String.raw`[^\s@<>()[\]:;\\,"]`

/** A package's scope or version is not a domain: `'@effect/sql'` and `effect@3.22.2` are no addresses. */
const scopeOrVersion = String.raw`[\w-]+/|\d+(?:\.\d+){0,2}\.?(?![\p{L}\p{N}._@%-])`

const email = new RegExp(String.raw`(?<!${atom})${atom}+(?:@|%40)(?!${scopeOrVersion})(?:${atom}|\[)+`, "gu")

const ipv4 = /\d{1,3}(?:\.\d{1,3}){3}/g

/** Runs of hex groups, which include times of day. */
const groupedRun = /(?<![\dA-Fa-f:])(?=[\dA-Fa-f]*:)[\dA-Fa-f:]+/g

/** The fewest colons of a full address, whose end may be an IPv4 address that is already redacted. */
const fullColons = 6

const withoutAddress = (run: string): string => {
  const isAbbreviated = run.includes("::") && /[^:]/.test(run)
  return isAbbreviated || run.split(":").length > fullColons ? "[ip]" : run
}

/**
 * A text without e-mail addresses, IP addresses, JSON Web Tokens, bearer and basic credentials, subject ids and the
 * user and password of URLs; each is replaced by its kind in brackets. In doubt, more is removed.
 *
 * @example
 * ```ts
 * import { redact } from "@consent-service/core/ports"
 *
 * redact("no answer from 203.0.113.7 for ada@shop.example") // "no answer from [ip] for [email]"
 * ```
 */
export const redact = (text: string): string =>
  suspicious.test(text)
    ? text
        .replace(credentials, "[credentials]")
        .replace(userInfo, "://[credentials]@")
        .replace(dottedRun, withoutToken)
        .replace(email, "[email]")
        .replace(subjectId, "[subject]")
        .replace(ipv4, "[ip]")
        .replace(groupedRun, withoutAddress)
    : text

const redactValue = (value: unknown): unknown => {
  if (typeof value === "string") return redact(value)
  if (Array.isArray(value)) return value.map(redactValue)
  return Predicate.isRecord(value) ? redactFields(value) : value
}

/**
 * Plain JSON data with every string redacted, including member names.
 *
 * @example
 * ```ts
 * import { redactFields } from "@consent-service/core/ports"
 *
 * redactFields({ peer: "203.0.113.7", attempts: 2 }) // { peer: "[ip]", attempts: 2 }
 * ```
 */
export const redactFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [redact(name), redactValue(value)]))

/**
 * An event with every string in it redacted, except the request id: operators find a request by it, it has a restricted
 * alphabet, and the client chose it.
 *
 * @example
 * ```ts
 * import { redactEvent } from "@consent-service/core/ports"
 *
 * redactEvent({ level: "error", event: "request", failure: "cannot reach postgres://cs:secret@db/consent" }).failure
 * // "cannot reach postgres://[credentials]@db/consent"
 * ```
 */
export const redactEvent = ({ event, level, ...fields }: LogEvent): LogEvent => ({
  level,
  event: redact(event),
  ...redactFields(fields),
  ...("requestId" in fields ? { requestId: fields["requestId"] } : {}),
})
