/** Text as the drivers hand it out. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Bytes as the UTF-8 they are: MySQL hands out the identifiers of `varbinary` columns so. */
export const fromBytes = (bytes: Uint8Array): string => decoder.decode(bytes)

/** A text column's value, for columns that hold nothing else. */
export const textOf = (value: unknown): string => (value instanceof Uint8Array ? fromBytes(value) : String(value))
