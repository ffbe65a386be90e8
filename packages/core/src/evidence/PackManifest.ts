/**
 * The manifest of an evidence pack: what the pack is about, and the digest of every file in it. The log has an entry
 * with the digest of the manifest, so that no signature is needed but that of the log's checkpoints.
 *
 * @module
 */
import { areTexts, isObject, parsedJson } from "./ReadJson.js"

/** The first member of a manifest, which says how to read the others. */
export const packFormat = "consent-service/evidence-pack/v1"

/** Files that the manifest cannot list, since they are written after it. */
export const packPaths = {
  manifest: "manifest.json",
  /** The receipt of the entry that has the manifest's digest, as a tlog-proof. */
  proof: "manifest.tlog-proof",
  /** How the checkpoints of the receipts continue in that of the proof. */
  consistency: "log/consistency.json",
} as const

/** What the entry of a pack says that was done. */
export const packTask = "evidence pack"

/** Whose records are in a pack: those of a subject, of an account, or some by their ids. */
export type PackSelection =
  | { readonly subjectId: string }
  | { readonly externalId: string }
  | { readonly consentIds: ReadonlyArray<string> }

/** What a manifest says. */
export interface PackManifest {
  /** The name of the log; null where nothing is signed. */
  readonly origin: string | null
  /** ISO 8601. */
  readonly createdAt: string
  /** Name and version of the program. */
  readonly software: string
  /** Null where the subject is withheld. */
  readonly selection: PackSelection | null
  /** Parts of the records that are left out. */
  readonly withheld: ReadonlyArray<string>
  /** Records without a receipt, by the names of their files. */
  readonly unproven: ReadonlyArray<string>
  /** The SHA-256 of each other file, by its path: 64 lower-case hex digits. */
  readonly files: Readonly<Record<string, string>>
}

/**
 * Writes a manifest as JSON.
 *
 * @example
 * ```ts
 * import { type PackManifest, writePackManifest } from "@consent-service/core/evidence"
 *
 * const bytes = (manifest: PackManifest): Uint8Array => new TextEncoder().encode(writePackManifest(manifest))
 * ```
 */
export const writePackManifest = (manifest: PackManifest): string =>
  `${JSON.stringify({ format: packFormat, ...manifest }, null, 2)}\n`

const readSelection = (value: unknown): PackSelection | null => {
  if (!isObject(value)) return null
  const { consentIds, externalId, subjectId } = value
  if (typeof subjectId === "string") return { subjectId }
  if (typeof externalId === "string") return { externalId }
  return areTexts(consentIds) ? { consentIds } : null
}

const areDigests = (value: unknown): value is PackManifest["files"] => isObject(value) && areTexts(Object.values(value))

/**
 * Reads a manifest. Nothing is verified.
 *
 * @returns null for anything else
 * @example
 * ```ts
 * import { readPackManifest } from "@consent-service/core/evidence"
 *
 * readPackManifest("{}") // null
 * ```
 */
export const readPackManifest = (text: string): PackManifest | null => {
  const value = parsedJson(text)
  if (!isObject(value) || value["format"] !== packFormat) return null
  const { createdAt, files, origin, software, unproven, withheld } = value
  if (typeof createdAt !== "string" || typeof software !== "string" || !areDigests(files)) return null
  if ((origin !== null && typeof origin !== "string") || !areTexts(withheld) || !areTexts(unproven)) return null
  return { origin, createdAt, software, selection: readSelection(value["selection"]), withheld, unproven, files }
}
