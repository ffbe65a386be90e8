/**
 * A route of the service as this package calls it.
 *
 * @module
 */
import type { ServiceCode } from "../answer/ErrorCode.js"
import type { Read, Received } from "../answer/Received.js"

export interface Route<Data, Code extends ServiceCode> {
  readonly method: "GET" | "POST" | "PATCH" | "PUT"
  /** As the service declares it: `/subjects/:id`. */
  readonly path: string
  readonly needsKey: boolean
  /** The codes that the service documents for it. */
  readonly codes: ReadonlyArray<Code>
  /** The statuses that are no failure. */
  readonly statuses: ReadonlyArray<number>
  readonly read: (received: Received) => Read<Data>
}

/** What is sent to a route. */
export interface Sent {
  /** For the `:name` parts of the path, not yet encoded. */
  readonly params?: Readonly<Record<string, string>>
  /** Those that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Written as JSON. */
  readonly body?: unknown
}

/** The address of a request: the route's path filled in, below the base. */
export const urlOf = (baseUrl: string, path: string, { params = {}, query = {} }: Sent): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return `${baseUrl}${filled.slice(1)}${search === "" ? "" : `?${search}`}`
}
