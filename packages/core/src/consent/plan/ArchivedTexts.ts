/**
 * Served texts as they are archived: named by their digest, so that what a visitor read can be shown again after the
 * service's own texts have changed.
 *
 * @module
 */
import { canonicalJson, type Json } from "../../digest/CanonicalJson.js"
import { sha256Hex } from "../../digest/Sha256.js"
import type { Archived } from "../../ports/Archive.js"
import type { SelectedTranslation } from "../../translation/SelectedTranslation.js"

const written = new WeakMap<SelectedTranslation, Archived>()

const write = (selected: SelectedTranslation): Archived => {
  const plain: Json = JSON.parse(JSON.stringify(selected))
  const content = canonicalJson(plain)
  return { id: sha256Hex(content), content }
}

/** The texts of a visitor under the digest of their language and content; written once for all visitors who get them. */
export const archivedTexts = (selected: SelectedTranslation): Archived => {
  const known = written.get(selected)
  if (known !== undefined) return known
  const made = write(selected)
  written.set(selected, made)
  return made
}
