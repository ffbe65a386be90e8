/**
 * Counts prompts for statistics: reports of visitors for whom one was due, each journey once in a process.
 *
 * No report is stored. Counts are kept in memory for ten seconds at most and then queued; a process that dies loses those.
 *
 * @module
 */
import { type PromptList, type ReportedVisitor, Statistics } from "@consent-service/core/ports"
import { recent } from "@consent-service/core/primitives"
import { addCounts, type Contribution, contributionOfPrompt } from "@consent-service/core/statistics"
import type { SessionReport } from "@consent-service/core/visitor"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"

/** How long counts stay in memory. */
const flushMs = 10_000

/** How many different counts are kept before they are queued earlier. */
const mostKept = 500

/** How many lists wait while the database is unavailable; the oldest go first. */
const mostLists = 20

/** Of how many journeys it is known that they were counted. */
const journeys = { bound: 20_000, longestKey: 64 }

/** How long ending waits for the last list. */
const finishMs = 2_000

/** Counts the prompt of a report, if one was due. */
export type CountPrompt = (report: SessionReport, visitor: Pick<ReportedVisitor, "headers">) => void

const promptOf = (report: SessionReport, { headers }: Pick<ReportedVisitor, "headers">): Contribution => {
  const { country, experiment = null, language, policy } = report
  // Of a record, the visitor's languages are known, not the one that was served.
  const wanted = headers["accept-language"] ?? language
  return contributionOfPrompt({ at: Date.now(), policyId: policy?.id ?? null, country, language: wanted, experiment })
}

/** What waits in memory: equal prompts are one contribution. */
const makeWaiting = () => {
  let waiting = new Map<string, Contribution>()
  return {
    add: (prompt: Contribution): number => {
      const key = JSON.stringify([prompt.day, prompt.groups])
      const before = waiting.get(key)
      waiting.set(key, before === undefined ? prompt : { ...prompt, counts: addCounts(before.counts, prompt.counts) })
      return waiting.size
    },
    take: (): ReadonlyArray<Contribution> => {
      const taken = Array.from(waiting.values())
      waiting = new Map()
      return taken
    },
  }
}

/** Makes the counting of an instance. When the scope closes, what waits is queued. */
export const makePromptCounting: Effect.Effect<CountPrompt, never, Statistics | Scope.Scope> = Effect.gen(function* () {
  const { queue } = yield* Statistics
  const waiting = makeWaiting()
  const seen = recent<true>(journeys)
  let lists: ReadonlyArray<PromptList> = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let sending: Promise<void> | null = null

  const plan = (ms: number): void => {
    if (timer !== null) return
    timer = setTimeout(flush, ms)
    // The process ends when nothing else is left to do.
    timer.unref?.()
  }
  const send = async (): Promise<void> => {
    const contributions = waiting.take()
    if (contributions.length > 0) lists = [...lists, { id: crypto.randomUUID(), queuedAt: Date.now(), contributions }]
    lists = lists.slice(-mostLists)
    for (const list of lists) {
      const exit = await Effect.runPromiseExit(queue(list))
      // The same list again changes nothing if it was queued after all. Trouble is reported by the sequencer.
      if (Exit.isFailure(exit)) return plan(flushMs)
      lists = lists.filter(({ id }) => id !== list.id)
    }
  }
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    sending ??= send().finally(() => {
      sending = null
    })
  }
  yield* Effect.addFinalizer(() => {
    const last = Effect.promise(async () => {
      await sending
      flush()
      await sending
      if (timer !== null) clearTimeout(timer)
    })
    return last.pipe(Effect.timeout(finishMs), Effect.ignore)
  })
  return (report, visitor) => {
    const { journey } = report
    if (journey?.prompt !== "due" || seen.find(journey.id) === true) return
    seen.keep(journey.id, true)
    if (waiting.add(promptOf(report, visitor)) >= mostKept) flush()
    else plan(flushMs)
  }
})
