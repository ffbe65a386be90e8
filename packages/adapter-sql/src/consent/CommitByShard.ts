/**
 * Group commit on a cluster: a line for each shard, so that a batch is one shard's and commits on one node.
 */
import * as Effect from "effect/Effect"
import type { ShardOf } from "../distribution/Shards.js"
import { makeSlots, type SlotLimits } from "../distribution/Slots.js"
import { type GroupCommitOptions, makeGroupCommit } from "./GroupCommit.js"

/**
 * How many commits run concurrently. Two of a shard, as on one server. The pool has ten connections by default: four are left
 * for reads, and as many of the six as a node may hold are left for the others when it does not answer.
 */
const slotLimits: SlotLimits = { all: 6, ofNode: 3 }

/** How to commit the items of a shard. */
export interface CommitByShardOptions<A, B, E, E2> extends Omit<GroupCommitOptions<A, B, E, E2>, "slot"> {
  readonly shardOf: ShardOf
  /** What an item is divided by. */
  readonly subjectOf: (item: A) => string
}

/** Commits each item together with others of its shard. */
export const makeCommitByShard = <A, B, E, E2>({
  shardOf,
  subjectOf,
  ...options
}: CommitByShardOptions<A, B, E, E2>): ((item: A) => Effect.Effect<B, E2>) => {
  const slotOf = makeSlots(slotLimits)
  const lines = new Map<string, (item: A) => Effect.Effect<B, E2>>()
  return (item) => {
    const { id, node } = shardOf(subjectOf(item))
    const line = lines.get(id) ?? makeGroupCommit({ ...options, slot: slotOf(node) })
    lines.set(id, line)
    return line(item)
  }
}
