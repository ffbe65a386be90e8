/**
 * How commands write numbers, sizes and times.
 *
 * @module
 */

/** A number with separators: `12,345`. */
export const count = (value: number): string => value.toLocaleString("en-US")

const manyOf = (noun: string): string => (/[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`)

/** A number with its noun: `1 record`, `12,345 records`, `2 entries`. */
export const plural = (value: number, noun: string): string => `${count(value)} ${value === 1 ? noun : manyOf(noun)}`

/** A size: `4.2 MiB`. */
export const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`

/** Epoch milliseconds as ISO 8601; null for none. */
export const instant = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString()
