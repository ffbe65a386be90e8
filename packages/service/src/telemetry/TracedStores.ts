/**
 * Wraps the storage ports with a span and a measurement for each operation. They name the operation and the store,
 * never an id or a value.
 *
 * @module
 */
import {
  Archive,
  type Around,
  aroundEach,
  ConsentStore,
  DocumentStore,
  type StoreError,
  type Stores,
} from "@consent-service/core/ports"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { QueryMeasured } from "./Instruments.js"

/** An interruption is not a failure of the store. */
const failureOf = (exit: Exit.Exit<unknown, StoreError>): string | null => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return null
  return Option.match(Cause.failureOption(exit.cause), { onNone: () => "Defect", onSome: ({ _tag }) => _tag })
}

/** How telemetry names an operation. */
interface Label {
  readonly operation: string
  readonly entity: string
}

/** The operations of the consent store whose names in telemetry are older than the port. */
const olderLabels: ReadonlyMap<string, Label> = new Map([
  ["link", { operation: "link", entity: "link" }],
  ["decisions", { operation: "decisions", entity: "experiment" }],
  ["evidence", { operation: "find", entity: "evidence" }],
])

type Measured = (query: QueryMeasured) => void

const measuring =
  (measured: Measured) =>
  ({ entity, operation }: Label): Around =>
  (effect) =>
    Effect.suspend(() => {
      const startedAt = performance.now()
      return Effect.onExit(effect, (exit) =>
        Effect.sync(() =>
          measured({ operation, entity, durationMs: performance.now() - startedAt, failure: failureOf(exit) }),
        ),
      )
    })

const tracing = (measured: Measured) => {
  const measure = measuring(measured)
  return (label: Label): Around => {
    const { entity, operation } = label
    const attributes = { "db.operation": operation, "db.entity": entity }
    const span = { kind: "client", captureStackTrace: false, attributes } as const
    const around = measure(label)
    return (effect) => Effect.withSpan(around(effect), `cs.db.${operation}`, span)
  }
}

const wrapping =
  (around: (label: Label) => Around) =>
  <A, E, R>(stores: Layer.Layer<A | Stores, E, R>): Layer.Layer<A | Stores, E, R> =>
    Layer.map(stores, (inner) => {
      const of = (entity: string) => (operation: string) => around({ entity, operation })
      const ofConsents = (operation: string) => around(olderLabels.get(operation) ?? { entity: "consent", operation })
      const wrapped = Context.make(ConsentStore, aroundEach(Context.get(inner, ConsentStore), ofConsents)).pipe(
        Context.add(DocumentStore, aroundEach(Context.get(inner, DocumentStore), of("document"))),
        Context.add(Archive, aroundEach(Context.get(inner, Archive), of("manifest"))),
      )
      return Context.merge(inner, wrapped)
    })

/** Wraps every operation of the stores in a span `cs.db.<operation>`, and passes its duration and failure to `measured`. */
export const tracedStores = <A, E, R>(
  stores: Layer.Layer<A | Stores, E, R>,
  measured: Measured,
): Layer.Layer<A | Stores, E, R> => wrapping(tracing(measured))(stores)

/** Passes the duration and the failure of every operation of the stores to `measured`. */
export const measuredStores = <A, E, R>(
  stores: Layer.Layer<A | Stores, E, R>,
  measured: Measured,
): Layer.Layer<A | Stores, E, R> => wrapping(measuring(measured))(stores)
