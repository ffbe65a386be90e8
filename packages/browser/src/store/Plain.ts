/**
 * Helpers to check values from outside: storage, network, page.
 *
 * @module
 */

/** An object whose members are unchecked. */
export type Unread = Readonly<Record<string, unknown>>

/** Whether a value is an object and not an array. */
export const isRecord = (value: unknown): value is Unread =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value is a nonempty string. */
export const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

/** The value at a path of keys, such as `cause.code`; undefined where there is none. */
export const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)

/** The value of JSON text; null for no text, undefined when it is invalid. */
export const parseJson = (text: string | null): unknown => {
  try {
    // A new visitor has no text, and an exception costs as much as everything else that is read when a page starts.
    return JSON.parse(text ?? "null")
  } catch {
    return undefined
  }
}

/** Names and values as a query, without empty values. */
export const toQuery = (fields: Readonly<Record<string, string | number | null | undefined>>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value || value === 0 ? `${name}=${encodeURIComponent(value)}` : []))
    .join("&")
