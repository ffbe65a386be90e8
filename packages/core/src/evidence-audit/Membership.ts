/**
 * Whether two sets of ids are the same, in memory that does not grow with them: ids are added to partitions by their
 * digest, and partitions are compared by how many ids they have and by a sum over these.
 *
 * @module
 */
import { sha256Hex } from "../digest/Sha256.js"

/** How many partitions there are: what is compared one by one is this fraction of a set for each id that differs. */
const partitions = 4096

const partitionDigits = 3

const partitionOf = (digest: string): number => Number.parseInt(digest.slice(0, partitionDigits), 16)

/** Sums of digests, modulo 2^48 so that they stay safe integers. */
const sumBits = 2 ** 48

/** Two sets of ids. */
export class Membership {
  readonly #counts = new Float64Array(partitions)
  readonly #sums = new Float64Array(partitions)

  #add(id: string, sign: 1 | -1): void {
    const digest = sha256Hex(id)
    const at = partitionOf(digest)
    this.#counts[at] = (this.#counts[at] ?? 0) + sign
    const term = Number.parseInt(digest.slice(partitionDigits, partitionDigits + 12), 16)
    this.#sums[at] = ((this.#sums[at] ?? 0) + sign * term + sumBits) % sumBits
  }

  /** Adds an id to the first set. */
  addLogged(id: string): void {
    this.#add(id, 1)
  }

  /** Adds an id to the second set. */
  addStored(id: string): void {
    this.#add(id, -1)
  }

  /** Whether both sets have the same ids. */
  agrees(): boolean {
    return this.#counts.every((count) => count === 0) && this.#sums.every((sum) => sum === 0)
  }

  /** Whether an id is in a partition whose ids differ between the sets. */
  mayDiffer(id: string): boolean {
    const at = partitionOf(sha256Hex(id))
    return this.#counts[at] !== 0 || this.#sums[at] !== 0
  }
}
