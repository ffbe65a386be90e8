/**
 * Whether the client has an answer already (RFC 9110 section 13.1.2, contract decision 14).
 *
 * @module
 */

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Whether an `If-None-Match` value names the entity tag: a list, weak tags and `*` included. */
export const matchesEntityTag = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag)))
