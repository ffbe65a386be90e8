/**
 * Values from outside (storage, network, page) looked at before anything of them is believed.
 *
 * @module
 */

/** An object whose members are unchecked. */
export type Unread = Readonly<Record<string, unknown>>

/** Whether a value is an object with members, and no list. */
export const isRecord = (value: unknown): value is Unread =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value is text that says anything. */
export const isText = (value: unknown): value is string => typeof value === "string" && value !== ""

/** What is at a path of keys, such as `cause.code`; undefined where the path leads nowhere. */
export const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)

/** What a JSON text says; undefined when it is none. */
export const parseJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return undefined
  }
}

/** Names and values as a query has them, without those that have no value. */
export const toQuery = (fields: Readonly<Record<string, string | number | null | undefined>>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value || value === 0 ? `${name}=${encodeURIComponent(value)}` : []))
    .join("&")
