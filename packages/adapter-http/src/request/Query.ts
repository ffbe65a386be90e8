/**
 * Query parameters, read as the URL standard reads them; the first of several wins.
 *
 * @module
 */
import type { Lookup } from "@consent-service/core/visitor/VisitorSignals"

const none: Lookup = () => null

/** A lookup over a query string without its `?`. */
export const queryLookup = (search: string): Lookup => {
  if (search === "") return none
  // The parser drops one leading question mark; it must not be one of the query's own.
  const parameters = new URLSearchParams(`?${search}`)
  return (name) => parameters.get(name)
}
