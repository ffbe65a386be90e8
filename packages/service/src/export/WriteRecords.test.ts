import type { Disclosure } from "@consent-service/core/records"
import { Records, type StoredRecord } from "@consent-service/core/ports"
import * as MemoryStores from "@consent-service/testkit/MemoryStores"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { onTestFinished } from "vitest"
import { exportFormats, writerOf } from "./ExportFormats.js"
import { writeRecords } from "./WriteRecords.js"
import { shopController } from "../testing/ShopController.js"

const used = {
  purpose: "Measuring",
  dataCategories: ["Online identifiers"],
  sensitive: [],
  recipients: [],
  retention: "13 months",
  storage: "European Union",
}

const disclosure: Disclosure = {
  controller: shopController,
  processing: { marketing: used },
}

/** Of the last range of ids. */
const idOf = (at: number): string => `cns_2${String(at).padStart(26, "1")}`

/** A record like many, with texts of its own: nothing of it is shared with the one before. */
const recordAt = (at: number): StoredRecord => ({
  facts: {
    id: idOf(at),
    subjectId: `sub_${at}`,
    type: "cookie_banner",
    domain: "shop.example",
    documentId: null,
    givenAt: 1_790_000_000_000 + at,
    createdAt: 1_790_000_000_000 + at,
    validUntil: null,
    preferences: { marketing: at % 2 === 0, necessary: true },
    choice: { version: 3, categories: { marketing: { value: at % 2 === 0, confirmedAt: at } } },
    vendorChoice: null,
    metadata: { page: `/cart/${at}`, note: "n".repeat(200) },
    jurisdiction: "GDPR",
    model: "opt-in",
    consentAction: "custom",
    uiSource: "banner",
    tcString: null,
    ipAddress: `203.0.113.${at % 256}`,
    userAgent: `Browser/${at}`,
    language: "de",
    decisionId: null,
    decisionSource: null,
    experiment: null,
    timeToDecisionMs: at,
    contentDigest: "00",
  },
  policy: null,
})

/** How many records there are. */
const count = 30_000

const everything = { domain: null, type: null, country: null, action: null }

const first = 200_000

/** A table that has records in the last range of ids, and none in any other. */
const tableOf = (most: number): Records["Type"] => ({
  tenant: null,
  read: ({ from }, limit) =>
    Effect.sync(() => {
      if (!from.startsWith("cns_2")) return []
      const seen = /^cns_21*(\d+)!$/.exec(from)?.[1]
      const next = seen === undefined ? first : Number(seen) + 1
      const left = Math.max(0, Math.min(limit, first + most - next))
      return Array.from({ length: left }, (_, at) => recordAt(next + at))
    }),
})

/** The heap in use after everything that can be collected has been, in megabytes. */
const makeHeapUsed = (): (() => number) => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  return () => {
    collect()
    return process.memoryUsage().heapUsed / 1024 / 1024
  }
}

describe("an export", () => {
  it.each(exportFormats)("as %s takes no more memory for more records", async (format) => {
    const folder = mkdtempSync(join(tmpdir(), "consent-writer-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, "records")
    writeFileSync(path, "")
    const writer = await Either.getOrThrow(await writerOf(format, disclosure))(path)
    const heapUsed = makeHeapUsed()
    const heaps: Array<number> = []
    const onPage = ({ looked }: { readonly looked: number }): void => {
      // Where a group of Parquet has just been written.
      if (looked % 10_000 === 0) heaps.push(heapUsed())
    }
    const query = { from: null, before: null, after: null, limit: 1, filter: everything }
    const run = writeRecords(query, writer, onPage).pipe(
      Effect.provideService(Records, tableOf(count)),
      Effect.provide(MemoryStores.layerMemory()),
    )
    const { looked, written } = await Effect.runPromise(run)
    assert.isNull(await writer.end())
    await writer.close()
    assert.strictEqual(looked, count)
    assert.strictEqual(written, format === "kantara" ? count / 2 : count)
    const [early = 0, late = 0] = [heaps[0], heaps.at(-1)]
    // What is written is dozens of times as much.
    assert.isBelow(
      late - early,
      3,
      `${heaps.map((heap) => heap.toFixed(1)).join(" ")} MB, of ${statSync(path).size} bytes`,
    )
  })
})
