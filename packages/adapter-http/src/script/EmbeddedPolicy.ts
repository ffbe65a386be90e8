/**
 * The policy that travels with a script, so that pages decide without a request.
 *
 * @module
 */
import type { CompiledManifest } from "@consent-service/core/manifest"
import { wantsLocation } from "@consent-service/core/policy"
import { authoredLanguages, isBuiltIn } from "@consent-service/core/translation"
import { type InitBody, resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"

/** A policy, and the language that its texts were requested in. */
export interface EmbeddedPolicy {
  readonly language: string
  /** What `/init` answers every visitor. */
  readonly body: InitBody
}

/** The policy in a requested language; null where each visitor has to ask. */
export type EmbedPolicy = (asked: string) => EmbeddedPolicy | null

/**
 * Makes the embedded policies of an instance: none where rules distinguish locations, where a vendor list is needed, or where the
 * configuration is invalid.
 *
 * @param usual - the language where a page requests none, or one without texts
 */
export const embedPolicy = (manifest: CompiledManifest, usual: string): EmbedPolicy => {
  const authored = new Set(authoredLanguages(manifest.document.translations))
  const isKnown = (language: string): boolean => authored.has(language) || isBuiltIn(language)
  const distinguishes = manifest.geolocation && wantsLocation(manifest.compiledRules, { country: null, region: null })
  return (asked) => {
    if (distinguishes) return null
    const language = isKnown(asked) ? asked : usual
    const { body, resolution, wantsVendorList } = resolveVisitor(manifest, {
      ...unknownVisitor,
      acceptLanguage: language,
    })
    return resolution.status === "failed" || wantsVendorList ? null : { language, body }
  }
}
