/** Readers of subjects with as many acts as allowed: their cost to a server and to other clients. */
import { spawn } from "node:child_process"
import { Agent } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { bundled } from "./Bundle.js"
import type { ServerChild } from "./Children.js"
import { newSubjectId } from "./Random.js"
import { peakMbOf, type Watched, watchRoute } from "./ServerWatch.js"
import { run } from "./Store.js"
import { type ReadReport, readSubject } from "./SubjectReads.js"

export interface HistoriesPlan {
  /** Subjects as full as the bounds allow: every second one by its number of acts, the others by their bytes. */
  readonly full: number
  /** Acts of the subject that is older than the bounds. */
  readonly oldActs: number
  /** Entries in each vendor map of that subject. */
  readonly oldVendors: number
  readonly readers: number
  readonly quietMs: number
  readonly loadedMs: number
}

export interface HistoriesReport extends ReadReport {
  readonly quietMs: ReadonlyArray<number>
  readonly loadedMs: ReadonlyArray<number>
  /** Answers to `/init` that are not a 200. */
  readonly failures: ReadonlyArray<string>
  /** The largest resident set of the server's process; null where the system does not tell. */
  readonly peakMb: number | null
}

interface Subject {
  readonly id: string
  readonly acts: number
  readonly vendors: number
}

/** 1,000 acts are one bound of a subject, and 1 MiB is the other. */
const byCount = { acts: 1_000, vendors: 40 }
const byBytes = { acts: 16, vendors: 3_600 }

/** Written to the database past the service, so that it takes seconds. */
const recordsTogether = (vendors: number): number => (vendors > 1_000 ? 8 : 500)

const vendorMap = (vendors: number, act: number): string =>
  JSON.stringify({
    version: 1,
    confirmedAt: 1_700_000_000_000,
    grants: Object.fromEntries(
      Array.from({ length: vendors }, (_, index) => [`vendor${act + index}`, index % 2 === 0]),
    ),
  })

const rowOf = ({ id, vendors }: Subject, act: number): string => {
  const at = 1_700_000_000_000 + act
  const preferences = JSON.stringify({ necessary: true, marketing: act % 2 === 0 })
  return `('cns_${id.slice(4)}${act}', '', '${id}', 'cookie_banner', 'shop.example', ${at}, ${at}, '${preferences}', '${vendorMap(vendors, act)}', 'digest')`
}

const insertSubject = async (databaseUrl: string, subject: Subject): Promise<void> => {
  await run(databaseUrl, `insert into cs_subject (id, tenant, created_at) values ('${subject.id}', '', 1)`)
  const together = recordsTogether(subject.vendors)
  for (let from = 0; from < subject.acts; from += together) {
    const acts = Array.from({ length: Math.min(together, subject.acts - from) }, (_, index) => from + index)
    await run(
      databaseUrl,
      `insert into cs_consent (id, tenant, subject_id, type, domain, given_at, created_at, preferences, vendor_choice, content_digest)
       values ${acts.map((act) => rowOf(subject, act)).join(",")}`,
    )
  }
}

/** Fills the database; the last id is of the subject that is older than the bounds. */
export const fillHistories = async (databaseUrl: string, plan: HistoriesPlan): Promise<ReadonlyArray<string>> => {
  const full = Array.from({ length: plan.full }, (_, index): Subject => {
    const bound = index % 2 === 0 ? byCount : byBytes
    return { id: newSubjectId(), ...bound }
  })
  const subjects = [...full, { id: newSubjectId(), acts: plan.oldActs, vendors: plan.oldVendors }]
  for (const subject of subjects) await insertSubject(databaseUrl, subject)
  return subjects.map(({ id }) => id)
}

/** Reads all the subjects in a separate process until it is stopped. */
const startReaders = async (port: number, subjects: ReadonlyArray<string>, readers: number) => {
  const program = await bundled("HistoryReaders")
  const child = spawn(process.execPath, [program, String(port), String(readers)], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (output += text))
  // A write to a process that has exited may fail: its report is missing then.
  child.stdin.on("error", () => {})
  child.stdin.write(`${JSON.stringify(subjects)}\n`)
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return {
    end: async (): Promise<ReadReport> => {
      child.stdin.end()
      await closed
      return JSON.parse(output)
    },
  }
}

const probeEveryMs = 20

/** Requests `/init` for some time. */
const probe = async (port: number, forMs: number): Promise<Watched> => {
  const watching = watchRoute(port, "/init?country=DE", probeEveryMs)
  await sleep(forMs)
  return watching.end()
}

/** Probes a server without and with readers of all the subjects. */
export const runHistories = async (
  server: ServerChild,
  subjects: ReadonlyArray<string>,
  { loadedMs, quietMs, readers }: HistoriesPlan,
): Promise<HistoriesReport> => {
  await probe(server.port, quietMs / 4)
  const quiet = await probe(server.port, quietMs)
  const reading = await startReaders(server.port, subjects, readers)
  const loaded = await probe(server.port, loadedMs)
  const reads = await reading.end()
  return {
    ...reads,
    quietMs: quiet.times,
    loadedMs: loaded.times,
    failures: [...quiet.failures, ...loaded.failures],
    peakMb: peakMbOf(server.pid),
  }
}

/** Reads a subject alone until that succeeds; gives the size of the answer. */
export const readAlone = async (server: ServerChild, subject: string): Promise<number> => {
  const agent = new Agent()
  for (let attempt = 0; attempt < 20; attempt++) {
    const answer = await readSubject(agent, server.port, subject)
    if (typeof answer !== "string" && answer.status === 200) return answer.bytes
    await sleep(500)
  }
  throw new Error("no read of the subject succeeded")
}
