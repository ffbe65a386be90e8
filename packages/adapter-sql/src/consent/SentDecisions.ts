/**
 * Remembers which decisions are on record, so that a process sends each once. On a cluster they are on every node: sending one
 * again is a transaction of all nodes, even where nothing is inserted.
 */

/** As many are remembered. A policy has a few for each language and country. */
const mostRemembered = 4_096

/**
 * For so long a decision is taken to be there. Decisions are named by their content and never removed, but a database may be replaced by
 * an older copy under a running process.
 */
const rememberedMs = 300_000

/** Decisions that committed transactions have sent. */
export interface SentDecisions {
  readonly has: (id: string) => boolean
  /** Only for what is committed. */
  readonly add: (ids: ReadonlyArray<string>) => void
}

/** @param now - in milliseconds; the monotonic clock by default */
export const makeSentDecisions = (now: () => number = () => performance.now()): SentDecisions => {
  const sentAt = new Map<string, number>()
  const has = (id: string): boolean => {
    const at = sentAt.get(id)
    return at !== undefined && now() - at < rememberedMs
  }
  return {
    has,
    add: (ids) => {
      for (const id of ids) {
        // What was remembered already was not sent again: it is forgotten when it would have been.
        if (has(id)) continue
        sentAt.delete(id)
        sentAt.set(id, now())
        const [oldest] = sentAt.keys()
        if (sentAt.size > mostRemembered && oldest !== undefined) sentAt.delete(oldest)
      }
    },
  }
}
