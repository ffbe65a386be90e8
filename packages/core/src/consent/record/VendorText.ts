/**
 * Reads vendor maps as stored text. A map of thousands of vendors is not parsed where its text has the form
 * that saves write: the text is checked, folded and copied in chunks.
 *
 * @module
 */
import { type HistoryRecord, vendorText } from "./ConsentRecord.js"

/** A stored text that equals the JSON of its parsed value. */
export interface VendorText {
  readonly text: string
  /** Epoch milliseconds. */
  readonly confirmedAt: number
  /** Where its entries begin in the text. */
  readonly from: number
}

/** At most 15 digits, which is less than the latest date. */
const beginning = /^\{"version":1,"confirmedAt":(0|[1-9]\d{0,14}),"grants":\{/
/** Ids as in `vendorIdPattern`: none of them has a character that JSON escapes. */
const someEntries = /(?:"[a-z0-9][a-z0-9._-]{0,63}":(?:true|false),){1,128}/y
const lastEntry = /"[a-z0-9][a-z0-9._-]{0,63}":(?:true|false)\}\}/y

/** The start of a match at exactly this place, else -1. */
const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** How many bytes are checked or copied in the time that it takes to write one. */
const checkedPerWritten = 8

/** How many entries are read without a pause. */
const entriesTogether = 256

/**
 * Checks the stored text of a record's vendor map.
 *
 * @returns null where there is none, or in another form; yields how many bytes it read, as long as writing them
 *   would take
 *
 * @example
 * ```ts
 * import { entriesOf, type HistoryRecord, readVendorText } from "@consent-service/core/consent"
 *
 * function* vendorsOf(record: HistoryRecord) {
 *   const read = yield* readVendorText(record)
 *   const granted: Array<string> = []
 *   if (read !== null) yield* entriesOf(read, (vendor, isGranted) => void (isGranted && granted.push(vendor)))
 *   return granted
 * }
 * ```
 */
export function* readVendorText(record: HistoryRecord): Generator<number, VendorText | null> {
  // Stryker disable next-line StringLiteral: a text of any other form is not read, either
  const { [vendorText]: text = "" } = record
  const begun = beginning.exec(text)
  if (begun === null) return null
  const from = begun[0].length
  const read = { text, confirmedAt: Number(begun[1]), from }
  let at = from
  for (let next = endOf(someEntries, text, at); next !== -1; next = endOf(someEntries, text, at)) {
    yield (next - at) / checkedPerWritten
    at = next
  }
  const isEmpty = text.slice(from) === "}}"
  return isEmpty || endOf(lastEntry, text, at) === text.length ? read : null
}

/**
 * Goes through the entries of a text that `readVendorText` has checked, in order; yields about how many bytes it read
 * at.
 *
 * @example
 * ```ts
 * import { entriesOf } from "@consent-service/core/consent"
 *
 * const text = '{"version":1,"confirmedAt":7,"grants":{"maps.example":true}}'
 * const granted: Array<string> = []
 * const read = { text, confirmedAt: 7, from: text.indexOf('"maps') }
 * for (const _ of entriesOf(read, (vendor, isGranted) => void (isGranted && granted.push(vendor))));
 * granted // ["maps.example"]
 * ```
 */
export function* entriesOf(
  { from, text }: VendorText,
  each: (vendor: string, granted: boolean) => void,
): Generator<number, void> {
  let [at, since, count] = [from, from, 0]
  while (text.charCodeAt(at) === quote) {
    const end = text.indexOf('"', at + 1)
    const granted = text.charCodeAt(end + 2) === letterT
    each(text.slice(at + 1, end), granted)
    // Behind `":true,` or `":false,`.
    at = end + (granted ? 7 : 8)
    count += 1
    if (count % entriesTogether > 0) continue
    yield at - since
    since = at
  }
  yield at - since
}

const quote = 0x22
const letterT = 0x74
