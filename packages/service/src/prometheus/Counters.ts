/**
 * The counters and histograms of a process, which stay in the sums of all processes after it exits.
 *
 * @module
 */
import type { Family, Sample, Snapshot } from "./Snapshot.js"

/** The counters and histograms of a snapshot. */
export const countersOf = (snapshot: Snapshot): Snapshot => snapshot.filter(({ type }) => type !== "gauge")

const keyOf = ({ labels, metricName }: Sample): string =>
  JSON.stringify([metricName, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))])

const withValues = (family: Family, others: ReadonlyArray<Sample>): Family => {
  const sums = new Map<string, Sample>()
  for (const sample of [...family.values, ...others]) {
    const key = keyOf(sample)
    sums.set(key, { ...sample, value: sample.value + (sums.get(key)?.value ?? 0) })
  }
  return { ...family, values: Array.from(sums.values()) }
}

/** Adds up the counters and histograms of two processes. */
export const addCounters = (first: Snapshot, second: Snapshot): Snapshot => {
  const families = new Map(first.map((family) => [family.name, family]))
  for (const family of second) {
    const known = families.get(family.name)
    families.set(family.name, known === undefined ? family : withValues(known, family.values))
  }
  return Array.from(families.values())
}
