// @ts-check
// What the scripts for pages cost a first-time visitor in Chromium, compared with their budgets and with two other scripts: bytes,
// the task that starts them, the banner, a click, and dialogs with a thousand vendors. Every round visits every page, so that a
// busy machine is as busy for each; how much of a time the page's thread worked is hardly touched by that.
import { budgets } from "../packages/browser/budgets.mjs"
import { bundleFiles } from "../packages/browser/dist/Bundles.js"
import { readFileSync } from "node:fs"
import { loadavg } from "node:os"
import { basename } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { declaredVendors, listedVendors, startStage } from "./browser-stage.mjs"

/** @typedef {import("./browser-stage.mjs").PageName} PageName */
/** @typedef {import("./browser-stage.mjs").Visit} Visit */

const rounds = 20

const slowdowns = [1, 4]

/** @type {ReadonlyArray<readonly [PageName, string]>} */
const pages = [
  ["full", "cs.js"],
  ["headless", "cs.headless.js"],
  ["iab", `cs.iab.js, ${listedVendors} listed vendors`],
  ["vendors", `cs.js, ${declaredVendors} declared vendors`],
  ["bare", "no script"],
  ["orejime", "orejime"],
  ["vanilla", "vanilla-cookieconsent"],
]

/** What is compared with others, by the column that has their part of it. */
const peers = { "÷ orejime": "orejime", "÷ vanilla-cookieconsent": "vanilla-cookieconsent" }

/** Milliseconds a measure may take; all that is measured is here, in the order of the table. @type {ReadonlyMap<string, number | null>} */
const limits = new Map([
  ["start task", 50],
  ["script CPU", null],
  ["shown", null],
  ["banner", 50],
  ["accept", 50],
  ["customize", 200],
  ["list of vendors", 200],
  ["whole list of vendors", null],
])

const oneDialog = { selector: "[data-testid$=consent-dialog-root]", count: 1 }

/** Rows of the IAB list, of whichever tab is in front. */
const listRow = "[role=tabpanel]:not([hidden]) details"

/** @param {Visit} visit */
const seen = async ({ shifted, shown }) => {
  await shown()
  return shifted()
}

/** Acts on each page and returns the layout shifts. @type {Readonly<Record<PageName, (visit: Visit) => Promise<number>>>} */
const acts = {
  full: async ({ click, shifted, shown }) => {
    await shown()
    await click("[data-testid=consent-banner-accept-button]", {
      accept: { selector: "[data-testid=consent-banner-root]", count: 0 },
    })
    return shifted()
  },
  headless: seen,
  bare: seen,
  orejime: async ({ click, shifted, shown }) => {
    await shown()
    await click(".orejime-Banner-saveButton", { accept: { selector: ".orejime-Banner", count: 0 } })
    return shifted()
  },
  vanilla: async ({ click, shifted, shown }) => {
    await shown()
    await click("#cc-main .cm [data-role=all]", { accept: { selector: ".show--consent", count: 0 } })
    return shifted()
  },
  iab: async ({ click, shifted, shown }) => {
    await shown()
    await click("[data-testid=iab-consent-banner-customize-button]", { customize: oneDialog })
    const shifts = await shifted()
    await click("[data-testid=iab-tab-vendors]", {
      "list of vendors": { selector: listRow, count: 1 },
      "whole list of vendors": { selector: listRow, count: listedVendors },
    })
    return shifts
  },
  vendors: async ({ click, shifted, shown }) => {
    await shown()
    await click("[data-testid=consent-banner-customize-button]", { customize: oneDialog })
    const shifts = await shifted()
    await click("[data-testid=consent-dialog-root] summary", {
      "list of vendors": { selector: "[data-testid^=consent-vendor-switch-]", count: declaredVendors },
    })
    return shifts
  },
}

/** @typedef {{ what: string, page: string, "× slower": number | null, unit: string, median: number, p95: number, "median of work": number | null, limit: number | null, "median ÷ limit": number | null, "p95 ÷ limit": number | null } & Partial<Record<keyof typeof peers, number | null>>} Row */

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100

