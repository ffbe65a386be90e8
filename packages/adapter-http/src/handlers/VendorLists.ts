/**
 * Vendor lists: as a member of `/init`, and by the address that `/init` refers to.
 *
 * @module
 */
import type { VendorListReference } from "@consent-service/core/visitor"
import { parseDeclaredVendors, scopeOf, type VendorListEdition, type VendorScope } from "@consent-service/core/vendor"
import type { VendorLists } from "@consent-service/core/ports"
import { recent } from "@consent-service/core/primitives"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inUtf8, jsonType, matchesEntityTag, notModified, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { vendorList } from "../api/VendorListGroup.js"
import type { NumberedMember } from "../init/InitBodies.js"
import { mapAtOnce } from "../kernel/AtOnce.js"
import { type Call, type Handled, type Route, routeWithPath } from "../kernel/Route.js"

/** How an instance serves vendor lists. */
export interface VendorListSettings {
  readonly lists: Context.Tag.Service<VendorLists>
  /** The operator's own selection; empty for all vendors. */
  readonly vendorIds: VendorScope
  /** Whether `/init` has the list itself, or where it is. */
  readonly delivery: "inline" | "reference"
}

/** Enough to distinguish any two lists that one address may ever have had. */
const editionDigits = 16

const referenceTo = (
  { digest, language, vendorListVersion }: VendorListEdition,
  scope: VendorScope | null,
): VendorListReference => {
  const vendors = scope === null ? "" : `vendors=${scope.join("%2C")}&`
  const query = `${vendors}edition=${digest.slice(0, editionDigits)}`
  return { path: `/gvl/${vendorListVersion}/${language}?${query}`, vendorListVersion, language }
}

/** Visitors choose the header, so what is kept of it has a bound; a list has some hundred kilobytes at most. */
const remembered = { bound: 32, longestKey: 4096 }

/**
 * The vendor list's member of an `/init` body; synchronous where the list is known.
 *
 * @param acceptLanguage - the raw header
 */
export const vendorListMember = ({ delivery, lists, vendorIds }: VendorListSettings) => {
  // All pages of a site declare the same vendors.
  const recentMembers = recent<NumberedMember>(remembered)
  let members = 0
  const write = (edition: VendorListEdition | null, scope: VendorScope | null): string => {
    if (delivery === "inline") return `,"gvl":${edition === null ? "null" : edition.textFor(scope)}`
    return `,"gvlReference":${edition === null ? "null" : JSON.stringify(referenceTo(edition, scope))}`
  }
  return (call: Call, acceptLanguage: string): Effect.Effect<NumberedMember> => {
    const header = call.exchange.header("x-cs-vendors")
    return mapAtOnce(lists.find(acceptLanguage), (edition) =>
      recentMembers.findOrMake(
        `${edition?.digest} ${edition?.language} ${header === null ? "" : `=${header}`}`,
        () => ({
          number: (members += 1),
          bytes: inUtf8(write(edition, scopeOf(parseDeclaredVendors(header), vendorIds))),
        }),
      ),
    )
  }
}

const year = 365 * 86_400

const caching = `public, max-age=${year}, immutable`

const wrongVendors: Problem = {
  _tag: "InputInvalid",
  issues: [{ path: "vendors", message: "must be vendor ids joined by commas, 500 at most" }],
}

const versionPattern = /^[1-9]\d{0,8}$/

const unknownList: Problem = { _tag: "VendorListUnknown" }

const handleVendorList =
  ({ lists, vendorIds }: VendorListSettings) =>
  (
    { exchange, query }: Call,
    path: { readonly version: string; readonly language: string },
  ): Handled<never> | Problem => {
    if (!versionPattern.test(path.version)) return unknownList
    const asked = query("vendors")
    // What is declared and not configured leaves an empty scope, which a header cannot say.
    const declared = asked === "" ? [] : parseDeclaredVendors(asked)
    if (asked !== null && declared === null) return wrongVendors
    const scope = scopeOf(declared, vendorIds)
    const named = query("edition")
    return Effect.flatMap(lists.edition(Number(path.version), path.language), (edition) => {
      if (edition === null) return Effect.fail(unknownList)
      // The same version with other vendors or texts: valid for this client, but not cacheable.
      const isNamed = named === null || named === edition.digest.slice(0, editionDigits)
      const control = isNamed ? caching : "no-store"
      const headers = { etag: `"${edition.digest}"`, "cache-control": control, "cdn-cache-control": control }
      const unchanged = matchesEntityTag(exchange.header("if-none-match"), headers.etag)
      return Effect.succeed(
        unchanged ? notModified(headers) : prepared(edition.textFor(scope), { ...jsonType, ...headers }),
      )
    })
  }

/** The route of `api/VendorListGroup`. */
export const vendorListRoutes = (settings: VendorListSettings): ReadonlyArray<Route> => [
  routeWithPath(vendorList, handleVendorList(settings)),
]
