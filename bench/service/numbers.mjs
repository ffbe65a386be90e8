// @ts-check

/** @param {ReadonlyArray<number>} values - NaN when there are none */
export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  const [below, above] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2
}

/** @param {ReadonlyArray<number>} sorted - ascending; NaN when there are none @param {number} share - from 0 to 1 */
export const quantile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** By how much y grows for each x, by least squares; NaN for fewer than two. @param {ReadonlyArray<readonly [x: number, y: number]>} points */
export const slope = (points) => {
  const mean = (/** @type {0 | 1} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const along = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return along / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

/** @param {number} value @param {number} [digits] - behind the point */
export const rounded = (value, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits

/** @param {number} bytes */
export const megabytes = (bytes) => rounded(bytes / 1e6, 1)