/** The value that so much of them stay within. @param {ReadonlyArray<number>} values @param {number} share */
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/**
 * @param {Pick<Row, "what" | "page" | "× slower" | "unit">} title
 * @param {ReadonlyArray<number>} values @param {number | null} limit @param {ReadonlyArray<number>} [work]
 * @returns {Row}
 */
const rowOf = (title, values, limit, work) => {
  const median = quantile(values, 0.5)
  const p95 = quantile(values, 0.95)
  const share = (/** @type {number} */ value) => (limit ? round(value / limit) : null)
  return {
    ...title,
    median: round(median),
    p95: round(p95),
    "median of work": work ? round(quantile(work, 0.5)) : null,
    limit,
    "median ÷ limit": share(median),
    "p95 ÷ limit": share(p95),
  }
}

/** @returns {ReadonlyArray<Row>} */
const sizes = () => {
  const files = bundleFiles()
  if (files === null) throw new Error("the bundles are no files")
  const names = /** @type {ReadonlyArray<keyof typeof budgets>} */ (Object.keys(budgets))
  return names.flatMap((name) => {
    const bytes = readFileSync(files[name])
    const page = basename(files[name].pathname)
    const limit = budgets[name]
    const gzip = gzipSync(bytes, { level: 9 }).length
    const brotli = brotliCompressSync(bytes).length
    return [
      rowOf({ what: "gzip", page, "× slower": null, unit: "bytes" }, [gzip], limit.gzip),
      rowOf({ what: "brotli", page, "× slower": null, unit: "bytes" }, [brotli], limit.brotli),
    ]
  })
}

/** Rows with their work compared with that of each peer. @param {ReadonlyArray<Row>} rows @returns {ReadonlyArray<Row>} */
const compared = (rows) =>
  rows.map((row) => {
    const ratios = Object.entries(peers).map(([column, peer]) => {
      const isPeer = (/** @type {Row} */ { page, what, "× slower": slowdown }) =>
        what === row.what && page === peer && slowdown === row["× slower"]
      const [own, theirs] = [row["median of work"], rows.find(isPeer)?.["median of work"]]
      return [column, own && theirs ? round(own / theirs) : null]
    })
    return { ...row, ...Object.fromEntries(ratios) }
  })

/** Machine and moment. @param {string} when */
const tellLoad = (when) => process.stderr.write(`load average ${when}: ${loadavg().map(round).join(", ")}\n`)

/** @returns {Promise<ReadonlyArray<Row>>} */
export const browserSuite = async () => {
  tellLoad("before")
  const stage = await startStage()
  const visits = pages.flatMap(([name, page]) =>
    slowdowns.map((slowdown) => ({
      name,
      page,
      slowdown,
      /** @type {Array<number>} */
      shifts: [],
      /** @type {Map<string, Array<import("./browser-trace.mjs").Span>>} */
      spans: new Map(Array.from(limits.keys(), (what) => [what, []])),
    })),
  )
  try {
    // The first round warms service and browser up.
    for (let done = 0; done <= rounds; done += 1) {
      for (const { name, shifts, slowdown, spans } of visits) {
        const { result, spans: found } = await stage.visit(name, slowdown, acts[name])
        if (done === 0) continue
        shifts.push(result)
        for (const [what, span] of found) spans.get(what)?.push(span)
      }
    }
  } finally {
    await stage.close()
  }
  tellLoad("after")
  const times = Array.from(limits).flatMap(([what, limit]) =>
    visits.flatMap(({ page, slowdown, spans }) => {
      const found = spans.get(what) ?? []
      const title = { what, page, "× slower": slowdown, unit: "ms" }
      const walls = found.map(({ wall }) => wall)
      const work = found.map(({ worked }) => worked)
      return found.length === 0 ? [] : [rowOf(title, walls, limit, work)]
    }),
  )
  const shifts = visits.map(({ page, shifts: values, slowdown }) =>
    rowOf({ what: "layout shift", page, "× slower": slowdown, unit: "" }, values, 0),
  )
  return compared([...sizes(), ...times, ...shifts])
}
