// @ts-check
// The counts of a year as an integration would have left them, drawn without the ten million records behind them: only
// sums by day and group are stored, so each sum is drawn as one number.
import { rollUp } from "@consent-service/core/statistics"

/** @typedef {import("@consent-service/core/statistics").Contribution} Contribution */
/** @typedef {import("@consent-service/core/statistics").Dimension} Dimension */
/** @typedef {import("@consent-service/core/statistics").Counts} Counts */
/** @typedef {{ value: string, part: string, weight: number }} Weighted */

/**
 * What visitors of a site have: the groups of each dimension with their shares.
 *
 * @typedef {{ readonly [D in Exclude<Dimension, "day">]: (day: number) => ReadonlyArray<Weighted> }} Audience
 */

/** Random numbers that are the same in each run (mulberry32). @param {number} seed */
export const randomNumbers = (seed) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A number of records around an expected one. @param {number} expected @param {() => number} random */
const drawn = (expected, random) => {
  if (expected < 30) {
    let [count, product] = [0, random()]
    for (const limit = Math.exp(-expected); product > limit; product *= random()) count += 1
    return count
  }
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(0, Math.round(expected + normal * Math.sqrt(expected)))
}

/** Shares that fall as those of languages and countries do. @param {ReadonlyArray<string>} values @returns {ReadonlyArray<Weighted>} */
const falling = (values) => {
  const weights = values.map((_, rank) => 1 / (rank + 1) ** 1.3)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return values.map((value, rank) => ({ value, part: "", weight: (weights[rank] ?? 0) / all }))
}

/** @param {string} name @param {number} count */
const numbered = (name, count) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`)

const letters = Array.from("abcdefghijklmnopqrstuvwxyz")

/** So many texts of two letters. @param {number} count */
const pairs = (count) => letters.flatMap((one) => letters.map((other) => one + other)).slice(0, count)

const actions = [
  { value: "accept_all", part: "", weight: 0.46 },
  { value: "reject_all", part: "", weight: 0.3 },
  { value: "custom", part: "", weight: 0.14 },
  { value: "opt_out", part: "", weight: 0.06 },
  { value: "", part: "", weight: 0.04 },
]

const [arms, atOnce] = [3, 3]

/** Three experiments with three arms each run at a time, others every month; a third of the visitors takes part in none. @param {number} day */
const experimentsOf = (day) => {
  const month = Math.floor(day / 30.4)
  const running = Array.from({ length: atOnce * arms }, (_, at) => ({
    value: `banner-${month}-${Math.floor(at / arms)}`,
    part: `arm-${at % arms}`,
    weight: 2 / 3 / (atOnce * arms),
  }))
  return [...running, { value: "", part: "", weight: 1 / 3 }]
}

const [countries, rules, languages] = [falling(pairs(240)), falling(numbered("rule-", 12)), falling(pairs(90))]

/** A large site: visitors of all countries, a rule for each kind of law. @type {Audience} */
export const largeSite = {
  country: () => countries,
  rule: () => rules,
  action: () => actions,
  language: () => languages,
  experiment: experimentsOf,
}

/** @param {string} value */
const equal = (value) => numbered(value, 1_000).map((name) => ({ value: name, part: "", weight: 0.001 }))

const [manyRules, manyArms] = [equal("rule-"), numbered("arm-", 1_000)]

/** The most that there is room for: each of a thousand rules, and of a thousand arms, has records on every day. @type {Audience} */
export const mostGroups = {
  ...largeSite,
  rule: () => manyRules,
  experiment: () => manyArms.map((part) => ({ value: "banner", part, weight: 0.001 })),
}

/** The counts of so many records. @param {number} records @returns {Counts} */
const countsOf = (records) => {
  const share = (/** @type {number} */ part) => Math.round(records * part)
  return {
    records,
    accepted: share(0.46),
    refused: share(0.36),
    customized: share(0.14),
    shown: share(1.6),
    experienceGranted: share(0.5),
    experienceRefused: share(0.46),
    functionalityGranted: share(0.55),
    functionalityRefused: share(0.41),
    marketingGranted: share(0.47),
    marketingRefused: share(0.49),
    measurementGranted: share(0.53),
    measurementRefused: share(0.43),
  }
}

/**
 * What the records of a day add: in each dimension the groups that have any.
 *
 * @param {Audience} audience @param {number} day - since 1970 @param {number} records @param {() => number} random
 * @returns {ReadonlyArray<Contribution>}
 */
export const contributionsOfDay = (audience, day, records, random) => {
  const everything = { dimension: /** @type {const} */ ("day"), value: "", part: "" }
  const groups = /** @type {ReadonlyArray<keyof Audience>} */ (Object.keys(audience)).flatMap((dimension) =>
    audience[dimension](day).flatMap(({ part, value, weight }) => {
      const found = drawn(records * weight, random)
      return found === 0 ? [] : [{ day, groups: [{ dimension, value, part }], counts: countsOf(found) }]
    }),
  )
  return [{ day, groups: [everything], counts: countsOf(records) }, ...groups]
}

/** @param {string} name */
const columnOf = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The rows of all days, months and of all time.
 *
 * @param {Audience} audience @param {{ from: number, to: number }} days @param {number} records - of all days
 * @returns {ReadonlyArray<import("./many-rows.mjs").StoredRow>}
 */
export const rowsOfYear = (audience, { from, to }, records) => {
  const random = randomNumbers(7)
  const count = to - from + 1
  const contributions = Array.from({ length: count }, (_, at) =>
    contributionsOfDay(audience, from + at, drawn(records / count, random), random),
  )
  return rollUp(contributions.flat(), new Map()).map(({ counts, ...key }) => ({
    tenant: "",
    ...key,
    ...Object.fromEntries(Object.entries(counts).map(([name, value]) => [columnOf(name), value])),
  }))
}
