/**
 * A service that can be exchanged while a server answers with it.
 *
 * @module
 */
import type { Servable } from "../../node.js"

/** The current instance of a server, which a reload replaces. */
export interface LiveService extends Servable {
  /**
   * Sends all further requests to another instance. Running requests complete on the former one.
   *
   * @returns resolves when the former one has answered them and closed its database
   */
  readonly swap: (next: Servable) => Promise<void>
}

/** Begins with an instance; the last one is disposed of with it. */
export const makeLiveService = (first: Servable): LiveService => {
  let current = first
  const former = new Set<Promise<void>>()
  return {
    kernel: (exchange) => current.kernel(exchange),
    observe: (observation) => current.observe(observation),
    // Those of all instances: they outlive each.
    metrics: first.metrics,
    readiness: () => current.readiness(),
    swap: async (next) => {
      const ended = current.dispose()
      current = next
      former.add(ended)
      await ended.finally(() => former.delete(ended))
    },
    dispose: async () => {
      await Promise.all([current.dispose(), ...former])
    },
  }
}
