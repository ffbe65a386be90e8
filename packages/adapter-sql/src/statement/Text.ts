/** Text as the drivers hand it out, and as they take it. */

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Bytes as the UTF-8 they are: MySQL hands out the identifiers of `varbinary` columns so. */
import { hasAtMost } from "@consent-service/core/primitives"
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes)

/** A text column's value, for columns that hold nothing else. */
export const textOf = (value: unknown): string => (value instanceof Uint8Array ? fromBytes(value) : String(value))

/** Whether every engine takes a text for what it is: drivers replace what is not well-formed, or stop at U+0000. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Whether a key column can hold a text; one that it cannot hold is found in none. */
export const fitsKey = (text: string): boolean => hasAtMost(text, 255) && isPlain(text)
