/**
 * A route of the service, as used by this package.
 *
 * @module
 */
import type { ServiceCode } from "../answer/ErrorCode.js"
import type { Read, Received } from "../answer/Received.js"

export interface Route<Data, Code extends ServiceCode> {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  /** The declared path: `/subjects/:id`. */
  readonly path: string
  readonly needsKey: boolean
  /** The codes that the service documents for it. */
  readonly codes: ReadonlyArray<Code>
  /** The statuses of success. */
  readonly statuses: ReadonlyArray<number>
  /** Whether its answer is bytes, and not text. */
  readonly isBinary?: boolean
  readonly read: (received: Received) => Read<Data>
}

/** The parts of a request to a route. */
export interface Sent {
  /** For the `:name` parts of the path, not yet encoded. */
  readonly params?: Readonly<Record<string, string>>
  /** Undefined ones are omitted. */
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** Written as JSON. */
  readonly body?: unknown
}

/** The address of a request: the base plus the route's path with its parameters. */
export const urlOf = (baseUrl: string, path: string, { params = {}, query = {} }: Sent): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const search = new URLSearchParams(given).toString()
  return `${baseUrl}${filled.slice(1)}${search === "" ? "" : `?${search}`}`
}
