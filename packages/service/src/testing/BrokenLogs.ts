/** Databases that break what sequencers rely on: an exploration that does not find them proves nothing. */
import * as MemoryEvidenceLog from "@consent-service/testkit/MemoryEvidenceLog"
import * as Effect from "effect/Effect"
import type { SequencerScenario } from "./SequencerModel.js"

/** What a broken database makes of the log, and the property that is violated then. */
export interface BrokenLog {
  readonly ports: NonNullable<SequencerScenario["ports"]>
  readonly violates: string
}

export const brokenLogs: Readonly<Record<string, BrokenLog>> = {
  "reads the queue in one transaction and moves it in another": {
    ports: ({ log, reader }, logs) => {
      const copy = () => structuredClone(MemoryEvidenceLog.logIn(logs, null))
      let seen = copy()
      const look = Effect.sync(() => void (seen = copy()))
      return {
        reader,
        log: {
          ...log,
          lease: (holder, now, forMs) => Effect.zipLeft(log.lease(holder, now, forMs), look),
          integrate: (limit, decide) =>
            Effect.zipLeft(
              MemoryEvidenceLog.makeLog(new Map([[null, seen]]), null).integrate(limit, decide),
              Effect.sync(() => void Object.assign(MemoryEvidenceLog.logIn(logs, null), seen)),
            ),
        },
      }
    },
    violates: "the head is that of the tree",
  },
  "loses an integration that it has acknowledged": {
    ports: ({ log, reader }, logs) => {
      const stored = () => MemoryEvidenceLog.logIn(logs, null)
      let before = structuredClone(stored())
      const integrate: typeof log.integrate = (limit, decide) =>
        Effect.suspend(() => {
          before = structuredClone(stored())
          return log.integrate(limit, decide)
        })
      const keepCheckpoint: typeof log.keepCheckpoint = (checkpoint) =>
        Effect.suspend(() => {
          Object.assign(stored(), before)
          return log.keepCheckpoint(checkpoint)
        })
      return { reader, log: { ...log, integrate, keepCheckpoint } }
    },
    violates: "the tree begins with the one before",
  },
  "believes that every key is known": {
    ports: ({ log, reader }) => ({
      log,
      reader: { ...reader, statements: (ids) => Effect.succeed(new Map(ids.map((id) => [id, "{}"]))) },
    }),
    violates: "a key signs nothing before its entry is in the tree",
  },
}

/**
 * A database that gives the lease to every process: that wastes work, and breaks nothing as long as integrations are atomic,
 * which they are in memory. That those of SQL are is for the laws of the port.
 */
export const withoutLease: NonNullable<SequencerScenario["ports"]> = ({ log, reader }, logs) => ({
  reader,
  log: {
    ...log,
    lease: (holder, now, forMs) =>
      Effect.suspend(() => {
        const { open } = MemoryEvidenceLog.logIn(logs, null)
        if (open !== null) open.lease = null
        return log.lease(holder, now, forMs)
      }),
  },
})
