/** Work for several callers, of whom none is to be its own. */
import * as Runtime from "effect/Runtime"

/** A fiber of its own: without the transaction, the span and the interruption of whoever happens to start it. */
export const forkDetached = Runtime.runFork(Runtime.defaultRuntime)
