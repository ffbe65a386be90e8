/**
 * The `gvl` option: vendor lists on the server, with the cache that processes share.
 *
 * @module
 */
import {
  gvlFields,
  type GvlOptions as LoadingOptions,
  type GvlResolved as LoadingSettings,
  gvlSettings,
  type GvlSettings,
} from "@consent-service/adapter-gvl/GvlOptions"
import { type Authored, type OptionGroup, orNull, type Resolved } from "@consent-service/core/authored"
import { officialGvlEndpoint } from "@consent-service/core/vendor"
import * as Schema from "effect/Schema"
import type { CachePort } from "../cache/ExternalCache.js"
import { CacheOption } from "./CacheOption.js"

const cacheField = {
  /**
   * Keeps fetched lists for all processes.
   *
   * @default `cache`
   */
  cache: orNull(CacheOption),
}

/** Loads IAB vendor lists on the server. */
export interface GvlOptions extends LoadingOptions, Authored<typeof cacheField>, OptionGroup {}

/** {@link GvlOptions} with defaults; `endpoint` and `cache` are null where they default to other options. */
export interface GvlResolved extends LoadingSettings, Resolved<typeof cacheField> {}

export const GvlOptions: Schema.Schema<GvlResolved, GvlOptions> = Schema.Struct({ ...gvlFields, ...cacheField })

/** The options that decide the source of vendor lists. */
interface ListSources {
  readonly gvl: GvlResolved | null
  readonly cache: CachePort | null
  readonly manifest: { readonly iab?: { readonly endpoint?: string | undefined } | undefined }
}

/** Fills in the defaults that depend on other options; null where no lists are loaded. */
export const listSettings = ({ cache, gvl, manifest }: ListSources): GvlSettings<CachePort> | null => {
  if (gvl === null) return null
  const { cache: own, ...options } = gvl
  return gvlSettings(options, manifest.iab?.endpoint ?? officialGvlEndpoint, own ?? cache)
}
