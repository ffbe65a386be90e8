/**
 * Erases what is on record about a person.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Erasures, type ErasurePlan, type LegalHold, type StoredErasure } from "../ports/Erasures.js"
import type { StoreError } from "../ports/StoreError.js"
import { planErasure, type tracePart } from "./PlanErasure.js"

/** Whose records are meant: one subject's, or those of all subjects with a verified link to an account. */
export type Person = { readonly subjectId: string } | { readonly externalId: string }

/** What is asked for. */
export interface ErasureRequest {
  readonly person: Person
  readonly reason: string
  /** Only this part is dropped; null for everything. */
  readonly part: typeof tracePart | null
  /** Names the request; the same name answers the same erasure. Not an id of a person. */
  readonly requestId: string
  /** Returns a new salt at each call. */
  readonly salts: () => string
}

/** The outcome of a request. */
export type EraseOutcome = Data.TaggedEnum<{
  /** It was made, now or by the same request before. */
  Erased: { readonly erasure: StoredErasure }
  /** A hold covers some of it: nothing was changed. */
  Held: { readonly hold: LegalHold }
  /** Some of its entries still wait for the tree: nothing was changed. Ask again in a second. */
  StillQueued: {}
  /** Nothing is on record. */
  NothingThere: {}
}>

export const EraseOutcome = Data.taggedEnum<EraseOutcome>()

/**
 * The subjects of a person, in the order of their ids.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { subjectsOfPerson } from "@consent-service/core/erasure"
 *
 * const subjects = subjectsOfPerson({ externalId: "user-1" })
 * ```
 */
export const subjectsOfPerson = (person: Person): Effect.Effect<ReadonlyArray<string>, StoreError, Erasures> =>
  "subjectId" in person
    ? Effect.succeed([person.subjectId])
    : Effect.flatMap(Erasures, ({ subjectsOf }) => subjectsOf(person.externalId))

const taskOf = ({ reason, requestId: id, salts }: ErasureRequest, at: number) => ({ id, at, reason, salts })

/**
 * What a request would erase, or why it would not. Nothing is changed.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { type ErasureRequest, previewErasure } from "@consent-service/core/erasure"
 *
 * const preview = (request: ErasureRequest) => previewErasure(request)
 * ```
 */
export const previewErasure = (request: ErasureRequest): Effect.Effect<EraseOutcome, StoreError, Erasures> =>
  Effect.gen(function* () {
    const erasures = yield* Erasures
    const found = yield* erasures.footprint(yield* subjectsOfPerson(request.person))
    const decision = planErasure(taskOf(request, yield* Clock.currentTimeMillis), request.part, found)
    return decision._tag === "Erase" ? EraseOutcome.Erased({ erasure: decision.plan.erasure }) : decision
  })

/**
 * Erases what is on record about a person: in one atomic step, with an entry in the log that names the positions of what
 * was erased, and never whose they were.
 *
 * @returns fails with `StoreError` when the store does
 * @example
 * ```ts
 * import { EraseOutcome, erasePerson } from "@consent-service/core/erasure"
 * import * as Effect from "effect/Effect"
 *
 * const erased = (subjectId: string, salts: () => string) => {
 *   const request = { person: { subjectId }, reason: "art. 17", part: null, requestId: "ticket-17", salts }
 *   return Effect.map(erasePerson(request), EraseOutcome.$is("Erased"))
 * }
 * ```
 */
export const erasePerson = (request: ErasureRequest): Effect.Effect<EraseOutcome, StoreError, Erasures> =>
  Effect.gen(function* () {
    const { erase, erasure } = yield* Erasures
    const before = yield* erasure(request.requestId)
    if (Option.isSome(before)) return EraseOutcome.Erased({ erasure: before.value })
    const subjects = yield* subjectsOfPerson(request.person)
    const now = yield* Clock.currentTimeMillis
    const decision = yield* erase(subjects, (found) => planErasure(taskOf(request, now), request.part, found))
    if (decision._tag === "Erase") return erasedBy(decision.plan)
    // The same request may have been made meanwhile.
    const meanwhile = decision._tag === "NothingThere" ? yield* erasure(request.requestId) : Option.none()
    return Option.match(meanwhile, {
      onNone: () => decision,
      onSome: (made) => EraseOutcome.Erased({ erasure: made }),
    })
  })

const erasedBy = ({ erasure }: ErasurePlan): EraseOutcome => EraseOutcome.Erased({ erasure })
