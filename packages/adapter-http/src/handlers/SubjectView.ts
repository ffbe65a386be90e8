/**
 * Records as the wire shows them.
 *
 * @module
 */
import type { VendorChoice } from "@consent-service/core/vendor"
import {
  type ConsentRecord,
  type HistoryRecord,
  inPieces,
  isLatestVersion,
  type LegalDocument,
  ownTurn,
  readVendorText,
  type Stored,
  subjectChoice,
  type SubjectReading,
  type VendorFold,
  type VendorText,
  vendorFold,
} from "@consent-service/core/consent"
import * as Effect from "effect/Effect"
import { inUtf8, type Utf8 } from "../answer/Answer.js"
import type { ConsentItem, ConsentReceipt, SubjectList, SubjectState } from "../api/Schemas.js"

const iso = (epochMs: number): string => new Date(epochMs).toISOString()

const readable = <A>(stored: Stored<A>): A | null => (stored === "unreadable" ? null : stored)

/** Absent when never stored, null when stored but unreadable. */
const member = <Key extends string, A>(key: Key, stored: Stored<A>): { readonly [K in Key]?: A | null } => {
  const members: { [K in Key]?: A | null } = {}
  if (stored !== null) members[key] = readable(stored)
  return members
}

const documentMembers = ({ documentId }: HistoryRecord, documents: ReadonlyArray<LegalDocument>) => {
  const document = documents.find(({ id }) => id === documentId)
  if (document === undefined) return documentId === null ? {} : { policyId: documentId }
  const { effectiveDate, hash, id, version } = document
  return { policyId: id, policyVersion: version, policyHash: hash, policyEffectiveDate: iso(effectiveDate) }
}

/** An item without its vendor map, which comes last. */
const itemOf = (record: HistoryRecord, documents: ReadonlyArray<LegalDocument>): ConsentItem => ({
  id: record.id,
  type: record.type,
  domain: record.domain,
  givenAt: iso(record.givenAt),
  createdAt: iso(record.createdAt),
  isLatestPolicy: isLatestVersion(record, documents),
  ...documentMembers(record, documents),
  ...(record.jurisdiction === null ? {} : { jurisdiction: record.jurisdiction }),
  ...(record.decisionSource === null ? {} : { runtimePolicySource: record.decisionSource }),
  ...member("preferences", record.preferences),
  ...member("choice", record.choice),
})

/** A record as JSON. A vendor map is copied where its stored text is canonical. */
const itemText = (item: ConsentItem, vendorChoice: Stored<VendorChoice>, read: VendorText | null): string =>
  read === null
    ? JSON.stringify({ ...item, ...member("vendorChoice", vendorChoice) })
    : `${JSON.stringify(item).slice(0, -1)},"vendorChoice":${read.text}}`

/**
 * The names in a comma-separated query; empty where it names none.
 *
 * @example
 * ```ts
 * import { namesIn } from "@consent-service/adapter-http/handlers"
 *
 * namesIn("cookie_banner, dpa,") // ["cookie_banner", "dpa"]
 * namesIn(null) // []
 * ```
 */
export const namesIn = (query: string | null): ReadonlyArray<string> =>
  (query ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Joins strings into one body, encoding them in batches so that none of them stays in the heap. */
const makeBody = () => {
  const encoded: Array<Utf8> = []
  let texts: Array<string> = []
  let bytes = 0
  let length = 0
  const flush = (): void => {
    const next = inUtf8(texts.join(""))
    texts = []
    length = 0
    bytes += next.length
    encoded.push(next)
  }
  return {
    add: (text: string): void => {
      texts.push(text)
      length += text.length
      if (length > encodedTogether) flush()
    },
    /** Yields to other requests after every large batch. */
    rest: Effect.suspend(() => (encoded.length > 1 ? ownTurn : Effect.void)),
    /** The complete body; yields to other requests in between. */
    whole: Effect.suspend((): Effect.Effect<Utf8> => {
      flush()
      const [first] = encoded
      if (first !== undefined && encoded.length === 1) return Effect.succeed(first)
      const whole = new Uint8Array(bytes)
      let at = 0
      const copy = (part: Utf8): number => {
        whole.set(part, at)
        at += part.length
        return part.length / copiedPerWritten
      }
      return Effect.as(inPieces(encoded, copy), whole)
    }),
  }
}

type Body = ReturnType<typeof makeBody>

/** The batch size in characters: encoding short strings one by one is slower. */
const encodedTogether = 16 * 1024

/** How many bytes are copied in the time that it takes to write one. */
const copiedPerWritten = 16

/** What a body needs of its records, in addition to their items. */
interface Look {
  /** Takes the vendor maps; null where they are not needed. */
  readonly vendors: VendorFold | null
  /** Whether the body has an item. */
  readonly covers: (item: ConsentItem) => boolean
}

const bytesWritten = (bytes: number): number => bytes

// Of the module, not of a call: see `vendorFold`.
function* writeItems(
  body: Body,
  records: ReadonlyArray<HistoryRecord>,
  documents: ReadonlyArray<LegalDocument>,
  { covers, vendors }: Look,
): Generator<number, void> {
  let separator = ""
  for (const stored of records) {
    const read = yield* readVendorText(stored)
    // Read once, because a ledger may parse the map each time.
    const vendorChoice = read === null ? stored.vendorChoice : null
    const item = itemOf(stored, documents)
    if (vendors !== null) yield* vendors.add({ type: stored.type, vendorChoice }, read)
    if (covers(item)) {
      const text = itemText(item, vendorChoice, read)
      body.add(separator + text)
      separator = ","
      yield text.length / (read === null ? 1 : copiedPerWritten)
    } else yield itemBytes
  }
}

/** Adds records as a JSON list, in their order; other requests get their turn in between. */
const addItems = (
  body: Body,
  records: ReadonlyArray<HistoryRecord>,
  documents: ReadonlyArray<LegalDocument>,
  look: Look,
): Effect.Effect<void> => inPieces(writeItems(body, records, documents, look), bytesWritten)

/** About the size of an item without a vendor map, in bytes. */
const itemBytes = 400

/** The members of an object as JSON, without its braces. */
const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1)

