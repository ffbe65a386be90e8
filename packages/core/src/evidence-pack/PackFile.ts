/**
 * A file of an evidence pack.
 *
 * @module
 */

/** A file by its path in the pack. */
export interface PackFile {
  readonly path: string
  readonly bytes: Uint8Array
}

const utf8 = new TextEncoder()

/** A text as a file. */
export const textFile = (path: string, text: string): PackFile => ({ path, bytes: utf8.encode(text) })

/** A value as a file of JSON, for people to read too. */
export const jsonFile = (path: string, value: unknown): PackFile =>
  textFile(path, `${JSON.stringify(value, null, 2)}\n`)
