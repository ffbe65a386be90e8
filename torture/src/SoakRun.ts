/** Keeps `consent-service serve` under mixed load for long, with reloads and killed workers, and checks what it leaves. */
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { actMaker, type Book, openBook } from "./Act.js"
import { audit, type Finding } from "./Audit.js"
import { type Client, openClient, type Outcome, type Sent } from "./Client.js"
import { type Random, seededRandom } from "./Random.js"
import { corruption, readStored } from "./Store.js"

export interface SoakPlan {
  readonly databaseUrl: string
  /** An empty folder that the server runs in. */
  readonly folder: string
  readonly workers: number
  readonly forMs: number
  readonly seed: number
  /** From one trouble to the next. */
  readonly everyMs: number
}

export interface SoakReport {
  readonly acknowledged: number
  readonly reads: number
  readonly reloads: number
  readonly kills: number
  /** Answers of 500 and above, which none should get. */
  readonly failed: ReadonlyArray<string>
  /** Requests without an answer while no worker had been killed for a while. */
  readonly unanswered: ReadonlyArray<string>
  /** Requests whose worker was killed. */
  readonly cutOff: number
  /** Saves without an answer that were not accepted when they were sent again. */
  readonly unsettled: number
  readonly unexpected: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  readonly corruption: ReadonlyArray<string>
  /** The resident memory of all processes after a quarter of the time and at the end, in megabytes. */
  readonly earlyMb: number
  readonly lateMb: number
  readonly exitCode: number | null
}

const program = fileURLToPath(new URL("../../packages/service/bin/consent-service.js", import.meta.url))

/** How long after a kill requests may stay unanswered, in milliseconds. */
const windowMs = 5_000

const savers = 8
const readers = 4

/** Between the requests of a client, in milliseconds: what is stored must fit into the checker's memory. */
const pauseMs = 20

const startServer = async ({ databaseUrl, folder, workers }: SoakPlan) => {
  const args = ["serve", "--port", "0", "--host", "127.0.0.1", "--migrate", "--workers", String(workers)]
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, CONSENT_RATE_LIMIT: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  const read = (text: string): void => void (output += text)
  child.stdout.setEncoding("utf8").on("data", read)
  child.stderr.setEncoding("utf8").on("data", read)
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve))
  while (!output.includes("listens on ") && child.exitCode === null) await sleep(20)
  const port = Number(/listens on http:\/\/[^:]+:(\d+)/.exec(output)?.[1])
  if (!Number.isInteger(port)) throw new Error(`the server did not start: ${output}`)
  const count = (event: string): number => output.split(`"event":"${event}"`).length - 1
  return { child, port, exited, count }
}

type Server = Awaited<ReturnType<typeof startServer>>

const workersOf = ({ pid = 0 }: ChildProcess): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)

const residentMb = (child: ChildProcess): number =>
  [child.pid ?? 0, ...workersOf(child)]
    .map((pid) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024)
    .reduce((sum, each) => sum + each, 0)

/** What is counted while the load runs. */
const makeTally = () => ({
  reads: 0,
  cutOff: 0,
  killedAt: -windowMs,
  failed: [] as string[],
  unanswered: [] as string[],
})

type Tally = ReturnType<typeof makeTally>

/** A request counts as cut off when a worker was killed while it was under way, or shortly before it was sent. */
const note = (tally: Tally, outcome: Outcome, sentAt: number): void => {
  if (outcome._tag === "Answer") {
    if (outcome.status >= 500) tally.failed.push(`${outcome.status} ${outcome.body}`)
  } else if (tally.killedAt > sentAt - windowMs) tally.cutOff += 1
  else tally.unanswered.push(outcome.reason)
}

/** Sends one request after another over a connection of its own. */
const keepSending = async (port: number, over: AbortSignal, each: (client: Client) => Promise<void>) => {
  const client = openClient(port, 1)
  for (; !over.aborted; await sleep(pauseMs)) await each(client)
  client.close()
}

const save = (act: ReturnType<ReturnType<typeof actMaker>>): Sent => ({
  method: "POST",
  path: "/subjects",
  body: JSON.stringify(act),
})

const load = (
  port: number,
  book: Book,
  { over, random, tally }: { over: AbortSignal; random: Random; tally: Tally },
) => {
  const next = actMaker(random, null)
  const saver = async (client: Client): Promise<void> => {
    const [act, sentAt] = [next(), performance.now()]
    const outcome = await client.send(save(act))
    book.note(act, outcome)
    note(tally, outcome, sentAt)
  }
  const paths = ["/manifest", "/init?country=DE", "/status"]
  const reader = async (client: Client): Promise<void> => {
    const sentAt = performance.now()
    const outcome = await client.send({ method: "GET", path: random.pick(paths) })
    tally.reads += 1
    note(tally, outcome, sentAt)
  }
  return Promise.all([
    ...Array.from({ length: savers }, () => keepSending(port, over, saver)),
    ...Array.from({ length: readers }, () => keepSending(port, over, reader)),
  ])
}

/** Reloads, and kills a worker where there are several; resolves when the server has coped with it. */
const trouble = async (server: Server, random: Random, tally: Tally): Promise<"reload" | "kill"> => {
  const workers = workersOf(server.child)
  if (workers.length < 2 || random.flip()) {
    const before = server.count("configuration-reloaded")
    server.child.kill("SIGHUP")
    while (server.count("configuration-reloaded") === before && server.child.exitCode === null) await sleep(20)
    return "reload"
  }
  tally.killedAt = performance.now()
  process.kill(workers[random.between(0, workers.length - 1)] ?? 0, "SIGKILL")
  while (workersOf(server.child).length < workers.length) await sleep(20)
  return "kill"
}

/** Sends what got no answer once more, and gives how much of it was not accepted then. */
const settle = async (port: number, book: Book): Promise<number> => {
  const client = openClient(port, 1)
  for (const act of Array.from(book.indeterminate.values())) book.note(act, await client.send(save(act)))
  client.close()
  return book.indeterminate.size
}

export const runSoak = async (plan: SoakPlan): Promise<SoakReport> => {
  const random = seededRandom(plan.seed)
  const server = await startServer(plan)
  try {
    const [book, tally, over] = [openBook(), makeTally(), new AbortController()]
    const running = load(server.port, book, { over: over.signal, random: seededRandom(plan.seed + 1), tally })
    const since = performance.now()
    let [reloads, kills, earlyMb] = [0, 0, 0]
    while (performance.now() - since < plan.forMs) {
      await sleep(plan.everyMs)
      if ((await trouble(server, random, tally)) === "reload") reloads += 1
      else kills += 1
      if (earlyMb === 0 && performance.now() - since > plan.forMs / 4) earlyMb = residentMb(server.child)
    }
    const lateMb = residentMb(server.child)
    over.abort()
    await running
    const unsettled = await settle(server.port, book)
    server.child.kill("SIGTERM")
    const exitCode = await server.exited
    const { cutOff, failed, reads, unanswered } = tally
    return {
      acknowledged: book.acknowledged.size,
      reads,
      reloads,
      kills,
      failed,
      unanswered,
      cutOff,
      unsettled,
      earlyMb,
      lateMb,
      exitCode,
      unexpected: book.unexpected,
      findings: audit(Array.from(book.acknowledged.values()), await readStored(plan.databaseUrl)),
      corruption: await corruption(plan.databaseUrl),
    }
  } finally {
    server.child.kill("SIGKILL")
  }
}
