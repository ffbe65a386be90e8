/**
 * Parts that several groups of the declaration share.
 *
 * @module
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./ErrorAnswer.js"

/** A path that an option names, as the declaration wants it: with its slash in front. */
export const rooted = (path: string): `/${string}` => `/${path.replace(/^\//, "")}`

/** A query parameter that may be left out. */
export const text = (description: string) =>
  Schema.optionalWith(Schema.String.annotations({ description }), { exact: true })

/** A query parameter that must be there. */
export const required = (description: string) => Schema.String.annotations({ description })

/** To a client whose `If-None-Match` names what it would get. */
export const unchanged = HttpApiSchema.Empty(304).annotations({ description: "The client's copy is current" })

/** Every route can fail in these ways. */
export const anyRoute = errorAnswer("Unexpected")

/** The additional failures of routes that need the database. */
export const storeFailed = errorAnswer("StoreFailed", "Unexpected")
export const storeAway = errorAnswer("StoreUnreachable", "SchemaMismatch")

/** The place a visitor is in, where the request names it itself. */
export const placeParameters = {
  country: text("Overrides the visitor's country"),
  region: text("Overrides the visitor's region"),
}

/** A visitor's journey, by today's names. */
export const journeyParameters = {
  journey: text("The UUID of the visitor's journey"),
  journeyScope: text("page or tab: what the journey spans"),
}

/** A visitor's journey, by the names of earlier clients; read only where none of today's is used. */
export const olderJourneyParameters = {
  csJourney: text("Older name of journey"),
  csJourneyScope: text("Older name of journeyScope"),
}
