/**
 * The addresses behind a host's name, by Node's own resolver.
 *
 * What a name stands for may change between this look-up and the connection that follows: a name server that answers
 * differently a moment later is not found out. Where there is no `node:dns` (Workers), names are not looked up; such
 * platforms reach no private network either.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Gives all addresses of a name, none when it has none, or null where names cannot be looked up. */
export type HostLookup = (name: string) => Effect.Effect<ReadonlyArray<string> | null>

/** Asked for at run time: an import of `node:dns` would keep the service from Workers and browsers. */
const dns = globalThis.process?.getBuiltinModule?.("node:dns/promises")

/** Looks names up as Node's connections do. */
export const systemHostLookup: HostLookup = (name) =>
  dns === undefined
    ? Effect.succeed(null)
    : Effect.tryPromise(() => dns.lookup(name, { all: true })).pipe(
        Effect.map((found) => found.map(({ address }) => address)),
        Effect.orElseSucceed(() => []),
      )
