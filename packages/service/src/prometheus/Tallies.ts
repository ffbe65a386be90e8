/**
 * Counts and times in plain numbers: recording is one look-up in a map, and everything else waits until a page is made.
 * prom-client's own counters and histograms check and sort the labels of every value, which costs three times as much
 * (docs/decisions/0081-probes-in-front-metrics-on-their-own-port.md).
 *
 * @module
 */
import type { CounterMetric, HistogramMetric, Metric } from "../metrics/Metrics.js"
import type { LabelValue, Record, Recorder } from "../metrics/Recorder.js"
import { prometheusLabel, prometheusName } from "./Names.js"
import type { Family, Sample } from "./Snapshot.js"

/** The upper bounds of a histogram's buckets, in seconds: from an answer out of memory to the longest time limit. */
export const bucketsInSeconds = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
] as const

const bucketsInMs = bucketsInSeconds.map((bound) => bound * 1_000)

/** The values under one combination of labels. */
interface Series<A> {
  readonly labels: ReadonlyArray<LabelValue>
  readonly tally: A
}

interface Count {
  total: number
}

interface Durations {
  /** One count for each bucket, and one for longer values. */
  readonly buckets: Array<number>
  sumMs: number
}

/** The series of a metric. No label's value has a line break: each is one of a fixed set. */
const seriesOf = <A>(make: () => A) => {
  const all = new Map<string, Series<A>>()
  return {
    all: (): ReadonlyArray<Series<A>> => Array.from(all.values()),
    find: (labels: ReadonlyArray<LabelValue>): A => {
      const key = labels.join("\n")
      const known = all.get(key)
      if (known !== undefined) return known.tally
      const tally = make()
      all.set(key, { labels, tally })
      return tally
    },
  }
}

const namedLabels = ({ labels: names }: Metric, values: ReadonlyArray<LabelValue>): Sample["labels"] =>
  Object.fromEntries(names.map((name, index) => [prometheusLabel(name), values[index] ?? ""]))

const familyOf = (metric: Metric, values: ReadonlyArray<Sample>): Family => ({
  name: prometheusName(metric),
  help: `${metric.help}.`,
  type: metric.type,
  aggregator: "sum",
  values,
})

const bucketOf = (ms: number): number => {
  let index = 0
  while (index < bucketsInMs.length && ms > (bucketsInMs[index] ?? 0)) index += 1
  return index
}

/** The lines of a histogram: buckets that include the smaller ones, then sum and count. */
const linesOf = (name: string, labels: Sample["labels"], { buckets, sumMs }: Durations): ReadonlyArray<Sample> => {
  let count = 0
  const bounded = bucketsInSeconds.map((bound, index) => {
    count += buckets[index] ?? 0
    return { metricName: `${name}_bucket`, labels: { le: bound, ...labels }, value: count }
  })
  count += buckets[bucketsInSeconds.length] ?? 0
  return [
    ...bounded,
    { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sumMs / 1_000 },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

/** A recorder, and its values. */
export interface Tallies {
  readonly recorder: Recorder
  readonly families: () => ReadonlyArray<Family>
}

/** Nothing is recorded yet. The instances of a process share the tallies of a metric. */
export const makeTallies = (): Tallies => {
  const made = new Map<string, { readonly record: Record; readonly family: () => Family }>()

  const once = (metric: Metric, make: () => { readonly record: Record; readonly family: () => Family }): Record => {
    const known = made.get(metric.name) ?? make()
    made.set(metric.name, known)
    return known.record
  }

  const counter = (metric: CounterMetric): Record =>
    once(metric, () => {
      const series = seriesOf<Count>(() => ({ total: 0 }))
      // A counter without labels is there from the start, so that its first increase is seen.
      if (metric.labels.length === 0) series.find([])
      const family = () =>
        familyOf(
          metric,
          series.all().map(({ labels, tally }) => ({ labels: namedLabels(metric, labels), value: tally.total })),
        )
      return { family, record: (value, labels) => void (series.find(labels).total += value) }
    })

  const histogram = (metric: HistogramMetric): Record =>
    once(metric, () => {
      const series = seriesOf<Durations>(() => ({ buckets: bucketsInMs.map(() => 0).concat(0), sumMs: 0 }))
      const name = prometheusName(metric)
      const family = () =>
        familyOf(
          metric,
          series.all().flatMap(({ labels, tally }) => linesOf(name, namedLabels(metric, labels), tally)),
        )
      const record: Record = (ms, labels) => {
        const durations = series.find(labels)
        const bucket = bucketOf(ms)
        durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1
        durations.sumMs += ms
      }
      return { family, record }
    })

  return {
    recorder: { counter, histogram },
    families: () => Array.from(made.values(), ({ family }) => family()),
  }
}
