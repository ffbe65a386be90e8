/**
 * The `gvl` option: vendor lists on the server, with the cache that processes share.
 *
 * @module
 */
import {
  gvlFields,
  type GvlOptions as LoadingOptions,
  type GvlResolved as LoadingSettings,
} from "@consent-service/adapter-gvl/GvlOptions"
import { type Authored, type OptionGroup, orNull, type Resolved } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
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
