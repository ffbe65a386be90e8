/** What work costs, without what other processes do meanwhile. */

const once = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The least CPU time that work took in so many runs, in milliseconds: a collection of garbage may fall into one. */
export const cpuMs = (work: () => void, runs: number): number =>
  Math.min(...Array.from({ length: runs }, () => once(work)))

/** Whether work takes less CPU time than so many milliseconds in one of a few runs. */
export const takesLess = (ms: number, work: () => void): boolean =>
  Array.from({ length: 5 }, () => work).some((run) => once(run) < ms)
