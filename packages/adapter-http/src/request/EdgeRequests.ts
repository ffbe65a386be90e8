/**
 * Requests that an edge forwards: how it authenticates, and what it reports about the original request.
 *
 * @module
 */
import { compileKeys } from "./ApiKeys.js"
import type { Lookup, RequestPlace } from "./Target.js"

/**
 * The headers in which an edge sends its key, the visitor's address, which is never masked there, and the URL that
 * the visitor requested, without its query.
 */
export const edgeHeaders = { key: "x-cs-edge-key", address: "x-cs-edge-address", url: "x-cs-edge-url" } as const

/** Reads the headers of edges. */
export interface EdgeRequests {
  /** Whether a request has the key of an edge. */
  readonly isForwarded: (header: Lookup) => boolean
  /** Whether a request has a key that belongs to no edge. */
  readonly hasUnknownKey: (header: Lookup) => boolean
}

/** Compiles the keys of an instance's edges. */
export const compileEdges = (keys: ReadonlyArray<string>): EdgeRequests => {
  const isKey = compileKeys(keys)
  const keyOf = (header: Lookup): string | null => header(edgeHeaders.key)
  return {
    isForwarded: (header) => {
      const key = keyOf(header)
      return key !== null && isKey(key)
    },
    hasUnknownKey: (header) => {
      const key = keyOf(header)
      return key !== null && !isKey(key)
    },
  }
}

/** The URL of a request, as the edge reports it. */
export const edgeUrl = ({ host, mount, path, scheme }: RequestPlace): string =>
  `${scheme}://${host ?? ""}${mount}${path}`

const edgeUrlForm = /^(https?):\/\/([^/?#]*)(\/[^?#]*)$/

/** Where an edge received a request; null where it does not report it. */
export const edgePlace = (header: Lookup): RequestPlace | null => {
  const [, scheme, host = "", path = ""] = edgeUrlForm.exec(header(edgeHeaders.url) ?? "") ?? []
  return scheme === undefined ? null : { scheme: scheme === "https" ? "https" : "http", host, path, mount: "" }
}
