/**
 * Positions of erased entries that no erasure has named yet: a bit an entry, for bundles that have such entries.
 *
 * @module
 */
import { tileWidth } from "../evidence/Tiles.js"

const bits = 32

/** A set of positions. */
export class ErasedPositions {
  readonly #bundles = new Map<number, Uint32Array>()

  add(position: number): void {
    const n = Math.floor(position / tileWidth)
    const words = this.#bundles.get(n) ?? new Uint32Array(tileWidth / bits)
    const at = position % tileWidth
    words[Math.floor(at / bits)]! |= 1 << (at % bits)
    this.#bundles.set(n, words)
  }

  has(position: number): boolean {
    const at = position % tileWidth
    const words = this.#bundles.get(Math.floor(position / tileWidth))
    return words !== undefined && (words[Math.floor(at / bits)]! & (1 << (at % bits))) !== 0
  }

  /** Takes a position out. @returns whether it was there */
  take(position: number): boolean {
    const n = Math.floor(position / tileWidth)
    const words = this.#bundles.get(n)
    const at = position % tileWidth
    const [word, bit] = [Math.floor(at / bits), 1 << (at % bits)]
    if (words === undefined || (words[word]! & bit) === 0) return false
    words[word]! &= ~bit
    if (words.every((left) => left === 0)) this.#bundles.delete(n)
    return true
  }

  get isEmpty(): boolean {
    return this.#bundles.size === 0
  }

  /** Those that are left, in order. */
  *[Symbol.iterator](): Generator<number> {
    for (const n of Array.from(this.#bundles.keys()).sort((one, other) => one - other)) {
      const words = this.#bundles.get(n)
      for (let at = 0; at < tileWidth; at++) {
        if (((words?.[Math.floor(at / bits)] ?? 0) & (1 << (at % bits))) !== 0) yield n * tileWidth + at
      }
    }
  }
}
