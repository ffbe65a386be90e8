/**
 * Writes and reads TC strings: the core segment and the disclosed vendors. The publisher segment is omitted, since
 * nothing here would fill it.
 *
 * Each field is declared once, for both directions: it passes its value in and gets the value at its position back.
 *
 * @module
 */
import { type Bits, demand, fromBase64Url, number, toBase64Url } from "./Bits.js"
import { type Ids, mayBeLegitimateInterest, type PublisherRestriction, type TcModel } from "./TcModel.js"

type Span = readonly [first: number, last: number]

const none: Ids = new Set()

/** Adjacent ids joined into ranges, ascending. */
const spansOf = (ids: Ids): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const [first, last] = spans[spans.length - 1] ?? []
    if (first !== undefined && last === id - 1) spans[spans.length - 1] = [first, id]
    else spans.push([id, id])
  }
  return spans
}

const flag = (bits: Bits, value?: boolean): boolean => number(bits, 1, value ? 1 : 0) === 1

const letters = (bits: Bits, text = "AA"): string => {
  const read = text.replace(/./g, (letter) => String.fromCharCode(65 + number(bits, 6, letter.charCodeAt(0) - 65)))
  demand(/^[A-Z]+$/.test(read))
  return read
}

const field = (bits: Bits, length: number, ids = none): Ids => {
  const found = new Set<number>()
  for (let id = 1; id <= length; id++) if (flag(bits, ids.has(id))) found.add(id)
  return found
}

const ranges = (bits: Bits, spans: ReadonlyArray<Span>): Ids => {
  const found = new Set<number>()
  const count = number(bits, 12, spans.length)
  for (let index = 0; index < count; index++) {
    const [from, to] = spans[index] ?? []
    const isRange = flag(bits, from !== to)
    const first = number(bits, 16, from)
    const last = isRange ? number(bits, 16, to) : first
    demand(first > 0 && first <= last && (bits.ids -= last - first) > 0)
    for (let id = first; id <= last; id++) found.add(id)
  }
  return found
}

/**
 * A set of vendors as a field or as ranges. The rule is that of the encoder in general use, whose estimate
 * leaves out the last id, so that a choice has the same string from every encoder.
 */
const vendorField = (bits: Bits, ids = none): Ids => {
  const spans = spansOf(ids)
  const highest = spans[spans.length - 1]?.[1] ?? 0
  const estimate = spans.reduce((sum, [first, last]) => sum + (first === last ? 16 : 33), -4)
  const last = number(bits, 16, highest)
  const asRanges = flag(bits, highest > 45 && estimate < highest && spans.length < 4096)
  return asRanges ? ranges(bits, spans) : field(bits, last, ids)
}

const restrictionField = (
  bits: Bits,
  restrictions: ReadonlyArray<PublisherRestriction> = [],
): ReadonlyArray<PublisherRestriction> =>
  Array.from({ length: number(bits, 12, restrictions.length) }, (_, index) => {
    const given = restrictions[index]
    const purposeId = number(bits, 6, given?.purposeId)
    const type = number(bits, 2, given?.type)
    demand(purposeId > 0 && type < 3)
    return { purposeId, type, vendorIds: ranges(bits, spansOf(given?.vendorIds ?? none)) }
  })

/** Tenths of a second. */
const time = (bits: Bits, at = 0): number => number(bits, 36, Math.round(at / 100)) * 100

/** The core segment: of a model when writing, empty when reading. */
const coreFields = (bits: Bits, model: Partial<TcModel>): Omit<TcModel, "disclosedVendors"> => {
  demand(number(bits, 6, 2) === 2)
  const head = {
    created: time(bits, model.created),
    lastUpdated: time(bits, model.lastUpdated),
    cmpId: number(bits, 12, model.cmpId),
    cmpVersion: number(bits, 12, model.cmpVersion),
    consentScreen: number(bits, 6, model.consentScreen),
    consentLanguage: letters(bits, model.consentLanguage),
    vendorListVersion: number(bits, 12, model.vendorListVersion),
    policyVersion: number(bits, 6, model.policyVersion),
  }
  // Whether it is of one service; strings of the global scope are no longer in use.
  demand(flag(bits, true))
  return {
    ...head,
    useNonStandardTexts: flag(bits, model.useNonStandardTexts),
    specialFeatures: field(bits, 12, model.specialFeatures),
    purposeConsents: field(bits, 24, model.purposeConsents),
    purposeLegitimateInterests: field(
      bits,
      24,
      new Set([...(model.purposeLegitimateInterests ?? none)].filter(mayBeLegitimateInterest)),
    ),
    purposeOneTreatment: flag(bits, model.purposeOneTreatment),
    publisherCountryCode: letters(bits, model.publisherCountryCode),
    vendorConsents: vendorField(bits, model.vendorConsents),
    vendorLegitimateInterests: vendorField(bits, model.vendorLegitimateInterests),
    publisherRestrictions: restrictionField(bits, model.publisherRestrictions),
  }
}

/** The first bits of the segment of disclosed vendors. */
const disclosure = "001"

/** The TC string of a model whose numbers fit their fields; without disclosed vendors where the model has none. */
export const encodeTcString = (model: TcModel): string => {
  const core: Bits = { text: "", ids: Infinity }
  const disclosed: Bits = { text: disclosure, ids: Infinity }
  coreFields(core, model)
  if (!model.disclosedVendors) return toBase64Url(core.text)
  vendorField(disclosed, model.disclosedVendors)
  return `${toBase64Url(core.text)}.${toBase64Url(disclosed.text)}`
}

/** The longest string that is read; the service accepts none that is longer. */
const maxLength = 16_384

/** The most ids that the ranges of a segment may name: every possible vendor, under every purpose. */
const maxIds = 1_000_000

/**
 * Reads a TC string; null where it is malformed, of another version or of the global
 * scope. Unknown segments are skipped; without one for the disclosed vendors `disclosedVendors` is null.
 */
export const decodeTcString = (tcString: string): TcModel | null => {
  try {
    demand(tcString.length <= maxLength)
    const [core = "", ...others] = tcString.split(".").map(fromBase64Url)
    const text = others.find((bits) => bits.startsWith(disclosure))
    return {
      ...coreFields({ text: core, at: 0, ids: maxIds }, {}),
      disclosedVendors: text ? vendorField({ text, at: 3, ids: maxIds }) : null,
    }
  } catch {
    return null
  }
}
