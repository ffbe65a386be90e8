/**
 * The log of an instance as a layer, for compositions by hand.
 *
 * @module
 */
import { Observer } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { decodeGroup } from "../configuration/DecodeOptions.js"
import { makeLog } from "../logging/Log.js"
import { ObservabilityOptions } from "../options/ObservabilityOptions.js"

const decode = decodeGroup(ObservabilityOptions)

/**
 * Logs what happens as one JSON line each on the console, or gives it to `drain`. Every event is redacted: no address,
 * account, subject id, token or key is in it.
 *
 * Without this layer, compositions log through Effect's loggers, redacted as well.
 *
 * @param options - those of `observability`; templates in `include` and `exclude` are not compared with the routes
 * @returns a layer that fails with every wrong option
 *
 * @example
 * ```ts
 * import { ConsentLog } from "consent-service/effect"
 *
 * const log = ConsentLog.layer({ level: "info", drain: (event) => console.log(event.event) })
 * ```
 */
export const layer = (options: ObservabilityOptions = {}): Layer.Layer<Observer, ConsentConfigurationError> =>
  Layer.effect(
    Observer,
    Effect.map(decode(options), (settings) => makeLog(settings).observe),
  )
