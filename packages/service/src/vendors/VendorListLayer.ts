/**
 * The vendor lists of an instance, fetched with the platform's own client.
 *
 * @module
 */
import type { GvlEvent } from "@consent-service/adapter-gvl/GvlEvent"
import type { GvlSettings } from "@consent-service/adapter-gvl/GvlOptions"
import * as GvlVendorLists from "@consent-service/adapter-gvl/GvlVendorLists"
import type { Observation } from "@consent-service/core/observation/Observation"
import type { VendorLists } from "@consent-service/core/ports/VendorLists"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Layer from "effect/Layer"
import type { CachePort } from "../cache/ExternalCache.js"

const toObservation = (event: GvlEvent): Observation => {
  switch (event._tag) {
    case "Loaded": {
      const { from, language, tookMs: durationMs, vendors, version } = event
      return { _tag: "VendorListLoaded", language, from, version, vendors, durationMs }
    }
    case "Failed": {
      const { language, message: failure, reason, retryInMs, serving, tookMs: durationMs } = event
      return { _tag: "VendorListFailed", language, reason, failure, durationMs, retryInMs, serving }
    }
    case "Dropped":
      return { _tag: "VendorListDropped", language: event.language, because: event.because }
    case "CacheFailed":
      return { _tag: "VendorListCacheFailed", operation: event.operation, failure: event.message }
  }
}

/** Nothing is fetched before somebody asks for a list. */
export const layer = (
  settings: GvlSettings<CachePort>,
  observe: (observation: Observation) => void,
): Layer.Layer<VendorLists> =>
  GvlVendorLists.layer(settings, { onEvent: (event) => observe(toObservation(event)) }).pipe(
    Layer.provide(FetchHttpClient.layer),
    // Bundled lists are judged with the options; one that is none stops the start.
    Layer.orDie,
  )
