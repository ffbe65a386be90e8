// @ts-check
// What a million saves change: the cost of reads and saves, the memory of the process, and the bytes of a record on disk.
import { relationSizes } from "./bytes.mjs"
import { engineNames, ours, stored } from "./contestants.mjs"
import { megabytes, rounded, slope } from "./numbers.mjs"
import { atLeast, atMost, ratiosTo, times } from "./reach.mjs"
import { enter, figureColumns, fill, measureOn, prefilled, startLoader } from "./rounds.mjs"
import { withDatabases } from "./suite.mjs"

/** @typedef {import("./suite.mjs").Row} Row */
/** @typedef {import("./suite.mjs").Options} Options */
/** @typedef {import("./databases.mjs").Engine} Engine */
/** @typedef {import("./rounds.mjs").Figure} Figure */
/** @typedef {{ saves: number, rss: number, heapUsed: number }} Weight */
/** @typedef {{ records: number, figures: ReadonlyArray<Figure>, sizes: ReadonlyArray<import("./bytes.mjs").RelationSize> }} Stage */

/** Bytes a record may take, indexes included. */
const mostBytes = 600

/** Bytes a save may leave in the heap: 5 MB in a million are noise. */
const flatHeap = 5

/** The part of its speed that a flat route keeps. */
const flatSpeed = 0.8

/** New saves come last: they change how many there are. */
const routes = [...stored.filter((route) => !route.endsWith("new")), "POST /subjects new"]

/** @param {boolean} quick - the numbers of records at which all is measured */
const stagesOf = (quick) => [prefilled, 100_000, ...(quick ? [] : [1_000_000])]

/** @param {number} last */
const tenths = (last) => Array.from({ length: 10 }, (_, index) => ((index + 1) * last) / 10)

/** Says how fast it goes and how long it takes. @param {string} name @param {number} last @param {Options["tell"]} tell */
const progress = (name, last, tell) => {
  let [before, since] = [0, performance.now()]
  return (/** @type {number} */ saves) => {
    const seconds = (performance.now() - since) / 1000
    const perSecond = (saves - before) / seconds
    const left = Math.max(0, Math.ceil((last - saves) / perSecond / 60))
    tell(`${name}: ${saves} of ${last} saves, ${rounded(perSecond)} a second, about ${left} min left to fill`)
    return () => ([before, since] = [saves, performance.now()])
  }
}

/** @param {Engine} engine @param {string} url @param {Options} options */
const grow = async (engine, url, { ms, quick, rounds, tell }) => {
  const [stages, last] = [stagesOf(quick), stagesOf(quick).at(-1) ?? 0]
  const loader = await startLoader()
  const entry = await enter(ours(engine, url))
  const report = progress(entry.contestant.name, last, tell)
  /** @type {Array<Weight>} */
  const weights = []
  /** @type {Array<Stage>} */
  const found = []
  try {
    for (const stop of [...new Set([...stages, ...tenths(last)])].sort((a, b) => a - b)) {
      // The saves that were measured have gone beyond it.
      if (entry.saved > stop) continue
      await fill(loader, entry, stop)
      const resume = report(entry.saved)
      const { heapUsed, rss } = await entry.server.ask({ collect: true })
      if (stop % (last / 10) === 0) weights.push({ saves: entry.saved, rss, heapUsed })
      if (stages.includes(stop)) {
        const [records, sizes] = [entry.saved, await relationSizes(engine, url)]
        const newSaves = Math.max(1_000, stop / 20)
        found.push({
          records,
          sizes,
          figures: await measureOn(loader, [entry], routes, { rounds, ms, newSaves, tell }),
        })
      }
      resume()
    }
  } finally {
    await entry.server.stop()
    await loader.stop()
  }
  return { engine, stages: found, weights }
}

/** @typedef {Awaited<ReturnType<typeof grow>>} Growth */

/** @param {Growth} growth @returns {ReadonlyArray<Row>} */
const speedRows = ({ engine, stages }) =>
  routes.flatMap((route) => {
    const found = stages.flatMap(({ figures, records }) =>
      figures.filter((figure) => figure.route === route).map((figure) => ({ ...figure, records })),
    )
    const [first] = found
    return found.map((figure) => {
      const kept = first === undefined || first === figure ? null : ratiosTo(figure, first)
      return {
        engine: engineNames[engine],
        route,
        records: figure.records,
        ...figureColumns(figure),
        "× first": times(kept?.bySpeed),
        "× first, CPU": times(kept?.byCpu),
        reach: kept && atLeast(flatSpeed, "first", kept),
      }
    })
  })

/** The bytes of everything, and of what takes at least one for each record. @param {Growth} growth @returns {ReadonlyArray<Row>} */
const byteRows = ({ engine, stages }) =>
  stages.flatMap(({ records, sizes }, index) => {
    const row = (
      /** @type {string} */ relation,
      /** @type {number} */ bytes,
      /** @type {string | null} */ reach = null,
    ) => ({
      engine: engineNames[engine],
      records,
      relation,
      "bytes a record": rounded(bytes / records, 1),
      reach,
    })
    const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    const total = row("all of it", all, atMost(rounded(all / records, 1), mostBytes))
    if (index < stages.length - 1) return [total]
    const large = sizes.filter(({ bytes }) => bytes >= records).toSorted((a, b) => b.bytes - a.bytes)
    return [...large.map(({ bytes, relation }) => row(relation, bytes)), total]
  })

/** @param {Growth} growth @returns {ReadonlyArray<Row>} */
const weightRows = ({ engine, weights }) =>
  weights.map(({ heapUsed, rss, saves }) => ({
    engine: engineNames[engine],
    saves,
    "rss MB": megabytes(rss),
    "heap MB": megabytes(heapUsed),
  }))

/** What a save leaves behind, over the second half: the first one is that of warming up. @param {Growth} growth @returns {Row} */
const slopeRow = ({ engine, weights }) => {
  const late = weights.slice(-Math.ceil(weights.length / 2))
  const heap = slope(late.map(({ heapUsed, saves }) => [saves, heapUsed]))
  return {
    engine: engineNames[engine],
    from: late[0]?.saves ?? 0,
    to: late.at(-1)?.saves ?? 0,
    "heap bytes a save": rounded(heap, 2),
    "rss bytes a save": rounded(slope(late.map(({ rss, saves }) => [saves, rss])), 2),
    reach: atMost(rounded(heap, 2), flatHeap),
  }
}

/** @type {import("./suite.mjs").Suite} */
export const growthSuite = (options) =>
  withDatabases(options.engines, async ({ engines, missing, newDatabase }) => {
    /** @type {Array<Growth>} */
    const all = []
    for (const engine of engines) all.push(await grow(engine, await newDatabase(engine, "growth"), options))
    return [
      { title: "Reads and saves as records grow", rows: all.flatMap(speedRows), notes: missing },
      { title: "Bytes a record on disk", rows: all.flatMap(byteRows) },
      { title: "Memory as saves go by, garbage collected", rows: all.flatMap(weightRows) },
      { title: "Memory a save leaves behind, over the second half", rows: all.map(slopeRow) },
    ]
  })
