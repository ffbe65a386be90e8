/**
 * The vendors of a list that a page requests with `x-cs-vendors`. A request can only narrow what the operator
 * configured.
 *
 * @module
 */

/** As many different vendors as a page may declare; more, and the declaration counts as absent. */
export const maxDeclaredVendors = 500

const digits = /^[0-9]+$/

/** Vendor ids, ascending, each once. */
export type VendorScope = ReadonlyArray<number>

const ascending = (ids: Iterable<number>): VendorScope => Array.from(ids).sort((left, right) => left - right)

/** Spaces and tabs around an element are no part of it (RFC 9110, 5.6.1). */
const vendorId = (element: string): number | null => {
  const text = element.trim()
  if (!digits.test(text)) return null
  const id = Number(text)
  return id >= 1 && id <= Number.MAX_SAFE_INTEGER ? id : null
}

/**
 * Reads `x-cs-vendors`: decimal ids joined by commas.
 *
 * @param header - null when absent
 * @returns the ids, or null when the header is absent or any part of it is unusable: it counts only as a whole
 *
 * @example
 * ```ts
 * import { parseDeclaredVendors } from "@consent-service/core/vendor"
 *
 * parseDeclaredVendors("755, 25,25") // [25, 755]
 * parseDeclaredVendors("25,all") // null
 * ```
 */
export const parseDeclaredVendors = (header: string | null): VendorScope | null => {
  if (header === null) return null
  const ids = new Set<number>()
  for (const element of header.split(",")) {
    const id = vendorId(element)
    if (id === null || (ids.add(id), ids.size > maxDeclaredVendors)) return null
  }
  return ascending(ids)
}

/**
 * What to take of a list: the declared vendors, as far as they are configured.
 *
 * @param declared - null when the page declares none
 * @param configured - the operator's own selection; empty for all vendors
 * @returns null for a list as wide as it is kept, which is the configured width for one that was fetched
 *
 * @example
 * ```ts
 * import { scopeOf } from "@consent-service/core/vendor"
 *
 * scopeOf([25, 755], [755, 793]) // [755]
 * scopeOf(null, [755, 793]) // null
 * ```
 */
export const scopeOf = (declared: VendorScope | null, configured: VendorScope): VendorScope | null => {
  if (declared === null || configured.length === 0) return declared
  const allowed = new Set(configured)
  return declared.filter((id) => allowed.has(id))
}
