/**
 * The storage ports of a layer that is built on first use.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { deferLayer } from "../concurrency/DeferredLayer.js"
import { Tenant, tenantOfAll, type TenantScoped } from "../tenant/Tenant.js"
import { Archive } from "./Archive.js"
import { ConsentStore } from "./ConsentStore.js"
import { DocumentStore } from "./DocumentStore.js"
import { type StoreError, StoreUnreachable } from "./StoreError.js"
import { type OnStore, type OperationKinds, passingOn } from "./StoreOperations.js"

/** All storage ports: a layer that replaces the database must supply them. */
export type Stores = ConsentStore | DocumentStore | Archive

const consentStore: OperationKinds<ConsentStore["Type"]> = {
  append: "function",
  link: "function",
  history: "function",
  linkedHistories: "function",
  linkedActs: "function",
  decisions: "function",
  evidence: "function",
  ping: "effect",
}
const documentStore: OperationKinds<DocumentStore["Type"]> = { publish: "function", versions: "function" }
const archive: OperationKinds<Archive["Type"]> = { keep: "function", find: "function" }

/** Stores that are built on first use. */
export interface LazyStores<A, E> {
  readonly stores: Context.Context<Stores>
  /** Defers another store of the layer in the same way. */
  readonly lazily: <Id extends A, Store extends TenantScoped>(
    tag: Context.Tag<Id, Store>,
    kinds: OperationKinds<Store>,
  ) => Store
  /** Builds them, unless they are already built. */
  readonly opened: Effect.Effect<Context.Context<A | Stores>, E>
}

/**
 * Defers stores: the first operation builds the layer, and after a failure the next one builds it again. A failure fails
 * the operation with `StoreUnreachable`, whose cause it is.
 *
 * The layer is built for the `Tenant` in context. Stores that turn out to be another tenant's never run an operation.
 *
 * @param whenClosed - the error of operations after the scope has closed
 * @throws a defect, `TenantMismatch`, from every operation on stores of another tenant
 *
 * @example
 * ```ts
 * import { lazyStores, type Stores } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const lazily = (stores: Layer.Layer<Stores, Error>) =>
 *   Layer.scopedContext(Effect.map(lazyStores(stores, new Error("closed")), (lazy) => lazy.stores))
 * ```
 */
export const lazyStores = <A, E, E2>(
  layer: Layer.Layer<A | Stores, E>,
  whenClosed: E2,
): Effect.Effect<LazyStores<A, E | E2>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const tenant = yield* Tenant
    const ofTenant = Layer.tap(layer, (built) =>
      tenantOfAll({
        ConsentStore: Context.get(built, ConsentStore),
        DocumentStore: Context.get(built, DocumentStore),
        Archive: Context.get(built, Archive),
      }),
    )
    const { close, current, get } = deferLayer(Layer.provide(ofTenant, Tenant.layer(tenant)), whenClosed)
    yield* Effect.addFinalizer(() => close)
    const on =
      <Id extends A | Stores, Store extends object>(tag: Context.Tag<Id, Store>): OnStore<Store> =>
      (operation, use) => {
        const open = current()
        if (open !== null) return use(Context.get(open, tag))
        return Effect.matchEffect(get, {
          onFailure: (cause): Effect.Effect<never, StoreError> => new StoreUnreachable({ operation, cause }),
          onSuccess: (context) => use(Context.get(context, tag)),
        })
      }
    const lazily = <Id extends A | Stores, Store extends TenantScoped>(
      tag: Context.Tag<Id, Store>,
      kinds: OperationKinds<Store>,
    ): Store => passingOn(tenant, kinds, on(tag))
    const stores = Context.make(ConsentStore, lazily(ConsentStore, consentStore)).pipe(
      Context.add(DocumentStore, lazily(DocumentStore, documentStore)),
      Context.add(Archive, lazily(Archive, archive)),
    )
    return { stores, lazily, opened: get }
  })
