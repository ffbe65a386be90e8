/**
 * How much one subject may have on record, so that every read of a history and every fold over one is bounded.
 *
 * @module
 */

/** A number of acts, and the bytes of the texts they are stored as. */
export interface ActBound {
  readonly acts: number
  readonly bytes: number
}

/** The default limit of acts of one subject. */
export const defaultMaxActsPerSubject = 1_000

/** Bytes of one subject's records: 1 MiB. */
const maxBytesPerSubject = 1024 * 1024

/** The factor for requests with an API key, and for reads. */
const widening = 10

/**
 * The bound of saves without an API key: so many acts, and 1 MiB.
 *
 * @example
 * ```ts
 * import { saveBound } from "@consent-service/core/consent"
 *
 * saveBound(1_000) // { acts: 1_000, bytes: 1_048_576 }
 * ```
 */
export const saveBound = (maxActsPerSubject: number): ActBound => ({
  acts: maxActsPerSubject,
  bytes: maxBytesPerSubject,
})

/**
 * The bound of saves with an API key, and of every read: ten times {@link saveBound}.
 *
 * @example
 * ```ts
 * import { readBound } from "@consent-service/core/consent"
 *
 * readBound(1_000) // { acts: 10_000, bytes: 10_485_760 }
 * ```
 */
export const readBound = (maxActsPerSubject: number): ActBound => ({
  acts: widening * maxActsPerSubject,
  bytes: widening * maxBytesPerSubject,
})

/** The default bound of an append. */
export const defaultSaveBound: ActBound = saveBound(defaultMaxActsPerSubject)

/** The default bound of a read. */
export const defaultReadBound: ActBound = readBound(defaultMaxActsPerSubject)

/**
 * Whether an act of so many bytes fits within the bound, by number and by bytes.
 *
 * @example
 * ```ts
 * import { hasRoom, saveBound } from "@consent-service/core/consent"
 *
 * hasRoom(saveBound(1_000), { acts: 999, bytes: 4_096 }, 512) // true
 * hasRoom(saveBound(1_000), { acts: 1_000, bytes: 4_096 }, 512) // false
 * ```
 */
export const hasRoom = (bound: ActBound, held: ActBound, bytes: number): boolean =>
  held.acts < bound.acts && held.bytes + bytes <= bound.bytes

/**
 * The longest prefix of a list within a bound, and its bytes.
 *
 * @param bytesOf - how many bytes an item takes
 *
 * @example
 * ```ts
 * import { within } from "@consent-service/core/consent"
 *
 * within({ acts: 10, bytes: 5 }, ["abc", "de", "f"], ({ length }) => length) // { kept: ["abc", "de"], bytes: 5 }
 * ```
 */
export const within = <A>(
  bound: ActBound,
  items: ReadonlyArray<A>,
  bytesOf: (item: A) => number,
): { readonly kept: ReadonlyArray<A>; readonly bytes: number } => {
  let bytes = 0
  let count = 0
  for (const item of items) {
    const added = bytesOf(item)
    if (count >= bound.acts || bytes + added > bound.bytes) break
    bytes += added
    count += 1
  }
  return { kept: items.slice(0, count), bytes }
}
