/**
 * What this browser has in localStorage. Blocked storage has nothing, and keeps nothing.
 *
 * @module
 */
import type { PageOptions } from "../config/PageOptions.js"
import { decodeJson } from "../store/RecordCodec.js"

/** Reads an item; null where there is none. */
export const readItem = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes an item. */
export const writeItem = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Blocked, or full.
  }
}

/** The key of the records; keys of other things begin with it. */
export const recordsKey = ({ storage }: PageOptions): string => storage?.storageKey ?? "cs"

/** When the visitor decided last, in epoch milliseconds; 0 where no decision is stored. */
export const decidedAt = (records: string | null): number => {
  const { categories = {}, vendors } = decodeJson(records) ?? {}
  return Math.max(0, vendors?.confirmedAt ?? 0, ...Object.values(categories).map(({ confirmedAt }) => confirmedAt))
}
