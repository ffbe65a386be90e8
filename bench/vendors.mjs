// @ts-check
// What a vendor list adds to /init: a visitor under an IAB rule, with a list of 1,200 vendors narrowed to 50, against one under
// another rule, through the real kernel in this process.
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { editionFromText } from "@consent-service/core/vendor"
import { VendorLists } from "@consent-service/core/ports"
import { policyPresets } from "@consent-service/core/policy"
import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"
import { Effect, Either, Layer } from "effect"
import { Bench } from "tinybench"
import { portsFor } from "./http-work.mjs"

const edition = Either.getOrThrow(
  editionFromText(JSON.stringify(generateVendorList({ vendors: 1200 })), { language: "en", vendorIds: [] }),
)

const lists = Layer.succeed(VendorLists, {
  find: () => Effect.succeed(edition),
  edition: () => Effect.succeed(edition),
})

const manifest = {
  policyRules: [
    { id: "iab", match: { countries: ["DE"] }, model: "iab", prompt: "choice" },
    { id: "opt-in", match: { countries: ["FR"], fallback: true }, model: "opt-in", prompt: "choice" },
    policyPresets.worldNone(),
  ],
  iab: { enabled: true, cmpId: 10 },
}

const gvl = /** @type {const} */ ({ vendorIds: [], delivery: "inline" })

const { kernel } = Effect.runSync(
  ConsentHttp.pipe(Effect.provide(ConsentHttp.layer({ gvl })), Effect.provide(Layer.merge(portsFor(manifest), lists))),
)

/** @param {Readonly<Record<string, string>>} headers @returns {import("@consent-service/adapter-http/kernel").Exchange} */
const visit = (headers) => ({
  method: "GET",
  scheme: "http",
  host: "localhost",
  path: "/init",
  search: "v=3.0.0&contract=1",
  header: (name) => headers[name] ?? null,
  body: async () => new Uint8Array(),
  peer: "203.0.113.7",
  mount: "",
  waitUntil: null,
})

const declared = Array.from({ length: 50 }, (_, i) => 1 + i * 20).join(",")

const visitors = {
  "another rule": visit({ "cf-ipcountry": "FR", "accept-language": "en" }),
  "IAB, 50 of 1,200 vendors": visit({ "cf-ipcountry": "DE", "accept-language": "en", "x-cs-vendors": declared }),
  "IAB, all 1,200 vendors": visit({ "cf-ipcountry": "DE", "accept-language": "en" }),
}

/** @typedef {{ visitor: string, "µs a request": number, "× another rule": number, "body, kB": number, goal: string }} Row */

/** @returns {Promise<ReadonlyArray<Row>>} */
export const vendorsSuite = async () => {
  const bench = new Bench({ time: 1500, warmupTime: 300 })
  for (const [name, exchange] of Object.entries(visitors)) bench.add(name, async () => void (await kernel(exchange)))
  await bench.run()
  /** @param {string} name */
  const median = (name) => {
    const result = bench.getTask(name)?.result
    if (result === undefined || !("latency" in result)) throw new Error(`${name} did not run`)
    return result.latency.p50 * 1000
  }
  const bare = median("another rule")
  const rows = []
  for (const [visitor, exchange] of Object.entries(visitors)) {
    const cost = median(visitor)
    rows.push({
      visitor,
      "µs a request": Math.round(cost * 10) / 10,
      "× another rule": Math.round((cost / bare) * 100) / 100,
      "body, kB": Math.round(((await kernel(exchange)).body?.length ?? 0) / 1000),
      goal: visitor.includes("50") ? "at most 2" : "",
    })
  }
  return rows
}
