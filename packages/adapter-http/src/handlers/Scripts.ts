/**
 * The routes that serve the browser's scripts.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import { type Answer, notModified, prepared } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import type { browserEndpoints } from "../api/BrowserGroup.js"
import { type Call, type Handled, type Route, route } from "../kernel/Route.js"
import type { ScriptAnswer, Scripts, ScriptVariant } from "../script/Script.js"

const answer = (script: ScriptAnswer): Effect.Effect<Answer<never>, Problem> => {
  switch (script._tag) {
    case "Script":
      return Effect.succeed(prepared(script.text, script.headers))
    case "NotModified":
      return Effect.succeed(notModified(script.headers))
    case "HostUnusable":
      return Effect.fail({ _tag: "HostUnusable" })
    case "Unavailable":
      return Effect.fail({ _tag: "ScriptUnavailable", cause: script.cause })
  }
}

const handle =
  (scripts: Scripts, variant: ScriptVariant) =>
  ({ exchange: { header, host, mount, path, scheme }, query }: Call): Handled<never> => {
    const request = { ifNoneMatch: header("if-none-match"), language: query("language"), scheme, host, path, mount }
    return Effect.flatMap(
      Effect.promise(() => scripts.answer(variant, request)),
      answer,
    )
  }

/** The routes of `api/BrowserGroup`. */
export const scriptRoutes = (
  { full, headless, iab }: ReturnType<typeof browserEndpoints>,
  scripts: Scripts,
): ReadonlyArray<Route> => [
  route(full, handle(scripts, "full")),
  route(headless, handle(scripts, "headless")),
  route(iab, handle(scripts, "iab")),
]
