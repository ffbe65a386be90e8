/** Whatever a request has as target, headers and body is read or refused. */
import { ErasureBody, HoldBody } from "@consent-service/core/erasure"
import { type InputIssue, SubmissionBody, toSubmission } from "@consent-service/core/consent"
import { SessionReportBody, toSessionReport } from "@consent-service/core/visitor"
import { bytesParser, describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { matchesEntityTag } from "../answer/Answer.js"
import { acceptedForms } from "../compression/AcceptEncoding.js"
import { compileDispatch } from "../kernel/DispatchTable.js"
import { backendUrl } from "../script/BackendUrl.js"
import { routeWithPayload } from "../kernel/Route.js"
import { anExchange, plainRoute } from "../testing/PlainRoute.js"
import { addressText, networkOf, parseAddress, parseRange } from "./Address.js"
import { compileKeys } from "./ApiKeys.js"
import { compileAddresses, defaultAddressHeaders } from "./ClientAddress.js"
import { edgePlace, edgeUrl } from "./EdgeRequests.js"
import { readEntries } from "./ForwardedEntries.js"
import { readJsonBody } from "./JsonBody.js"
import { foldQuery, isSpeculative, readSignals, reportedHeaders } from "./ReadSignals.js"
import {
  belowMount,
  decodeSegment,
  type Lookup,
  normalizeBasePath,
  parseTarget,
  queryLookup,
  routePath,
} from "./Target.js"
import { compileTrustedOrigins } from "./TrustedOrigins.js"

const utf8 = new TextEncoder()

const textOf = new TextDecoder()

const submission = {
  type: "cookie_banner",
  subjectId: "sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ",
  domain: "Shop.Example",
  givenAt: 1_767_225_600_000,
  preferences: { necessary: true, marketing: false },
  receipts: [{ category: "marketing", value: false, confirmedAt: 1_767_225_600_000 }],
  vendorChoice: { version: 1, confirmedAt: 1_767_225_600_000, grants: { "maps.example": true } },
  metadata: { cart: [1, "two", null], page: { path: "/" } },
  language: "de-AT, en;q=0.8",
  country: "AT",
  gpc: false,
  tcString: "CP",
}

const journey = { id: "6c1b1b7e-4a53-4d4b-9d2c-3c1d0f6f8a01", scope: "tab", prompt: "due", storedChoice: false }

const report = {
  source: "render",
  revision: "1",
  resolution: "matched",
  policy: { id: "europe", fingerprint: "f", matchedBy: "country", model: "opt-in" },
  country: "FR",
  region: null,
  language: "fr",
  gpc: false,
  experiment: { id: "banner", arm: "large" },
  journey,
}

const call = {
  exchange: anExchange("POST", "/"),
  query: queryLookup(""),
  requestId: "req_1",
  detach: () => {},
  observe: () => {},
  parameters: {},
  arrivedAt: 0,
  bodyBytes: 0,
}

/** What a route finds in a body: whether the payload is as it must be, or what is wrong with the body. */
type Taken = { readonly isRight: boolean } | { readonly issues: ReadonlyArray<InputIssue> }

/** Reads a body as the kernel and a route do. */
const bodyReader = <A, I>(schema: Schema.Schema<A, I>, isRight: (payload: A) => boolean) => {
  let taken: Taken | null = null
  const endpoint = HttpApiEndpoint.post("body", "/").setPayload(schema)
  const { run } = routeWithPayload(endpoint, (_, payload) => {
    taken = { isRight: isRight(payload) }
    return { _tag: "RouteUnknown" }
  })
  return (text: string): Taken => {
    const body = readJsonBody(utf8.encode(text))
    if (body._tag === "Malformed") return { issues: body.issues }
    taken = null
    const outcome = run({ ...call, body: body.value })
    return taken ?? { issues: "_tag" in outcome && outcome._tag === "InputInvalid" ? outcome.issues : [] }
  }
}

/** A refusal names at least one problem, with a path and a message that can be answered. */
const saysWhy = (issues: ReadonlyArray<InputIssue>): boolean =>
  issues.length > 0 && issues.every(({ message, path }) => message !== "" && path !== "" && path.isWellFormed())

/** A body of a route. */
const body = <A, I>(
  name: string,
  schema: Schema.Schema<A, I>,
  seeds: ReadonlyArray<unknown>,
  isRight: (payload: A) => boolean = () => true,
) =>
  parser<Taken>({
    name,
    seeds: seeds.map((seed) => JSON.stringify(seed)),
    parse: bodyReader(schema, isRight),
    isRead: (taken) => "isRight" in taken,
    holds: (taken) => ("isRight" in taken ? taken.isRight : saysWhy(taken.issues)),
    share: 0.3,
  })

describeParsers("bodies of requests (threat: JSON bombs)", [
  bytesParser({
    name: "JSON body",
    seeds: [submission, report].map((seed) => utf8.encode(JSON.stringify(seed))),
    parse: readJsonBody,
    isRead: ({ _tag }) => _tag === "Read",
    holds: (read, bytes) => {
      if (read._tag === "Malformed") return read.issues.length > 0
      const again = readJsonBody(utf8.encode(JSON.stringify(read.value)))
      return again._tag === "Read" && textOf.decode(bytes).isWellFormed()
    },
  }),
  body("save", SubmissionBody, [submission], (sent) => toSubmission(sent).type !== ""),
  body("session report", SessionReportBody, [report], (sent) => typeof toSessionReport(sent).gpc === "boolean"),
  body("erasure", ErasureBody, [{ subjectId: "sub_1", reason: "art-17", parts: ["trace"], requestId: "ticket-1" }]),
  body("legal hold", HoldBody, [{ scope: { subjectId: "sub_1", from: "2026-01-01" }, reason: "case 7" }]),
])

const headers =
  (text: string): Lookup =>
  (name) =>
    queryLookup(text)(name)

const forwarded = [
  'for=192.0.2.60;proto=http;by=203.0.113.43, for="[2001:db8:cafe::17]:4711"',
  'For="\\"a\\", b";for=_hidden, for=unknown',
]

const addresses = [
  "203.0.113.9",
  "203.0.113.9:443",
  "[2001:db8::1]:443",
  "2001:db8::1",
  "::ffff:1.2.3.4",
  "fe80::1%eth0",
]

const signals = [
  "country=AT&region=9&gpc=1&contract=1&experiment=banner%3Dlarge&journey=6c1b1b7e-4a53-4d4b-9d2c-3c1d0f6f8a01" +
    "&journeyScope=tab&stored=0&accept-language=de&sec-gpc=1&origin=https%3A%2F%2Fshop.example",
  "cf-ipcountry=DE&x-cs-region=BY&x-cs-experiment=a%3Db&sec-purpose=prefetch&user-agent=Browser",
]

const behindTwo = compileAddresses({ tracking: true, masking: true, headers: ["forwarded"], trustedProxies: 2 })

const direct = compileAddresses({
  tracking: true,
  masking: false,
  headers: defaultAddressHeaders,
  trustedProxies: null,
  edgeKeys: ["an edge key of 32 characters ...."],
})

const trusts = compileTrustedOrigins(["shop.example", "*.shop.example", "localhost:3000", "capacitor://app"])

const isKey = compileKeys(["an api key of at least 32 characters"])

const dispatch = compileDispatch(
  ["/", "/init", "/subjects/:id", "/subjects/:id/receipts/:consentId", "/cs.:digest.js"].map((template) => ({
    ...plainRoute,
    method: "GET",
    template,
    run: () => Effect.dieMessage("no request is made"),
  })),
)

/** The library refuses an address by an exception, which takes long. */
const slowly = { share: 0.2 }

const entriesParser = (name: string, header: Parameters<typeof readEntries>[0], seeds: ReadonlyArray<string>) =>
  parser({
    ...slowly,
    name,
    seeds,
    parse: (text) => readEntries(header, text),
    holds: ({ address, count }, text) =>
      count <= text.length + 1 && [0, 1, count].every((at) => address(at) !== undefined),
  })

describeParsers("addresses, origins and other headers (threat: forging the client's address)", [
  parser({
    ...slowly,
    name: "address",
    seeds: addresses,
    parse: parseAddress,
    holds: (address) => {
      if (address === null) return true
      const again = parseAddress(addressText(address, false))
      return again !== null && networkOf(again).own === networkOf(address).own && addressText(address, true) !== ""
    },
  }),
  parser({
    ...slowly,
    name: "range of addresses",
    seeds: ["10.0.0.0/8", "2001:db8::/32", "::ffff:10.0.0.0/104", "10.0.0.1"],
    parse: parseRange,
  }),
  entriesParser("Forwarded", "forwarded", forwarded),
  entriesParser("X-Forwarded-For", "x-forwarded-for", [addresses.join(", "), addresses.join()]),
  parser({
    ...slowly,
    name: "address behind proxies",
    seeds: forwarded,
    parse: (text) => behindTwo.network({ header: () => text, peer: "10.0.0.1" }),
    isRead: () => true,
    holds: (network) => network === null || /^[\d.a-f:/]+$/.test(network.own),
  }),
  parser({
    share: 0.1,
    name: "address of a client without proxies",
    seeds: [...addresses, ...forwarded],
    parse: (text) => direct.stored({ header: () => text, peer: null }),
    isRead: () => true,
    holds: (stored) => stored === null || parseAddress(stored) !== null,
  }),
  parser({
    name: "Origin",
    seeds: ["https://shop.example", "https://a.b.shop.example:8443", "http://localhost:3000", "capacitor://app"],
    parse: trusts,
  }),
  parser({
    name: "entry of trustedOrigins",
    seeds: ["shop.example", "*.shop.example", "https://*.B\u00fccher.example:8443", "capacitor://app", "*"],
    parse: (entry) => compileTrustedOrigins([entry]),
    holds: (matches) => typeof matches("https://shop.example") === "boolean",
  }),
  parser({
    name: "API key",
    seeds: ["an api key of at least 32 characters"],
    parse: isKey,
    holds: (accepted, text) => !accepted || text === "an api key of at least 32 characters",
  }),
  parser({
    name: "target",
    seeds: ["/subjects/sub_1?a=b", "https://shop.example/init?x", "/", "*", "//evil.example/x?y?z"],
    parse: parseTarget,
    holds: ({ path, search }, text) => path.length + search.length <= text.length + 1 && !path.includes("?"),
  }),
  parser({
    name: "path of a route",
    seeds: ["/cs/subjects/sub_1/receipts/cns%5F1", "/cs/init/", "/cs/cs.0123456789abcdef0123456789abcdef.js"],
    parse: (path) => dispatch(routePath(belowMount(path, "/mount"), "/cs")),
  }),
  parser({ name: "segment of a path", seeds: ["sub_1", "a%20b", "%F0%9F%98%80"], parse: decodeSegment }),
  parser({
    name: "base path",
    seeds: ["/cs", "cs/", "/a/b///"],
    parse: normalizeBasePath,
    isRead: () => true,
    holds: (path) => normalizeBasePath(path) === path,
  }),
  parser({
    name: "signals of a visitor",
    seeds: signals,
    parse: (text) => readSignals(headers(text), foldQuery(headers(text), headers(text))),
    holds: ({ country, region }) => [country, region].every((place) => place === null || place.isWellFormed()),
    share: 0.3,
  }),
  parser({
    name: "headers of a report",
    seeds: signals,
    parse: (text) => reportedHeaders(foldQuery(headers(text), headers(text))),
    holds: (reported) => !Object.keys(reported).some((name) => /cookie|authorization|forwarded/.test(name)),
    share: 0.3,
  }),
  parser({ name: "purpose of a request", seeds: ["prefetch;prerender"], parse: (text) => isSpeculative(() => text) }),
  parser({
    name: "Accept-Encoding",
    seeds: ["gzip, br;q=0.5, *;q=0", "identity;q=0, x-gzip", "br"],
    parse: acceptedForms,
    holds: (forms) => new Set(forms).size === forms.length && forms.length <= 4,
  }),
  parser({
    name: "If-None-Match",
    seeds: ['"a"', 'W/"a", "b"', "*"],
    parse: (text) => matchesEntityTag(text, '"a"'),
  }),
  parser({
    name: "address that an edge names",
    seeds: ["https://shop.example/cs/init", "http://[::1]:80/a//b"],
    parse: (text) => edgePlace(() => text),
    holds: (place, text) => place === null || edgeUrl(place) === text,
  }),
  parser({
    name: "Host",
    seeds: ["shop.example", "localhost:3000", "[::1]:80"],
    parse: (host) =>
      backendUrl(
        { basePath: "", routePath: "/cs.js", backendURL: undefined },
        { scheme: "https", host, path: "/cs.js", mount: "" },
      ),
    holds: (url) => url === null || (URL.canParse(url) && !/["'<>\\\s]/.test(url)),
  }),
])
