/**
 * Reads JSON that nothing vouches for. Verifiers run in browsers, where no schema library is loaded.
 *
 * @module
 */

import type { Json } from "../digest/CanonicalJson.js"

/** An object whose members are not known. */
export type UnknownObject = Readonly<Record<string, unknown>>

/** Whether a value is an object, and no list. */
export const isObject = (value: unknown): value is UnknownObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value is a list of texts. */
export const areTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

/** What a text says as JSON; null where it is none. */
export const parsedJson = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
