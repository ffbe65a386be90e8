/**
 * Cells of CSV (RFC 4180), safe to open in a spreadsheet.
 *
 * @module
 */

/** What spreadsheets take for a formula, also behind blanks. */
const formula = /^\s*[=+\-@\t\r]/

/** An apostrophe makes a spreadsheet show the text and never compute it. */
const defused = (text: string): string => (formula.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A text as a cell. One that a spreadsheet would take for a formula has an apostrophe in front. */
export const csvCell = (text: string): string => quoted(defused(text))
