/**
 * A queue that members leave from anywhere, in constant time.
 *
 * A `Set` does the same, and keeps every former member reachable until the next full garbage collection: V8 links each
 * table that it replaces to its successor, and the young collector takes what a dead old table points at for alive. A
 * member that has left a line is linked to nothing.
 *
 * @module
 */

/** What the first member is behind. */
interface Front<A> {
  next: Place<A> | null
}

/** The place of a member. It is of no use after the member has left. */
export interface Place<A> extends Front<A> {
  readonly value: A
  /** Null once the member has left. */
  previous: Front<A> | null
}

/** Members in the order in which they have joined. */
export interface Line<A> {
  readonly size: () => number
  /** The member that joined before all others; undefined in an empty line. */
  readonly first: () => A | undefined
  /** Joins at the end. */
  readonly join: (value: A) => Place<A>
  /** Leaves, whatever the place in the line. @returns whether the member was in it */
  readonly remove: (place: Place<A>) => boolean
  /** Removes up to so many members from the beginning. */
  readonly take: (count: number) => ReadonlyArray<A>
  /** The members in order. */
  readonly values: () => ReadonlyArray<A>
}

/**
 * Makes an empty line.
 *
 * @example
 * ```ts
 * import { makeLine } from "@consent-service/core/primitives"
 *
 * const line = makeLine<string>()
 * const place = line.join("one")
 * line.join("two")
 * line.remove(place) // true
 * line.first() // "two"
 * ```
 */
export const makeLine = <A>(): Line<A> => {
  const front: Front<A> = { next: null }
  let last: Front<A> = front
  let size = 0

  const remove = (place: Place<A>): boolean => {
    const { next, previous } = place
    if (previous === null) return false
    previous.next = next
    if (next === null) last = previous
    else next.previous = previous
    place.previous = null
    place.next = null
    size -= 1
    return true
  }

  return {
    size: () => size,
    first: () => front.next?.value,
    join: (value) => {
      const place: Place<A> = { value, previous: last, next: null }
      last.next = place
      last = place
      size += 1
      return place
    },
    remove,
    take: (count) => {
      const taken: Array<A> = []
      for (let place = front.next; place !== null && taken.length < count; place = front.next) {
        taken.push(place.value)
        remove(place)
      }
      return taken
    },
    values: () => {
      const members: Array<A> = []
      for (let place = front.next; place !== null; place = place.next) members.push(place.value)
      return members
    },
  }
}
