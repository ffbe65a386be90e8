/**
 * The port that finds a Global Vendor List for a visitor, or its absence.
 *
 * Operations never fail: an unavailable list is null, and `/init` answers without it. An implementation may get lists from
 * anywhere, but `VendorList` has validated what it returns, and no list is wider than the operator configured.
 *
 * @module
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { VendorListEdition } from "../vendor/VendorListEdition.js"

/**
 * Finds a visitor's Global Vendor List.
 *
 * @example
 * ```ts
 * import { VendorLists } from "@consent-service/core/ports"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const none = Layer.succeed(VendorLists, { find: () => Effect.succeed(null), edition: () => Effect.succeed(null) })
 * ```
 */
export class VendorLists extends Context.Tag("@consent-service/core/ports/VendorLists")<
  VendorLists,
  {
    /**
     * The list in the visitor's best language, else the default one.
     *
     * Where that list is known the effect is an `Effect.succeed`, whatever is being fetched meanwhile: a caller may ask
     * `Exit.isExit` and need no fiber. Else it waits for a first fetch, for a configured time at most.
     *
     * @param acceptLanguage - the raw header, or one language; the empty string when absent
     */
    readonly find: (acceptLanguage: string) => Effect.Effect<VendorListEdition | null>

    /**
     * One edition by its name, for an address that always returns the same list: the current ones and the last few before
     * them that are still available.
     *
     * @param language - as in the edition, compared exactly
     */
    readonly edition: (version: number, language: string) => Effect.Effect<VendorListEdition | null>
  }
>() {}
