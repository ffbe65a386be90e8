/**
 * Requests for uncompressed answers, for hosts that damage compressed ones.
 *
 * @module
 */

/** The request, naming no encoding. */
export const unencoded = (request: Request): Request => {
  if (!request.headers.has("accept-encoding")) return request
  const headers = new Headers(request.headers)
  headers.delete("accept-encoding")
  return new Request(request, { headers })
}
