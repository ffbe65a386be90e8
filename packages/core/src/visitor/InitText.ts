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
 * Makes the finder of the part of one manifest's `/init` bodies that many visitors share: it opens the object and holds
 * all members but the last two, which {@link ownText} writes.
 *
 * The number of parts kept is bounded by the rules of the manifest times the languages it can serve, because both of
 * what it goes by are objects that all visitors of a rule and language share.
 *
 * @param prepare - makes of a part what is kept of it; called once for each
 */
export const makeSharedPart = <A>(prepare: (text: string) => A): ((body: InitBody) => A) => {
  const parts = new Map<PolicyResolution, Map<SelectedTranslation, { readonly kept: A }>>()

  return (body) => {
    const byTranslation = parts.get(body.policyResolution) ?? new Map<SelectedTranslation, { readonly kept: A }>()
    const known = byTranslation.get(body.translations)
    if (known !== undefined) return known.kept
    const { jurisdiction: _, location: __, ...shared } = body
    const kept = prepare(JSON.stringify(shared).slice(0, -1))
    parts.set(body.policyResolution, byTranslation.set(body.translations, { kept }))
    return kept
  }
}

/** What follows the shared part of a body: the members of the one visitor, and the end of the object. */
export const ownText = ({ jurisdiction, location }: InitBody): string =>
  `,${JSON.stringify({ jurisdiction, location }).slice(1)}`

/** Makes the writer of one manifest's `/init` bodies; its text parses to the body. */
export const makeInitText = (): ((body: InitBody) => string) => {
  const sharedText = makeSharedPart((text) => text)
  return (body) => sharedText(body) + ownText(body)
}
