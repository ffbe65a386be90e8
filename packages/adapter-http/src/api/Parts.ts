/**
 * Parts that several groups of the declaration share.
 *
 * @module
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { errorAnswer } from "./ErrorAnswer.js"

/** A path from an option, as the declaration needs it: with a leading slash. */
export const rooted = (path: string): `/${string}` => `/${path.replace(/^\//, "")}`

/** An optional query parameter. */
export const text = (description: string) =>
  Schema.optionalWith(Schema.String.annotations({ description }), { exact: true })

/** A required query parameter. */
export const required = (description: string) => Schema.String.annotations({ description })

/** The response when `If-None-Match` names the current entity tag. */
export const unchanged = HttpApiSchema.Empty(304).annotations({ description: "The client's copy is current" })

/** Failures of every route. */
export const anyRoute = errorAnswer("Unexpected")

/** Additional failures of routes that use the database. */
export const storeFailed = errorAnswer("StoreFailed", "Unexpected")
export const storeAway = errorAnswer("StoreUnreachable", "SchemaMismatch")

/** The visitor's location, where the request names it. */
export const placeParameters = {
  country: text("Overrides the visitor's country"),
  region: text("Overrides the visitor's region"),
}

/** A visitor's session, by the current parameter names. */
export const journeyParameters = {
  journey: text("The UUID of the visitor's journey"),
  journeyScope: text("page or tab: what the journey spans"),
}

/** A visitor's session, by the parameter names of earlier clients; read only where no current one is used. */
export const olderJourneyParameters = {
  csJourney: text("Older name of journey"),
  csJourneyScope: text("Older name of journeyScope"),
}
