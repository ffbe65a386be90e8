/**
 * The `/init` body as JSON text. What depends on rule and language only is written once and spliced, so that a
 * request costs the few values that are the visitor's own.
 *
 * @module
 */
import type { CompiledManifest } from "../manifest/CompiledManifest.js"
import type { PolicyResolution } from "../policy/Resolve.js"
import { initBody, languageOf, type ResolvedVisitor, visitorPart } from "./ResolveVisitor.js"

/**
 * Compiles the writer of one manifest's `/init` bodies; its text parses to `initBody`'s value.
 *
 * The number of texts kept is bounded by the rules of the manifest times the languages shipped.
 */
export const compileInitText = (manifest: CompiledManifest): ((visitor: ResolvedVisitor) => string) => {
  const opened = new Map<PolicyResolution, Map<string, string>>()

  const openText = (visitor: ResolvedVisitor, language: string): string => {
    const byLanguage = opened.get(visitor.resolution) ?? new Map<string, string>()
    const known = byLanguage.get(language)
    if (known !== undefined) return known
    const { jurisdiction: _, location: __, ...rest } = initBody(manifest, visitor)
    const text = JSON.stringify(rest).slice(0, -1)
    opened.set(visitor.resolution, byLanguage.set(language, text))
    return text
  }

  return (visitor) => {
    if (!visitor.contractSupported) return JSON.stringify(initBody(manifest, visitor))
    return `${openText(visitor, languageOf(visitor))},${JSON.stringify(visitorPart(visitor)).slice(1)}`
  }
}
