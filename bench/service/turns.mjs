// @ts-check
// Samples of several contestants taken in turns, so that other load on the machine affects all of them equally.

/** How many samples one asks for before it takes what it has. @param {number} rounds */
const patience = (rounds) => rounds * 3

/**
 * @template Contestant, Sample
 * @param {ReadonlyArray<Contestant>} contestants
 * @param {number} rounds - samples of each
 * @param {(contestant: Contestant) => Promise<Sample | "busy">} take
 * @returns {Promise<ReadonlyArray<{ contestant: Contestant, samples: ReadonlyArray<Sample>, refused: number }>>} fewer
 *   samples where the machine was busy again and again
 */
export const inTurns = async (contestants, rounds, take) => {
  const taken = contestants.map((contestant) => ({
    contestant,
    samples: /** @type {Array<Sample>} */ ([]),
    refused: 0,
  }))
  for (let asked = 0; asked < patience(rounds); asked += 1) {
    const waiting = taken.filter(({ samples }) => samples.length < rounds)
    if (waiting.length === 0) break
    for (const each of waiting) {
      const sample = await take(each.contestant)
      if (sample === "busy") each.refused += 1
      else each.samples.push(sample)
    }
  }
  return taken
}
