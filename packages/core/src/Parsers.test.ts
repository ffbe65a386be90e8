/** Whatever is sent as a time, a domain, a language, a query and so on is read or refused. */
import { bytesParser, describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import * as Either from "effect/Either"
import { isDeepStrictEqual } from "node:util"
import { base58 } from "./digest/Base58.js"
import { decodeBase64, encodeBase64 } from "./digest/Base64.js"
import { decodeBase64Url, encodeBase64Url } from "./digest/Base64Url.js"
import { parseExperimentArm } from "./experiment/ExperimentArm.js"
import { decodeSummaryQuery } from "./experiment/SummaryQuery.js"
import { isLegalDocumentType } from "./legal-document/LegalDocument.js"
import { normalizeCountry, normalizeRegion, regionKey } from "./location/Location.js"
import { sliceLanguage } from "./manifest/ManifestDocument.js"
import { redact } from "./observation/Redact.js"
import { parseStatement } from "./policy/prove/Statement.js"
import { decodeListQuery, mostListed } from "./record-list/ListQuery.js"
import { normalizeDomain } from "./schema/Domain.js"
import { addDuration, readIsoDuration } from "./schema/IsoDuration.js"
import { parseIsoTime } from "./schema/IsoTime.js"
import { charactersIn } from "./schema/Text.js"
import { decodeStatisticsQuery } from "./statistics/StatisticsQuery.js"
import { isSubjectId } from "./subject/SubjectId.js"
import { parseAcceptLanguage } from "./translation/AcceptLanguage.js"
import { clipLanguages, maxLanguages } from "./translation/ClipLanguages.js"
import { vendorIdPattern } from "./vendor/VendorIdPattern.js"
import { maxDeclaredVendors, parseDeclaredVendors } from "./vendor/VendorScope.js"

/** A text as query parameters, so that one mutation changes any of them. */
const fields = (text: string) => {
  const query = new URLSearchParams(text)
  return (name: string): string | null => query.get(name)
}

const listQuery = (text: string) => {
  const value = fields(text)
  return decodeListQuery({
    action: value("action"),
    after: value("after"),
    country: value("country"),
    domain: value("domain"),
    from: value("from"),
    limit: value("limit"),
    to: value("to"),
    type: value("type"),
  })
}

const acceptLanguages = ["de-AT, en;q=0.8, *;q=0.1", "fr", "zh-Hant-TW;q=0.7;x=1,zh;Q=.5", "en-GB,en-US;q=0.9,en;q=0.8"]

/** Whether what is normalized is normal. */
const isStable =
  (normalize: (text: string) => string | null) =>
  (read: string | null): boolean =>
    read === null || normalize(read) === read

describeParsers("texts from outside", [
  parser({
    name: "ISO time",
    seeds: ["2026-11-27", "2026-11-27T03:04:05.678Z", "2026-11-27T03:04", "2026-02-28T23:59:59+14:00"],
    parse: parseIsoTime,
    holds: (time) => time === null || parseIsoTime(new Date(time.epochMs).toISOString())?.epochMs === time.epochMs,
  }),
  parser({
    name: "ISO duration",
    seeds: ["P13M", "P1Y2M3W4D", "P400D", "P99999D"],
    parse: readIsoDuration,
    holds: (duration) => duration === null || Number.isSafeInteger(addDuration(1_796_083_200_000, duration)),
  }),
  parser({
    name: "domain",
    seeds: [
      "shop.example",
      "B\u00fccher.Example:8443",
      "localhost:3000",
      "[::1]:80",
      "127.0.0.1",
      "xn--bcher-kva.example.",
    ],
    parse: normalizeDomain,
    holds: (domain) =>
      domain === null ||
      (domain.length <= 253 && URL.canParse(`http://${domain}/`) && normalizeDomain(domain) === domain),
  }),
  parser({
    name: "Accept-Language",
    seeds: acceptLanguages,
    parse: parseAcceptLanguage,
    holds: (codes) => new Set(codes).size === codes.length && codes.every((code) => !/[-,;A-Z]|^$/.test(code)),
  }),
  parser({
    name: "Accept-Language that is shortened",
    seeds: [...acceptLanguages, "de,".repeat(100), "de-AT;q=0.9, ".repeat(40), "\u{1f600},".repeat(300)],
    parse: clipLanguages,
    holds: (list, sent) => list === null || (charactersIn(list) <= maxLanguages && sent.startsWith(list)),
  }),
  parser({ name: "language of a slice", seeds: acceptLanguages, parse: sliceLanguage }),
  parser({
    name: "country",
    seeds: ["de", " US "],
    parse: normalizeCountry,
    isRead: (country) => country !== "",
    holds: isStable(normalizeCountry),
  }),
  parser({
    name: "region",
    seeds: ["us-ca", "BY", " gb-sct"],
    parse: normalizeRegion,
    isRead: (region) => region !== "",
    holds: isStable(normalizeRegion),
  }),
  parser({ name: "key of a region", seeds: ["us us-ca"], parse: (text) => regionKey(text, text) }),
  parser({
    name: "experiment arm",
    seeds: ["banner=large", "banner=large%20text", "b%C3%BCro=%F0%9F%98%80"],
    parse: parseExperimentArm,
    holds: (read) => {
      if (read === null) return true
      const [id, arm] = [read.id, read.arm].map((name) => encodeURIComponent(name.toWellFormed()))
      const isWellFormed = `${read.id}${read.arm}`.isWellFormed()
      return (
        charactersIn(read.id) <= 128 &&
        charactersIn(read.arm) <= 128 &&
        (!isWellFormed || isDeepStrictEqual(parseExperimentArm(`${id}=${arm}`), read))
      )
    },
  }),
  parser({
    name: "declared vendors",
    seeds: ["755, 25,25", "1", "2,3,5,7,11,13,17,19"],
    parse: parseDeclaredVendors,
    holds: (ids) =>
      ids === null || (ids.length <= maxDeclaredVendors && isDeepStrictEqual(parseDeclaredVendors(ids.join()), ids)),
  }),
  parser({
    name: "query of statistics",
    seeds: ["from=2026-01-01&to=2026-01-31&groupBy=country", "groupBy=day"],
    parse: (text) => {
      const value = fields(text)
      return decodeStatisticsQuery({ from: value("from"), to: value("to"), groupBy: value("groupBy") }, 20_000)
    },
    isRead: Either.isRight,
    holds: (query) => Either.isLeft(query) || query.right.from <= query.right.to,
  }),
  parser({
    name: "query of an experiment",
    seeds: ["id=banner&from=2026-01-01&to=2026-02-01T00:00:00Z&domain=Shop.Example"],
    parse: (text) => {
      const value = fields(text)
      return decodeSummaryQuery({
        id: value("id") ?? "",
        from: value("from"),
        to: value("to"),
        domain: value("domain"),
      })
    },
    isRead: Either.isRight,
  }),
  parser({
    name: "query of records",
    seeds: [
      "from=2026-01-01&to=2026-02-01&domain=shop.example&type=cookie_banner&country=de&action=custom&limit=20",
      "after=cns_1111111EvidenceExamp1e&limit=1000",
    ],
    parse: listQuery,
    isRead: Either.isRight,
    holds: (query) => Either.isLeft(query) || (query.right.limit >= 1 && query.right.limit <= mostListed),
  }),
  parser({
    name: "statement about policies",
    seeds: [
      "EU => model is opt-in and denies marketing, measurement",
      "everyone => matched",
      "US-CA, US-CO => strictest",
    ],
    parse: parseStatement,
    isRead: Either.isRight,
    share: 0.5,
  }),
  parser({ name: "subject id", seeds: ["sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ"], parse: isSubjectId }),
  parser({
    name: "type of a legal document",
    seeds: ["privacy_policy", "terms_and_conditions"],
    parse: isLegalDocumentType,
  }),
  parser({ name: "vendor id", seeds: ["shop-ads", "a.b_c-9"], parse: (text) => vendorIdPattern.test(text) }),
  parser({
    name: "base64",
    seeds: ["", "//4=", "AAAA", encodeBase64(new Uint8Array(100).fill(200))],
    parse: decodeBase64,
    holds: (bytes, text) => bytes === null || encodeBase64(bytes) === text,
  }),
  parser({
    name: "base64url",
    seeds: ["", "-_8", "AAAA", encodeBase64Url(new Uint8Array(100).fill(200))],
    parse: decodeBase64Url,
    holds: (bytes, text) => bytes === null || encodeBase64Url(bytes) === text,
  }),
  parser({
    name: "line of a log",
    seeds: ["GET /subjects?token=secret postgres://u:p@host/db eyJhbGciOiJIUzI1NiJ9.e30.abc 203.0.113.9 a@b.example"],
    parse: redact,
  }),
])

describeParsers("bytes", [
  bytesParser({
    name: "base58",
    seeds: [new Uint8Array(20).fill(7), Uint8Array.of(0, 0, 255)],
    parse: (bytes) => base58(bytes.subarray(0, 64)),
    holds: (text) => /^[1-9A-HJ-NP-Za-km-z]*$/.test(text),
  }),
])
