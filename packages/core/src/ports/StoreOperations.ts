/**
 * Wraps every operation of a storage port in the same way, so that no wrapper lists the operations of a port.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import type { TenantScoped } from "../tenant/Tenant.js"
import type { StoreError } from "./StoreError.js"

/** An operation with its arguments applied. */
type Operation<A, R> = Effect.Effect<A, StoreError, R>

/** Wraps an operation: with a span, a measurement, a retry. */
export type Around = <A, R>(operation: Operation<A, R>) => Operation<A, R>

/** A member of a store by its name: the tenant, an operation without arguments, or a function that returns one. */
const memberOf = (store: object, name: string): unknown => Reflect.get(store, name)

const isOperation = (member: unknown): member is Operation<unknown, unknown> => Effect.isEffect(member)

type Method = (this: object, ...values: ReadonlyArray<unknown>) => Operation<unknown, unknown>

const isMethod = (member: unknown): member is Method => typeof member === "function"

/** The names of a store's members, including those of its class. */
const namesOf = (store: object): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (let part = store; part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    for (const name of Object.getOwnPropertyNames(part)) if (name !== "constructor") names.add(name)
  }
  return Array.from(names)
}

/**
 * The store with every operation wrapped.
 *
 * @param around - called once for each operation, with its name
 *
 * @example
 * ```ts
 * import { type Around, aroundEach, ConsentStore } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 *
 * const spanned = (operation: string): Around => Effect.withSpan(`store.${operation}`)
 * const traced = Effect.map(ConsentStore, (store) => aroundEach(store, spanned))
 * ```
 */
export const aroundEach = <Store extends TenantScoped>(store: Store, around: (operation: string) => Around): Store => {
  const members = namesOf(store).map((name) => {
    const member = memberOf(store, name)
    if (isOperation(member)) return [name, around(name)(member)]
    if (!isMethod(member)) return [name, member]
    const wrap = around(name)
    return [name, (...values: ReadonlyArray<unknown>) => wrap(Reflect.apply(member, store, values))]
  })
  // Every member keeps its type: `Around` changes the type of no operation.
  return Object.fromEntries(members)
}

/** For each operation of a store, whether it is an effect or a function that returns one. */
export type OperationKinds<Store extends TenantScoped> = {
  readonly [Name in Exclude<keyof Store, "tenant">]: Store[Name] extends Effect.Effect<infer _, StoreError>
    ? "effect"
    : "function"
}

/** Runs an operation on a store that may have to be opened first. */
export type OnStore<Store> = <A, R>(name: string, operation: (store: Store) => Operation<A, R>) => Operation<A, R>

const callOn = (store: object, name: string, values: ReadonlyArray<unknown>): Operation<unknown, unknown> => {
  const member = memberOf(store, name)
  if (isMethod(member)) return Reflect.apply(member, store, values)
  return isOperation(member) ? member : Effect.dieMessage(`the store has no operation "${name}"`)
}

/**
 * A store that passes each operation on to another store, which `on` finds when the operation runs.
 *
 * @param tenant - the tenant that the store declares
 * @param kinds - names every operation of the store
 * @param on - runs an operation on the store it finds
 *
 * @example
 * ```ts
 * import { type Archive, passingOn } from "@consent-service/core/ports"
 * import type * as Context from "effect/Context"
 * import * as Effect from "effect/Effect"
 *
 * const reopened = (open: () => Context.Tag.Service<Archive>) =>
 *   passingOn<Context.Tag.Service<Archive>>("shop", { keep: "function", find: "function" }, (_, operation) =>
 *     Effect.suspend(() => operation(open())),
 *   )
 * ```
 */
export const passingOn = <Store extends TenantScoped>(
  tenant: string | null,
  kinds: OperationKinds<Store>,
  on: OnStore<Store>,
): Store => {
  const members = Object.entries<string>({ ...kinds }).map(([name, kind]) => {
    const operation = (...values: ReadonlyArray<unknown>) => on(name, (store) => callOn(store, name, values))
    return [name, kind === "effect" ? operation() : operation]
  })
  // Every member exists, because `OperationKinds` names each operation.
  return Object.fromEntries([["tenant", tenant], ...members])
}
