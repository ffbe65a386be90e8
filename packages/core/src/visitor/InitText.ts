/**
 * The `/init` body as JSON text. What depends on rule and language only is written once and spliced, so that a
 * request costs the few values that are the visitor's own.
 *
 * @module
 */
import type { PolicyResolution } from "../policy/PolicyResolution.js"
import type { SelectedTranslation } from "../translation/SelectedTranslation.js"
import type { InitBody } from "./ResolveVisitor.js"

/**
 * Makes the writer of one manifest's `/init` bodies; its text parses to the body.
 *
 * The number of texts kept is bounded by the rules of the manifest times the languages it can serve, because both of
 * what it goes by are objects that all visitors of a rule and language share.
 */
export const makeInitText = (): ((body: InitBody) => string) => {
  const opened = new Map<PolicyResolution, Map<SelectedTranslation, string>>()

  const openText = (body: InitBody): string => {
    const byTranslation = opened.get(body.policyResolution) ?? new Map<SelectedTranslation, string>()
    const known = byTranslation.get(body.translations)
    if (known !== undefined) return known
    const { jurisdiction: _, location: __, ...shared } = body
    const text = JSON.stringify(shared).slice(0, -1)
    opened.set(body.policyResolution, byTranslation.set(body.translations, text))
    return text
  }

  return (body) => {
    const { jurisdiction, location } = body
    return `${openText(body)},${JSON.stringify({ jurisdiction, location }).slice(1)}`
  }
}
