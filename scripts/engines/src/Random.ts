/** Mulberry32: whole numbers below 2 ** 32, the same ones for a seed. */
export const numbersFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

/** Numbers from 0 to below 1, the same ones for a seed. */
export const fractionsFrom = (seed: number): (() => number) => {
  const next = numbersFrom(seed)
  return () => next() / 2 ** 32
}
