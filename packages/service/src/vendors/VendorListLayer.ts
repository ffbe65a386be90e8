/**
 * The vendor lists of an instance, fetched with the platform's own client.
 *
 * @module
 */
import type { GvlSettings } from "@consent-service/adapter-gvl/GvlOptions"
import type { VendorLists } from "@consent-service/core/ports"
import * as GvlVendorLists from "@consent-service/adapter-gvl/GvlVendorLists"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { CachePort } from "../cache/ExternalCache.js"

/** Nothing is fetched before the first request for a list. */
export const layer = (settings: GvlSettings<CachePort>): Layer.Layer<VendorLists> =>
  GvlVendorLists.layer(settings).pipe(
    Layer.provide(FetchHttpClient.layer),
    // Bundled lists are validated with the options; an invalid one stops the start.
    Layer.orDie,
  )
