/**
 * The route that lists records.
 *
 * @module
 */
import { Records } from "@consent-service/core/ports"
import { decodeListQuery, listRecords, recordItem } from "@consent-service/core/records"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { jsonText } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { listConsents } from "../api/RecordGroup.js"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"

/** What lists need. */
export interface RecordSettings {
  readonly records: Context.Tag.Service<Records>
}

const handleList =
  ({ records }: RecordSettings) =>
  ({ query }: Call): Handled<never> | Problem => {
    const decoded = decodeListQuery({
      from: query("from"),
      to: query("to"),
      domain: query("domain"),
      type: query("type"),
      country: query("country"),
      action: query("action"),
      after: query("after"),
      limit: query("limit"),
    })
    if (Either.isLeft(decoded)) return { _tag: "InputInvalid", issues: decoded.left }
    return Effect.map(Effect.provideService(listRecords(decoded.right), Records, records), (page) =>
      jsonText(JSON.stringify({ consents: page.records.map(recordItem), next: page.next })),
    )
  }

/** The routes of `api/RecordGroup`. */
export const recordRoutes = (settings: RecordSettings): ReadonlyArray<Route> => [
  route(listConsents, handleList(settings)),
]
