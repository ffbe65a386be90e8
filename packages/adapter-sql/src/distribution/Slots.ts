/** Bounds how much work runs concurrently, in all and for each node: nodes that do not answer must not hold every slot. */
import * as Effect from "effect/Effect"

/** How many slots there are. */
export interface SlotLimits {
  readonly all: number
  readonly ofNode: number
}

/** Runs an effect when it has a slot. */
export type WithSlot = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Makes slots of nodes. What waits for a slot of its node holds none of those that all share, so that it delays no other node. Of those
 * that wait for the same slots, the first goes first.
 */
export const makeSlots = ({ all, ofNode }: SlotLimits): ((node: string) => WithSlot) => {
  const ofAll = Effect.unsafeMakeSemaphore(all)
  const nodes = new Map<string, WithSlot>()
  return (node) => {
    const known = nodes.get(node)
    if (known !== undefined) return known
    const ofThis = Effect.unsafeMakeSemaphore(ofNode)
    const withSlot: WithSlot = (effect) => ofThis.withPermits(1)(ofAll.withPermits(1)(effect))
    nodes.set(node, withSlot)
    return withSlot
  }
}
