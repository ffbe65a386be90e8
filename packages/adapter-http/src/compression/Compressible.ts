/**
 * Bodies that are compressed once and sent many times. The compressed forms are kept with the body, so a bound on the
 * number of bodies also bounds their memory.
 *
 * @module
 */
import type { Utf8 } from "../answer/Answer.js"
import type { Coding } from "./AcceptEncoding.js"
import type { Budget } from "./Budget.js"
import type { Codec, Effort, Opened } from "./Codec.js"

/** One coding of a body: being made, or made; null where it does not help. */
export type Made<A> = Promise<A | null> | { readonly form: A | null }

/** A body with its compressed forms. */
export interface Compressible<A> {
  readonly bytes: Utf8
  /**
   * The body in a coding, which this call starts to make; null where that may not start now.
   *
   * @param waits - whether the caller waits for it; a body for {@link Occasion} `second` is begun for others at their
   *   second call only
   */
  readonly made: (coding: Coding, waits: boolean) => Made<A> | null
}

/** When compression starts: at the first request for a body, or at the second. */
export type Occasion = "first" | "second"

/** A shorter body fits into one packet with its headers, compressed or not. */
export const shortest = 1_024

/** How many bytes are compressed in a millisecond. */
const speed = { br: { most: 400, quick: 20_000 }, gzip: { most: 8_000, quick: 20_000 } } as const

const costMs = (coding: Coding, effort: Effort, bytes: Utf8): number => Math.ceil(bytes.length / speed[coding][effort])

/** A longer body would take brotli's best quality too long. */
const longestOfMost = 512 * 1024

/** The longest queue of slow compression; requests for other bodies get another form. */
const maxWaiting = 4

/** Makes bodies that can be compressed. */
export interface Compressibles {
  /** A body that is sent as it is. */
  readonly whole: (bytes: Utf8, effort: Effort, occasion: Occasion) => Compressible<Utf8>
  /** The beginning of bodies whose end differs. */
  readonly opened: (bytes: Utf8, occasion: Occasion) => Compressible<Opened>
}

/** Runs slow work one at a time on the thread pool, which others need too. */
const makeQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    isFull: () => waiting >= maxWaiting,
    run: <A>(work: () => Promise<A>): Promise<A> => {
      waiting += 1
      const done = last.then(work).finally(() => (waiting -= 1))
      last = done.catch(() => {})
      return done
    },
  }
}

/** Makes the factory of bodies over one codec. */
export const makeCompressibles = (codec: Codec, budget: Budget): Compressibles => {
  const slow = makeQueue()

  const begin = <A>(coding: Coding, effort: Effort, bytes: Utf8, work: () => Promise<A>): Promise<A> | null => {
    if (effort === "quick") return budget.allows(costMs(coding, effort, bytes)) ? work() : null
    return !slow.isFull() && budget.allows(costMs(coding, effort, bytes)) ? slow.run(work) : null
  }

  const compressible = <A>(
    bytes: Utf8,
    effort: Effort,
    occasion: Occasion,
    work: (coding: Coding) => Promise<A | null>,
  ): Compressible<A> => {
    const known: { [coding in Coding]?: Made<A> } = {}
    let isDue = occasion === "first"
    return {
      bytes,
      made: (coding, waits) => {
        const before = known[coding]
        if (before !== undefined) return before
        if (!isDue && !waits) {
          isDue = true
          return null
        }
        const making = begin(coding, effort, bytes, () => work(coding).catch(() => null))
        if (making === null) return null
        known[coding] = making
        void making.then((form) => (known[coding] = { form }))
        return making
      },
    }
  }

  return {
    whole: (bytes, effort, occasion) => {
      const affordable = bytes.length > longestOfMost ? "quick" : effort
      return compressible(bytes, affordable, occasion, async (coding) => {
        const form = await codec.compress(coding, bytes, affordable)
        return form.length < bytes.length ? form : null
      })
    },
    opened: (bytes, occasion) => compressible(bytes, "quick", occasion, (coding) => codec.open(coding, bytes)),
  }
}
