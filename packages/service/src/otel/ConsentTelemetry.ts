/**
 * Traces and metrics through OpenTelemetry as a layer, for compositions by hand.
 *
 * @module
 */
import type { Stores } from "@consent-service/adapter-sql/SqlStores"
import { Archive, ConsentStore, currentObserver, DocumentStore, Observer } from "@consent-service/core/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import { decodeGroup } from "../configuration/DecodeOptions.js"
import { inTurn } from "../logging/Log.js"
import { TelemetryOptions } from "../options/TelemetryOptions.js"
import { makeTelemetry } from "../telemetry/Telemetry.js"
import { openTelemetry } from "./OpenTelemetry.js"

const decode = decodeGroup(TelemetryOptions)

/**
 * Adds a span and a measurement to each operation of the stores in context, counts what the `Observer` in context is
 * receives, and sets Effect's tracer. Nothing in it is about a visitor. With `tracing: true`, `ConsentHttp.layer` makes a
 * span of each request, too.
 *
 * @param options - those of `telemetry`; a tracer or meter that is left out is the global provider's
 * @returns a layer that fails with every invalid option
 *
 * @example
 * ```ts
 * import { ConsentHttp, SqlStores } from "consent-service/effect"
 * import { ConsentTelemetry } from "consent-service/otel"
 * import * as Layer from "effect/Layer"
 *
 * const http = ConsentHttp.layer({ tracing: true }).pipe(
 *   Layer.provide(ConsentTelemetry.layer({ defaultAttributes: { region: "eu" } })),
 *   Layer.provide(SqlStores.layerFromUrl("postgres://user:password@host/consents")),
 * )
 * ```
 */
export const layer = (
  options: Omit<TelemetryOptions, "enabled" | "openTelemetry"> = {},
): Layer.Layer<Observer | Stores, ConsentConfigurationError, Stores> =>
  Layer.unwrapEffect(
    Effect.gen(function* () {
      const settings = yield* decode({ ...options, enabled: true, openTelemetry })
      const observe = yield* currentObserver
      const stores = Context.pick(ConsentStore, DocumentStore, Archive)(yield* Effect.context<Stores>())
      const telemetry = makeTelemetry(settings, () => {})
      const given = Layer.succeedContext(stores)
      return Layer.mergeAll(
        telemetry?.traced(given) ?? given,
        Observer.layer(inTurn(observe, telemetry?.observe)),
        telemetry?.tracer ?? Layer.empty,
      )
    }),
  )