/**
 * The body of `GET /subjects/:id`, a {@link SubjectState} as JSON: the filter narrows the records and `isValid`, never
 * the choices.
 *
 * @param typeQuery - the raw `type` query, or null
 *
 * @example
 * ```ts
 * import { subjectState } from "@consent-service/adapter-http/handlers"
 * import { Consents } from "@consent-service/core/consent"
 * import * as Effect from "effect/Effect"
 * import * as Option from "effect/Option"
 *
 * const body = Effect.gen(function* () {
 *   const { read } = yield* Consents
 *   const reading = yield* read("sub_23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
 *   return Option.isNone(reading) ? null : yield* subjectState(reading.value, "cookie_banner")
 * }).pipe(Effect.scoped)
 * ```
 */
export const subjectState = ({ documents, history }: SubjectReading, typeQuery: string | null): Effect.Effect<Utf8> => {
  const types = new Set(namesIn(typeQuery))
  const valid = new Set<string>()
  const vendors = vendorFold()
  const covers: Look["covers"] = ({ isLatestPolicy, type }) => {
    if (isLatestPolicy) valid.add(type)
    return types.size === 0 || types.has(type)
  }
  const { createdAt, id, link, records } = history
  const subject: SubjectState["subject"] = {
    id,
    createdAt: iso(createdAt),
    ...(link === null ? {} : { externalId: link.externalId, identityProvider: link.identityProvider }),
  }
  const body = makeBody()
  body.add(`{${membersOf({ subject })},"consents":[`)
  const added = Effect.zipRight(addItems(body, records, documents, { covers, vendors }), body.rest)
  const folded = Effect.zipLeft(Effect.map(added, vendors.result), body.rest)
  return Effect.flatMap(folded, (subjectVendorChoice) => {
    const rest: Omit<SubjectState, "subject" | "consents"> = {
      isValid: Array.from(types).every((type) => valid.has(type)),
      subjectChoice: subjectChoice(records),
      subjectVendorChoice,
    }
    body.add(`],${membersOf(rest)}}`)
    return Effect.zipRight(body.rest, body.whole)
  })
}

type LinkedSubjectState = SubjectList["subjects"][number]

const every: Look = { vendors: null, covers: () => true }

const addLinkedSubject = (body: Body, { documents, history }: SubjectReading, index: number): Effect.Effect<void> => {
  const { createdAt, id, link, records } = history
  const subject: Omit<LinkedSubjectState, "consents"> = {
    id,
    externalId: link?.externalId ?? "",
    identityProvider: link?.identityProvider ?? "",
    createdAt: iso(createdAt),
  }
  body.add(`${index === 0 ? "" : ","}{${membersOf(subject)},"consents":[`)
  return Effect.map(addItems(body, records, documents, every), () => body.add("]}"))
}

/**
 * The body of `GET /subjects?externalId=`, a {@link SubjectList} as JSON; all of them are linked, otherwise they would not have
 * been found.
 *
 * @example
 * ```ts
 * import { linkedSubjects } from "@consent-service/adapter-http/handlers"
 * import * as Effect from "effect/Effect"
 *
 * const body = Effect.runSync(linkedSubjects([]))
 * new TextDecoder().decode(body) // '{"subjects":[]}'
 * ```
 */
export const linkedSubjects = (readings: ReadonlyArray<SubjectReading>): Effect.Effect<Utf8> => {
  const body = makeBody()
  body.add('{"subjects":[')
  const addAll = Effect.forEach(readings, (reading, index) => addLinkedSubject(body, reading, index), { discard: true })
  return Effect.flatMap(addAll, () => {
    body.add("]}")
    return body.whole
  })
}

/**
 * The answer to a save.
 *
 * @param vendorChoice - the current choice for each vendor; null where the save is about no vendor
 *
 * @example
 * ```ts
 * import { consentReceipt } from "@consent-service/adapter-http/handlers"
 * import { SaveOutcome } from "@consent-service/core/consent"
 *
 * const receiptOf = (outcome: SaveOutcome) =>
 *   SaveOutcome.$is("Recorded")(outcome) ? consentReceipt(outcome.record, outcome.subjectVendorChoice) : null
 * ```
 */
export const consentReceipt = (record: ConsentRecord, vendorChoice: VendorChoice | null): ConsentReceipt => {
  const preferences = readable(record.preferences)
  const metadata = readable(record.metadata)
  return {
    ok: true,
    subjectId: record.subjectId,
    consentId: record.id,
    type: record.type,
    domain: record.domain,
    givenAt: iso(record.givenAt),
    createdAt: iso(record.createdAt),
    ...(preferences === null ? {} : { appliedPreferences: preferences }),
    ...(metadata === null ? {} : { metadata }),
    ...(record.uiSource === null ? {} : { uiSource: record.uiSource }),
    ...(vendorChoice === null ? {} : { subjectVendorChoice: vendorChoice }),
  }
}
