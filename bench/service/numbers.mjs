// @ts-check

/** @param {ReadonlyArray<number>} values - NaN when there are none */
export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  const [below, above] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2
}

/** @param {number} value @param {number} [digits] - behind the point */
export const rounded = (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits
