/** Commits of numbers that a test watches: which there were, and how many at the same time. */
import * as Effect from "effect/Effect"

type Items = ReadonlyArray<number>

/** Wraps a commit, so that it is remembered and answers `done` for each of its items. */
export const watchCommits = (commit: (items: Items) => Effect.Effect<void, string>) => {
  const commits: Array<Items> = []
  const underWay = { now: 0, most: 0 }
  const watched = (items: Items) =>
    Effect.suspend(() => {
      commits.push(items)
      underWay.now += 1
      underWay.most = Math.max(underWay.most, underWay.now)
      return commit(items)
    }).pipe(Effect.ensuring(Effect.sync(() => (underWay.now -= 1))), Effect.as(items.map((item) => `done ${item}`)))
  return { commit: watched, commits, underWay }
}
