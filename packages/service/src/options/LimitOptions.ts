/**
 * The `limits` option: bounds on the work an instance accepts concurrently.
 *
 * @module
 */
import { admissionDefaults } from "@consent-service/adapter-http/limit"
import { defaultMaxBodyBytes } from "@consent-service/adapter-http/request"
import { type Authored, type OptionGroup, type Resolved, whole, withDefault } from "@consent-service/core/authored"
import { defaultMaxActsPerSubject } from "@consent-service/core/consent"
import * as Schema from "effect/Schema"

const fields = {
  /**
   * The largest request body, in bytes.
   *
   * @default `65536`
   */
  maxBodyBytes: withDefault(whole("bytes", 1, 16 * 1024 * 1024), defaultMaxBodyBytes),
  /**
   * How many saves the database handles concurrently.
   *
   * @default `512`
   */
  maxConcurrentSaves: withDefault(whole("saves", 1, 65_536), admissionDefaults.maxConcurrent),
  /**
   * How many saves wait for their turn; those beyond are answered 503.
   *
   * @default `1024`
   */
  maxQueuedSaves: withDefault(whole("saves", 0, 1_048_576), admissionDefaults.maxQueued),
  /**
   * How many acts one subject may have on record, in 1 MiB at most; a save beyond is answered 429 for a day. With an API
   * key, and for reads, ten times both.
   *
   * @default `1000`
   */
  maxActsPerSubject: withDefault(whole("acts", 1, 10_000), defaultMaxActsPerSubject),
}

/** Bounds on the work an instance accepts concurrently. */
export interface LimitOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link LimitOptions} with defaults. */
export interface LimitSettings extends Resolved<typeof fields> {}

export const LimitOptions: Schema.Schema<LimitSettings, LimitOptions> = Schema.Struct(fields)
