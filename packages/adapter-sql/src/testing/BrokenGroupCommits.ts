/** Group commits that break a promise each: an exploration that does not find them proves nothing. */
import * as Effect from "effect/Effect"
import { makeGroupCommit } from "../consent/GroupCommit.js"
import type { GroupCommitScenario, MakeGroupCommit } from "./GroupCommitModel.js"

/** A broken group commit, the property that it violates, and where that shows. */
export interface BrokenGroupCommit {
  readonly make: MakeGroupCommit
  readonly violates: string
  readonly scenario?: Partial<GroupCommitScenario>
}

export const brokenGroupCommits: Readonly<Record<string, BrokenGroupCommit>> = {
  "acknowledges before the commit": {
    make: (options) =>
      makeGroupCommit({
        ...options,
        commit: (items) => Effect.as(Effect.forkDaemon(options.commit(items)), items),
      }),
    violates: "only what is committed is acknowledged",
  },
  "gives callers the answers of others": {
    make: (options) =>
      makeGroupCommit({ ...options, commit: (items) => Effect.map(options.commit(items), (all) => all.toReversed()) }),
    violates: "a caller has the answer to its own save",
  },
  "repeats what may have been committed": {
    make: (options) => makeGroupCommit({ ...options, concernsAll: () => false }),
    violates: "what may have been committed is not committed again",
  },
  "repeats what was committed when the interruption came": {
    make: (options) => makeGroupCommit({ ...options, commit: (items) => Effect.interruptible(options.commit(items)) }),
    violates: "what may have been committed is not committed again",
  },
  "fails a whole batch for one of its saves": {
    make: (options) => makeGroupCommit({ ...options, concernsAll: () => true }),
    violates: "a save is refused on its own",
    scenario: { acts: ["a", "poison", "c"] },
  },
  "commits what was withdrawn": {
    make: (options) => {
      const save = makeGroupCommit(options)
      return (item) => Effect.disconnect(Effect.uninterruptible(save(item)))
    },
    violates: "what a caller withdrew while it waited is not committed",
    scenario: { leaving: 1 },
  },
  "runs one commit too many": {
    make: (options) => makeGroupCommit({ ...options, atOnce: options.atOnce + 1 }),
    violates: "commits stay within their bounds",
    scenario: { acts: ["a", "b", "c", "d", "e"] },
  },
  "waits too long": {
    make: (options) => makeGroupCommit({ ...options, timeoutMs: options.timeoutMs * 2 }),
    violates: "every caller has its answer in time",
  },
}
