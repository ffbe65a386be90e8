/**
 * Readers of subjects, in a separate process, so that parsing the answers does not delay the measuring process:
 * `node HistoryReaders PORT READERS`, with the subjects' ids as a line of JSON on standard input.
 *
 * It reads one subject after another, in each reader, until its standard input ends, and prints its report as a line of
 * JSON.
 */
import { Agent } from "node:http"
import { constants, setPriority } from "node:os"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { isRefused, readSubject, type ReadReport } from "./SubjectReads.js"

const [port = 0, readers = 0] = process.argv.slice(2).map(Number)
// Where they share a core with the measuring process, they have the lower priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const agent = new Agent({ keepAlive: true, maxSockets: readers })
const answers: Record<string, number> = {}
const unexpected: Array<string> = []
const readMs: Array<number> = []
const over = new AbortController()

const readOn = async (reader: number, subjects: ReadonlyArray<string>): Promise<void> => {
  for (let turn = reader; !over.signal.aborted; turn += 7) {
    const answer = await readSubject(agent, port, subjects[turn % subjects.length] ?? "")
    const what = typeof answer === "string" ? answer : String(answer.status)
    answers[what] = (answers[what] ?? 0) + 1
    if (typeof answer === "string") unexpected.push(answer)
    else if (answer.status === 200) readMs.push(answer.ms)
    else if (isRefused(answer)) await sleep(100)
    else unexpected.push(`${answer.status}, Retry-After ${answer.retryAfter}`)
  }
}

const lines = createInterface({ input: process.stdin })
lines.on("close", () => over.abort())
lines.once("line", async (line) => {
  const subjects: ReadonlyArray<string> = JSON.parse(line)
  await Promise.all(Array.from({ length: readers }, (_, reader) => readOn(reader, subjects)))
  agent.destroy()
  const report: ReadReport = { answers, unexpected, readMs }
  console.log(JSON.stringify(report))
})
