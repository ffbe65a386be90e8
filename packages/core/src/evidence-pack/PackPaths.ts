/**
 * The paths of an evidence pack.
 *
 * @module
 */

/** An id as a name of files. Most ids are as they are; another character becomes its code points. */
export const fileNameOf = (id: string): string =>
  id.replace(/[^\w-]/gu, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}.`)

/** The path of a record. @param name - of the record in this pack */
export const recordPath = (name: string): string => `records/${name}.json`

/** The path of a record's receipt, without its extension. @param name - of the record in this pack */
export const receiptPath = (name: string): string => `receipts/${name}`

/** The path of a part of a notice. */
export const noticePath = (
  decisionId: string,
  part: "manifest.json" | "notice.html" | "rule.json" | "texts.json",
): string => `notices/${fileNameOf(decisionId)}/${part}`

/** The path of a version of a legal document. */
export const documentPath = (id: string): string => `documents/${fileNameOf(id)}.json`

/** The path of the page to read first. */
export const readmePath = "README.html"

/** The newest checkpoint when the receipts were issued. */
export const checkpointPath = "log/checkpoint"

/** The keys that have signed checkpoints of the log. */
export const keysPath = "log/keys.json"
