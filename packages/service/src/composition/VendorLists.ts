/**
 * IAB vendor lists as a layer, for compositions by hand.
 *
 * @module
 */
import { Cache, type VendorLists } from "@consent-service/core/ports"
import { officialGvlEndpoint } from "@consent-service/core/vendor"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { decodeGroup } from "../configuration/DecodeOptions.js"
import { GvlOptions } from "../options/GvlOptions.js"
import * as VendorListLayer from "../vendors/VendorListLayer.js"

const decode = decodeGroup(GvlOptions)

/**
 * Loads vendor lists with the platform's `fetch`. Nothing is fetched before the first request for a list.
 *
 * `ConsentHttp.layer` serves them as its own option `gvl` specifies.
 *
 * @param options - those of `gvl`; `endpoint` is the official list by default, `cache` the `Cache` in context, if any
 * @returns a layer that fails with every invalid option
 *
 * @example
 * ```ts
 * import { ConsentHttp, VendorLists } from "consent-service/effect"
 * import * as Layer from "effect/Layer"
 *
 * const http = ConsentHttp.layer({ gvl: { vendorIds: [], delivery: "reference" } }).pipe(
 *   Layer.provide(VendorLists.layer({ ttlMs: 3_600_000 })),
 * )
 * ```
 */
export const layer = (options: Omit<GvlOptions, "enabled"> = {}): Layer.Layer<VendorLists, ConsentConfigurationError> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const { cache, enabled: _, endpoint, ...settings } = yield* decode(options)
      const inContext = Option.getOrNull(yield* Effect.serviceOption(Cache))
      return VendorListLayer.layer({
        ...settings,
        endpoint: endpoint ?? officialGvlEndpoint,
        cache: cache ?? inContext,
      })
    }),
  )
