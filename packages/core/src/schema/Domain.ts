/**
 * The domain of a consent in one comparable form: a lower-case host name with an optional port, Unicode names in ASCII.
 *
 * @module
 */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { hasAtMost } from "./Text.js"
import { described } from "./Documentation.js"

const maxLength = 253

/** The rule for a site's domain, for error messages. */
export const domainRule = `must be a host name with an optional port, 1 to ${maxLength} characters`

/** Splits `host:port`, leaving the colons of a bracketed IPv6 address alone. */
const splitPort = (text: string): readonly [host: string, port: string | null] => {
  const colon = text.lastIndexOf(":")
  return colon <= text.lastIndexOf("]") ? [text, null] : [text.slice(0, colon), text.slice(colon + 1)]
}

const isPort = (port: string): boolean => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535

/** Letters, digits, inner hyphens, and underscores, which real hosts have although no standard allows them. */
const goodLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

const hasGoodLabels = (hostname: string): boolean => hostname.split(".").every((label) => goodLabel.test(label))

/** The usual form of a host name, which no parser would change; a parser might change Punycode or an address. */
const isPlainHost = (host: string): boolean =>
  // Stryker disable next-line ConditionalExpression,Regex,StringLiteral: a host that is not known as plain is parsed, with the same result
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z](?:[a-z-]{0,61}[a-z])?$/.test(host) && !host.includes("--")

/** The lower-case ASCII form of a host, or null for other text. */
const asciiHost = (host: string): string | null => {
  // Stryker disable next-line ConditionalExpression: it only saves the parser
  if (isPlainHost(host)) return host
  // Colons in brackets belong to the address; for any other host the parser would remove a port.
  if (/[/?#@\\%\s]/.test(host) || /^[^[]*:|\]./.test(host) || !URL.canParse(`http://${host}`)) return null
  // A trailing dot marks a complete name, as every name here is.
  const hostname = new URL(`http://${host}`).hostname.replace(/\.$/, "")
  if (hostname.startsWith("[")) return hostname
  // The URL parser reads `1` or `0x7f.1` as an IPv4 address; a site that calls itself so is a mistake.
  const readAsAddress = /^\d+(\.\d+){3}$/.test(hostname)
  if (readAsAddress && hostname !== host.replace(/\.$/, "")) return null
  return hasGoodLabels(hostname) ? hostname : null
}

/**
 * A site as `host` or `host:port`, lower-case and in ASCII; null for what is neither.
 *
 * @example
 * ```ts
 * import { normalizeDomain } from "@consent-service/core/primitives"
 *
 * normalizeDomain("Bücher.Example:8443") // "xn--bcher-kva.example:8443"
 * normalizeDomain("https://shop.example") // null
 * ```
 */
export const normalizeDomain = (text: string): string | null => {
  if (!hasAtMost(text, maxLength)) return null
  const [host, port] = splitPort(text)
  if (port !== null && !isPort(port)) return null
  const ascii = asciiHost(host)
  if (ascii === null) return null
  const domain = port === null ? ascii : `${ascii}:${Number(port)}`
  return domain.length > maxLength ? null : domain
}

/** Decodes a site as sent into its comparable form. */
export const ConsentDomain = Schema.transformOrFail(Schema.String, Schema.String, {
  strict: true,
  decode: (text, _, ast) => {
    const domain = normalizeDomain(text)
    return domain === null ? ParseResult.fail(new ParseResult.Type(ast, text, domainRule)) : ParseResult.succeed(domain)
  },
  encode: (domain) => ParseResult.succeed(domain),
}).annotations({
  identifier: "ConsentDomain",
  ...described({
    description: "A host name or IP address, with a port or without; Unicode names become ASCII, letters lower-case",
  }),
  jsonSchema: { type: "string", minLength: 1, maxLength },
})
