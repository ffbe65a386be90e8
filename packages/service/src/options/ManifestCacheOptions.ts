/**
 * The `manifestCache` option: how long shared caches may keep the manifest.
 *
 * @module
 */
import { defaultManifestCache } from "@consent-service/adapter-http/answer"
import {
  type Authored,
  type OptionGroup,
  type Resolved,
  resolving,
  unjudged,
  withDefault,
} from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

/** Whole seconds for a cache header. An invalid duration gets the default instead of an error. */
const seconds = (byDefault: number) =>
  withDefault(
    resolving(unjudged<number>(), (value) => (Number.isFinite(value) && value >= 0 ? Math.floor(value) : byDefault)),
    byDefault,
  )

const fields = {
  /**
   * How long shared caches may keep the manifest, in seconds.
   *
   * @default `300`
   */
  sMaxAge: seconds(defaultManifestCache.sMaxAge),
  /**
   * How long they may serve an outdated one while they fetch another, in seconds.
   *
   * @default `86400`
   */
  staleWhileRevalidate: seconds(defaultManifestCache.staleWhileRevalidate),
}

/** How long shared caches may keep the manifest. */
export interface ManifestCacheOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link ManifestCacheOptions} with defaults. */
export interface ManifestCacheSettings extends Resolved<typeof fields> {}

export const ManifestCacheOptions: Schema.Schema<ManifestCacheSettings, ManifestCacheOptions> = Schema.Struct(fields)
