/**
 * Has checkpoints of a log stamped by authorities with another clock: a follower of its newest one. Saves and signatures
 * never wait for it.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readNote } from "../evidence/SignedNote.js"
import { readTimestamp, timestampRequest } from "../evidence/Timestamp.js"
import { EvidenceLog, type KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EvidenceReader } from "../ports/EvidenceReader.js"
import type { StoreError } from "../ports/StoreError.js"
import { TimestampAuthorities, type TimestampAuthority } from "../ports/TimestampAuthorities.js"
import { newestCheckpoint } from "./LogReading.js"

/** What asking an authority came to. */
export type TimestampRun = Data.TaggedEnum<{
  /** Its stamp is kept. */
  Stamped: { readonly authority: string; readonly size: number }
  Unstamped: { readonly authority: string; readonly reason: string }
  /** It has stamped lately, or there is nothing new. */
  NotDue: { readonly authority: string }
}>

export const TimestampRun = Data.taggedEnum<TimestampRun>()

/** How soon an authority that has not stamped is asked again, at the earliest. */
const retryMs = 60_000

/** A stamp that differs more from the own clock is not kept: one of the clocks is wrong, and a reader could not tell which. */
const mostOffsetMs = 86_400_000

const stampedText = ({ note }: KeptCheckpoint): string => readNote(note)?.text ?? ""

const offsetProblem = (time: number, now: number): string | null =>
  Math.abs(time - now) > mostOffsetMs ? `its time, ${new Date(time).toISOString()}, is far from the own clock` : null

/** Asks an authority for the stamp of a checkpoint, and keeps it. */
const stamp = ({ ask, name }: TimestampAuthority, checkpoint: KeptCheckpoint) =>
  Effect.gen(function* () {
    const unstamped = (reason: string) => TimestampRun.Unstamped({ authority: name, reason })
    const { nonce } = yield* TimestampAuthorities
    const [random, text] = [nonce(), stampedText(checkpoint)]
    const answer = yield* ask(timestampRequest(text, random))
    if (answer._tag === "Failed") return unstamped(answer.reason)
    const reading = readTimestamp(answer.bytes, text, random)
    if (reading._tag === "Refused") return unstamped(reading.reason)
    const now = yield* Clock.currentTimeMillis
    const problem = offsetProblem(reading.time, now)
    if (problem !== null) return unstamped(problem)
    const { size } = checkpoint
    yield* (yield* EvidenceLog).keepTimestamp({ size, authority: name, text, answer: answer.bytes, keptAt: now })
    return TimestampRun.Stamped({ authority: name, size })
  })

/** Whether an authority is to be asked, and otherwise when to look again. */
const whenDue = ({ everyMs, name }: TimestampAuthority, { size }: KeptCheckpoint, now: number) =>
  Effect.map(
    Effect.flatMap(EvidenceReader, ({ newestTimestamp }) => newestTimestamp(name)),
    Option.match({
      onNone: () => now,
      onSome: (newest) => (newest.size >= size ? now + 1_000 : newest.keptAt + everyMs),
    }),
  )

/**
 * Makes the time stamping of a process. Each run has the newest checkpoint stamped by every authority whose last stamp is
 * old enough, all asked together. A stamp of another text or another request, and one whose time is more than a day from
 * the own clock, is not kept.
 *
 * @example
 * ```ts
 * import { makeTimestamping } from "@consent-service/core/evidence-log"
 * import * as Effect from "effect/Effect"
 *
 * const stamped = Effect.map(makeTimestamping(), (runs) => runs.filter(({ _tag }) => _tag === "Stamped").length)
 * ```
 */
export const makeTimestamping = (): Effect.Effect<
  ReadonlyArray<TimestampRun>,
  StoreError,
  EvidenceLog | EvidenceReader | TimestampAuthorities
> => {
  // So that most runs read nothing.
  const lookAt = new Map<TimestampAuthority, number>()
  const one = (authority: TimestampAuthority, checkpoint: KeptCheckpoint) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = yield* whenDue(authority, checkpoint, now)
      if (due > now) {
        lookAt.set(authority, due)
        return TimestampRun.NotDue({ authority: authority.name })
      }
      const run = yield* stamp(authority, checkpoint)
      const waitMs = run._tag === "Stamped" ? authority.everyMs : Math.min(authority.everyMs, retryMs)
      lookAt.set(authority, (yield* Clock.currentTimeMillis) + waitMs)
      return run
    })
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { all } = yield* TimestampAuthorities
    const awaited = all.filter((authority) => (lookAt.get(authority) ?? 0) <= now)
    if (awaited.length === 0) return []
    const checkpoint = Option.getOrNull(yield* newestCheckpoint)
    if (checkpoint === null) return []
    return yield* Effect.forEach(awaited, (authority) => one(authority, checkpoint), { concurrency: "unbounded" })
  })
}
