// @ts-check
// The cost of resolving: one visitor, one hostile header, one proof.
import { makeSharedPart, ownText } from "@consent-service/adapter-http/init"
import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { parseAcceptLanguage } from "@consent-service/core/translation"
import { policyPresets } from "@consent-service/core/policy"
import { provePolicyRules } from "@consent-service/core/policy/prove"
import { compileManifest } from "@consent-service/core/manifest"
import { Bench } from "tinybench"

const thirtyRules = [
  policyPresets.europeOptIn(),
  policyPresets.quebecOptIn(),
  policyPresets.californiaOptOut(),
  policyPresets.usPrivacyStatesOptOut(),
  policyPresets.canadaOptOut(),
  ...Object.entries(policyPresets)
    .filter(([name]) =>
      /^(australia|brazil|brunei|china|india|indonesia|japan|laos|malaysia|philippines|saudiArabia|singapore|southKorea|switzerland|thailand|turkey|uae|vietnam)OptIn$/.test(
        name,
      ),
    )
    .map(([, preset]) => preset()),
  ...["AR", "CL", "CO", "KE", "MX", "NG"].map((country) => ({
    ...policyPresets.brazilOptIn(),
    id: `like_brazil_${country}`,
    match: { countries: [country] },
  })),
  policyPresets.worldNone(),
]

const visitors = [
  { country: "DE", region: "BE", acceptLanguage: "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7" },
  { country: "US", region: "CA", gpc: true, acceptLanguage: "en-US,en;q=0.9" },
  { country: "us", region: "US-NY", acceptLanguage: "es-US,es;q=0.9,en;q=0.8" },
  { country: "CA", region: null, acceptLanguage: "fr-CA,fr;q=0.9" },
  { country: "VN", region: null, acceptLanguage: "vi,en;q=0.5" },
  { country: null, region: null, acceptLanguage: "*" },
].map((signals) => ({ ...unknownVisitor, ...signals }))

const normalHeader = "de-AT,de;q=0.9,en-US;q=0.8,en;q=0.7"

const hostileHeaders = {
  "400 commas": ",".repeat(400),
  "400 semicolons": ";".repeat(400),
  "200 empty ranges of one letter": "a,".repeat(200),
  "distinct codes, all weighted": Array.from({ length: 80 }, (_, i) => `${i.toString(36)}x;q=0.${i}`)
    .join(",")
    .slice(0, 400),
  "unfinished weights": "a;q=;q=;q=,".repeat(37).slice(0, 400),
  dashes: `${"-".repeat(399)}a`,
}

/** The median of a task, in microseconds. @param {Bench} bench @param {string} name */
const median = (bench, name) => {
  const result = bench.getTask(name)?.result
  if (result === undefined || !("latency" in result)) throw new Error(`${name} did not run`)
  return result.latency.p50 * 1000
}

/** @param {number} value */
const micros = (value) => (value < 1 ? `${(value * 1000).toFixed(0)} ns` : `${value.toFixed(2)} µs`)

/** @param {number} value @param {number} of */
const ratio = (value, of) => `${(value / of).toFixed(2)}x`

const visitorRows = async () => {
  const manifest = compileManifest({ policyRules: thirtyRules }, { hosting: "self-hosted", geolocation: true })
  const sharedText = makeSharedPart((text) => text)
  const bench = new Bench({ time: 1000 })
  let turn = 0
  const next = () => visitors[turn++ % visitors.length] ?? unknownVisitor
  bench
    .add("resolveVisitor", () => resolveVisitor(manifest, next()))
    .add("resolveVisitor and its text", () => {
      const { body } = resolveVisitor(manifest, next())
      return sharedText(body) + ownText(body)
    })
    .add("the same body written again", () => JSON.stringify(resolveVisitor(manifest, next()).body))
  await bench.run()
  const limit = median(bench, "the same body written again")
  return ["resolveVisitor", "resolveVisitor and its text", "the same body written again"].map((name) => ({
    what: `${name}, ${thirtyRules.length} rules`,
    median: micros(median(bench, name)),
    ratio: ratio(median(bench, name), limit),
    of: "the body written again",
  }))
}

const headerRows = async () => {
  const bench = new Bench({ time: 500 })
  // Each sample parses the same number of bytes, so that the medians compare per byte.
  const bytes = 42_000
  /** @param {string} header */
  const parse = (header) => () => {
    for (let done = 0; done < bytes; done += header.length) parseAcceptLanguage(header)
  }
  bench.add("normal", parse(normalHeader))
  for (const [name, header] of Object.entries(hostileHeaders)) bench.add(name, parse(header))
  await bench.run()
  return ["normal", ...Object.keys(hostileHeaders)].map((name) => ({
    what: `Accept-Language: ${name}`,
    median: `${((median(bench, name) * 1000) / bytes).toFixed(2)} ns a byte`,
    ratio: ratio(median(bench, name), median(bench, "normal")),
    of: "a normal header, per byte",
  }))
}

const proofRows = async () => {
  const statements = [
    "EEA and UK => model is opt-in",
    "location unknown => strictest",
    "US-CA with GPC => denies marketing, measurement",
    "Europe => preselects nothing and offers preferences",
    "everyone => matched",
  ]
  const bench = new Bench({ time: 2000, iterations: 5 })
  bench.add("proof", () => provePolicyRules(thirtyRules, statements))
  await bench.run()
  const { visitors: tried } = provePolicyRules(thirtyRules, statements)
  const ms = median(bench, "proof") / 1000
  return [
    {
      what: `provePolicyRules, ${thirtyRules.length} rules, ${statements.length} statements, ${tried} visitors`,
      median: `${ms.toFixed(1)} ms`,
      ratio: ratio(ms, 1000),
      of: "one second",
    },
  ]
}

/** Rows of the table: what was measured, its median, and the ratio to what it is compared with. */
export const policySuite = async () => [...(await visitorRows()), ...(await headerRows()), ...(await proofRows())]
