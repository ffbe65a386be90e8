/**
 * Evidence packs: everything that proves some records, as files of a zip.
 *
 * @module
 */
export * from "../evidence-pack/IssuePack.js"
export * from "../evidence-pack/NoticePage.js"
export * from "../evidence-pack/PackBody.js"
export type { PackFile } from "../evidence-pack/PackFile.js"
export { type PackLanguage, packLanguageFor, packLanguages } from "../evidence-pack/PackTexts.js"
