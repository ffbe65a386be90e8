/**
 * A vendor list, serialized once and served many times: each vendor's JSON is a piece, and the text for any scope is
 * joined from pieces. No request parses, copies or serializes a list.
 *
 * @module
 */
import * as Either from "effect/Either"
import { sha256Hex } from "../digest/Sha256.js"
import { recent } from "../memory/Recent.js"
import { type CheckedFrame, checkFrame, shapeProblem, vendorProblem } from "./VendorList.js"
import type { VendorScope } from "./VendorScope.js"

/** One list in one language, at the width it is kept. */
export interface VendorListEdition {
  /** A lower-case language tag. */
  readonly language: string
  readonly vendorListVersion: number
  /** 64 hex digits: equal ones stand for the same texts, in this process and any other. */
  readonly digest: string
  /** How many vendors it has. */
  readonly vendorCount: number
  /**
   * The list as JSON, with those of its vendors that are in the scope; every other field as it was.
   *
   * @param scope - null for all of its vendors
   */
  readonly textFor: (scope: VendorScope | null) => string
}

/** How a document becomes an edition. */
export interface EditionOptions {
  readonly language: string
  /** Keeps these vendors only; empty for all. */
  readonly vendorIds: VendorScope
}

/** So many vendors are judged and written between two pauses: about a millisecond's work. */
const vendorsPerStep = 50

/** Recently asked scopes, in characters: some hundred of fifty vendors each. */
const rememberedCharacters = 4 * 1024 * 1024

interface Pieces {
  /** Up to and with the brace that opens the vendors. */
  readonly head: string
  /** From the brace that closes them. */
  readonly tail: string
  readonly vendors: ReadonlyMap<number, string>
}

const member = (key: string, value: unknown): string => `${JSON.stringify(key)}:${JSON.stringify(value)}`

const writeAround = (document: CheckedFrame["document"]): Pick<Pieces, "head" | "tail"> => {
  const entries = Object.entries(document)
  const place = entries.findIndex(([key]) => key === "vendors")
  const write = (some: typeof entries) => some.map(([key, value]) => member(key, value))
  return {
    head: `{${[...write(entries.slice(0, place)), '"vendors":{'].join(",")}`,
    tail: `${["}", ...write(entries.slice(place + 1))].join(",")}}`,
  }
}

/** Joins what is requested, and remembers some of it: visitors choose what they ask, so memory has a bound. */
const makeTextFor = ({ head, tail, vendors }: Pieces): VendorListEdition["textFor"] => {
  const whole = `${head}${Array.from(vendors.values()).join(",")}${tail}`
  const joined = recent<string>({ bound: rememberedCharacters, weigh: (key, text) => key.length + text.length })
  const join = (scope: VendorScope): string => {
    const chosen: Array<string> = []
    for (const id of scope) {
      const piece = vendors.get(id)
      if (piece !== undefined) chosen.push(piece)
    }
    return `${head}${chosen.join(",")}${tail}`
  }
  return (scope) => (scope === null ? whole : joined.findOrMake(scope.join(), () => join(scope)))
}

const parse = (text: string): Either.Either<unknown, string> =>
  Either.try({ try: (): unknown => JSON.parse(text), catch: () => "is not JSON" })

/** Work that pauses now and then, and comes to a result or to what is wrong. */
type Steps<A> = Generator<void, Either.Either<A, string>>

function* readFrame(text: string): Steps<CheckedFrame> {
  const parsed = parse(text)
  if (Either.isLeft(parsed)) return Either.left(parsed.left)
  yield
  const problem = shapeProblem(parsed.right)
  if (problem !== null) return Either.left(problem)
  yield
  return checkFrame(parsed.right)
}

interface WrittenVendors {
  readonly vendors: ReadonlyMap<number, string>
  readonly digests: ReadonlyArray<string>
}

function* writeVendors(listed: CheckedFrame["vendors"], vendorIds: VendorScope): Steps<WrittenVendors> {
  const wanted = new Set(vendorIds)
  const vendors = new Map<number, string>()
  const digests: Array<string> = []
  let judged = 0
  for (const [key, vendor] of Object.entries(listed)) {
    if (judged++ % vendorsPerStep === 0) yield
    const problem = vendorProblem(key, vendor)
    if (problem !== null) return Either.left(problem)
    const id = Number(key)
    if (wanted.size > 0 && !wanted.has(id)) continue
    const piece = member(key, vendor)
    vendors.set(id, piece)
    digests.push(sha256Hex(piece))
  }
  return Either.right({ vendors, digests })
}

/**
 * Reads a list from its JSON in steps of about a millisecond (except the parsing): a caller that serves
 * requests can yield to them at each `yield`.
 *
 * @returns the edition, or what is wrong with the document
 *
 * @example
 * ```ts
 * import { readEdition } from "@consent-service/core/vendor"
 * import * as Either from "effect/Either"
 *
 * const steps = readEdition("[]", { language: "en", vendorIds: [] })
 * let step = steps.next()
 * while (!step.done) step = steps.next()
 * Either.flip(step.value).pipe(Either.getOrNull) // "is not an object"
 * ```
 */
export function* readEdition(text: string, { language, vendorIds }: EditionOptions): Steps<VendorListEdition> {
  const frame = yield* readFrame(text)
  if (Either.isLeft(frame)) return Either.left(frame.left)
  const { document, vendorListVersion } = frame.right
  const written = yield* writeVendors(frame.right.vendors, vendorIds)
  if (Either.isLeft(written)) return Either.left(written.left)
  const { digests, vendors } = written.right
  const around = writeAround(document)
  yield
  return Either.right({
    language,
    vendorListVersion,
    // No text here holds a line break, so equal lines are equal parts.
    digest: sha256Hex([around.head, around.tail, ...digests].join("\n")),
    vendorCount: vendors.size,
    textFor: makeTextFor({ ...around, vendors }),
  })
}

/**
 * Reads a list from its JSON in one go. The official list takes a server's thread for tens of milliseconds; see
 * {@link readEdition}.
 *
 * @returns the edition, or what is wrong with the document
 *
 * @example
 * ```ts
 * import { editionFromText } from "@consent-service/core/vendor"
 * import * as Either from "effect/Either"
 *
 * const edition = editionFromText("{", { language: "en", vendorIds: [] })
 * Either.flip(edition).pipe(Either.getOrNull) // "is not JSON"
 * ```
 */
export const editionFromText = (text: string, options: EditionOptions): Either.Either<VendorListEdition, string> => {
  const steps = readEdition(text, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
