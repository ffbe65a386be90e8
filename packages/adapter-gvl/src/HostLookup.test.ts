import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { systemHostLookup } from "./HostLookup.js"

it.effect("this machine's name has addresses of this machine", () =>
  Effect.map(systemHostLookup("localhost"), (addresses) => {
    assert.isNotEmpty(addresses)
    for (const address of addresses ?? []) assert.include(["127.0.0.1", "::1"], address)
  }),
)

it.effect("a name that there is not has none", () =>
  Effect.map(systemHostLookup("no.such.name.invalid"), (addresses) => assert.deepStrictEqual(addresses, [])),
)
