/**
 * The `stores` option: a layer of custom stores, instead of a database.
 *
 * @module
 */
import { foreign } from "@consent-service/core/authored"
import type { Stores } from "@consent-service/core/ports"
import * as Layer from "effect/Layer"

/** A layer that supplies every storage port, for the `Tenant` in context. */
export type StoresLayer = Layer.Layer<Stores, unknown>

/** The schema of the option. */
export const StoresOption = foreign<StoresLayer>(
  Layer.isLayer,
  "must be a layer of the ports ConsentStore, DocumentStore and Archive",
)
