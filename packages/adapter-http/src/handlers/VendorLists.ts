/**
 * Vendor lists: inline in `/init`, and at the address that `/init` references.
 *
 * @module
 */
import type { VendorListReference } from "@consent-service/core/visitor"
import { parseDeclaredVendors, scopeOf, type VendorListEdition, type VendorScope } from "@consent-service/core/vendor"
import type { VendorLists } from "@consent-service/core/ports"
import { recent } from "@consent-service/core/primitives"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inUtf8, jsonType } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { immutable } from "../answer/PublicCaching.js"
import { vendorList } from "../api/VendorListGroup.js"
import type { Compression, Entity } from "../compression/Compression.js"
import type { NumberedMember } from "../init/InitBodies.js"
import { mapAtOnce } from "@consent-service/core/primitives"
import { type Call, type Handled, type Route, routeWithPath } from "../kernel/Route.js"

/** How an instance serves vendor lists. */
export interface VendorListSettings {
  readonly lists: Context.Tag.Service<VendorLists>
  /** The operator's own selection; empty for all vendors. */
  readonly vendorIds: VendorScope
  /** Whether `/init` contains the list itself, or its address. */
  readonly delivery: "inline" | "reference"
}

/** Enough to distinguish any two lists of one address. */
const editionDigits = 16

const referenceTo = (
  { digest, language, vendorListVersion }: VendorListEdition,
  scope: VendorScope | null,
): VendorListReference => {
  const vendors = scope === null ? "" : `vendors=${scope.join("%2C")}&`
  const query = `${vendors}edition=${digest.slice(0, editionDigits)}`
  return { path: `/gvl/${vendorListVersion}/${language}?${query}`, vendorListVersion, language }
}

/** Visitors choose the header, so the cache is bounded; a list has a few hundred kilobytes. */
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

const wrongVendors: Problem = {
  _tag: "InputInvalid",
  issues: [{ path: "vendors", message: "must be vendor ids joined by commas, 500 at most" }],
}

const versionPattern = /^[1-9]\d{0,8}$/

const unknownList: Problem = { _tag: "VendorListUnknown" }

/** In bytes, without their compressed forms, which are a quarter of that. */
const servedBytes = 16 * 1024 * 1024

/** The lists that are served, by request. Visitors choose those, so the cache is bounded. */
const makeEntities = (compression: Compression) => {
  const recentEntities = recent<Entity>({
    bound: servedBytes,
    weigh: (key, { bytes }) => key.length + bytes.length,
    longestKey: remembered.longestKey,
  })
  return (edition: VendorListEdition, scope: VendorScope | null, control: string): Entity =>
    recentEntities.findOrMake(`${edition.digest} ${edition.language} ${control} ${scope?.join() ?? "all"}`, () => {
      const caching = { etag: `"${edition.digest}"`, "cache-control": control, "cdn-cache-control": control }
      return compression.entity(inUtf8(edition.textFor(scope)), { caching, content: jsonType }, "quick")
    })
}

const handleVendorList = ({ lists, vendorIds }: VendorListSettings, compression: Compression) => {
  const entityOf = makeEntities(compression)
  return (
    { exchange, query }: Call,
    path: { readonly version: string; readonly language: string },
  ): Handled<never> | Problem => {
    if (!versionPattern.test(path.version)) return unknownList
    const asked = query("vendors")
    // The scope is empty where declared vendors are not configured; a header cannot express that.
    const declared = asked === "" ? [] : parseDeclaredVendors(asked)
    if (asked !== null && declared === null) return wrongVendors
    const scope = scopeOf(declared, vendorIds)
    const named = query("edition")
    return Effect.flatMap(lists.edition(Number(path.version), path.language), (edition) => {
      if (edition === null) return Effect.fail(unknownList)
      // The same version with other vendors or texts: valid for this client, but not cacheable.
      const isNamed = named === null || named === edition.digest.slice(0, editionDigits)
      const sent = compression.answer(exchange.header, entityOf(edition, scope, isNamed ? immutable : "no-store"))
      return Effect.isEffect(sent) ? sent : Effect.succeed(sent)
    })
  }
}

/** The route of `api/VendorListGroup`. */
export const vendorListRoutes = (settings: VendorListSettings, compression: Compression): ReadonlyArray<Route> => [
  routeWithPath(vendorList, handleVendorList(settings, compression)),
]
