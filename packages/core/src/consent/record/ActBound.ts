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

/** Acts of one subject, where the instance does not say otherwise. */
export const defaultMaxActsPerSubject = 1_000

/** Bytes of one subject's records: 1 MiB. */
const maxBytesPerSubject = 1024 * 1024

/** How many times the bound a request with an API key may fill, and a read answers. */
const widening = 10

/** The bound of saves without an API key. */
export const saveBound = (maxActsPerSubject: number): ActBound => ({
  acts: maxActsPerSubject,
  bytes: maxBytesPerSubject,
})

/** The bound of saves with an API key, and of every read: ten times {@link saveBound}. */
export const readBound = (maxActsPerSubject: number): ActBound => ({
  acts: widening * maxActsPerSubject,
  bytes: widening * maxBytesPerSubject,
})

/** What holds for an append that names no bound. */
export const defaultSaveBound: ActBound = saveBound(defaultMaxActsPerSubject)

/** What holds for a read that names no bound. */
export const defaultReadBound: ActBound = readBound(defaultMaxActsPerSubject)

/** Whether an act of so many bytes may be added to what is on record. */
export const hasRoom = (bound: ActBound, held: ActBound, bytes: number): boolean =>
  held.acts < bound.acts && held.bytes + bytes <= bound.bytes

/**
 * The longest beginning of a list that is within a bound.
 *
 * @param bytesOf - how many bytes an item takes
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
