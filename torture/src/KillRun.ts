/** Kills a server under load, again and again, and checks what its database holds afterwards. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, actMaker, assertionIn, type Book, openBook } from "./Act.js"
import { audit, type Finding } from "./Audit.js"
import type { Children, ServerChild, ServerSettings } from "./Children.js"
import { type Client, member, openClient, parsed } from "./Client.js"
import { auditLog, readLog } from "./LogAudit.js"
import { type Random, seededRandom } from "./Random.js"
import { corruption, readStored } from "./Store.js"

export interface KillPlan {
  readonly server: ServerSettings
  /** Where the checker reads, past a pooler that the server goes through; the server's own URL by default. */
  readonly directUrl?: string
  readonly cycles: number
  readonly seed: number
  /** When to give up beginning new cycles, so that a slow machine ends with a result. */
  readonly budgetMs: number
}

export interface KillReport {
  readonly cycles: number
  readonly rowsAtStart: number
  readonly acknowledged: number
  /** Saves without an answer that says what became of them. */
  readonly indeterminate: number
  /** Those of them that were on record before they were sent again. */
  readonly landed: number
  /** Those of them that were not answered with 200 although they were sent again. */
  readonly unsettled: number
  readonly failedWhileAlive: number
  readonly unexpected: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  readonly corruption: ReadonlyArray<string>
  /** What is wrong with the evidence log. */
  readonly log: ReadonlyArray<string>
  /** How many entries are in its tree, and how many checkpoints were signed. */
  readonly logged: number
  readonly checkpoints: number
  readonly slowestStartMs: number
}

const savers = 16

/** A cycle is over in a moment; a saver that has sent that many has met a server that does not die. */
const savesPerSaver = 5_000

interface Cycle {
  readonly book: Book
  readonly nextAct: () => Act
  readonly random: Random
  /** Whether the time until the kill runs from some acknowledgements on, or from the first save on, when all is still cold. */
  readonly warm: boolean
}

const save = (client: Client, act: Act) => client.send({ method: "POST", path: "/subjects", body: JSON.stringify(act) })

/** One server's life under load; tells how many requests failed while it was alive, which none should. */
const liveAndDie = async (child: ServerChild, { book, nextAct, random, warm }: Cycle): Promise<number> => {
  const client = openClient(child.port, savers)
  const dying = new AbortController()
  let failedWhileAlive = 0
  let acks = 0
  let warmUp = () => {}
  const warmedUp = new Promise<void>((resolve) => void (warmUp = resolve))
  const saver = async () => {
    for (let saves = 0; saves < savesPerSaver && !dying.signal.aborted; saves += 1) {
      const act = nextAct()
      const outcome = await save(client, act)
      book.note(act, outcome)
      if (outcome._tag === "Answer" && outcome.status === 200) acks += 1
      else if (!dying.signal.aborted) failedWhileAlive += 1
      if (acks >= savers) warmUp()
      if (outcome._tag === "NoAnswer") return
    }
  }
  const load = Promise.all(Array.from({ length: savers }, saver))
  if (warm) await Promise.race([warmedUp, sleep(5_000, undefined, { ref: false })])
  await sleep(random.between(20, 150))
  dying.abort()
  await child.kill()
  await load
  client.close()
  return failedWhileAlive
}

/** Sends what is indeterminate once more to a server that lives, and gives what does not settle. */
const settle = async (child: ServerChild, book: Book): Promise<number> => {
  const client = openClient(child.port, savers)
  const waiting = Array.from(book.indeterminate.values())
  const settler = async () => {
    for (let act = waiting.pop(); act !== undefined; act = waiting.pop()) book.note(act, await save(client, act))
  }
  // A connection that the killed server left behind may hold locks for a moment.
  for (let attempt = 0; attempt < 3 && waiting.length > 0; attempt += 1) {
    await Promise.all(Array.from({ length: savers }, settler))
    waiting.push(...book.indeterminate.values())
    if (waiting.length > 0) await sleep(500)
  }
  client.close()
  return book.indeterminate.size
}

const urlOf = ({ directUrl, server }: KillPlan): string => directUrl ?? server.databaseUrl

const firstLook = async (children: Children, plan: KillPlan) => {
  const { seed, server } = plan
  const child = await children.start(server)
  const client = openClient(child.port, 1)
  const init = await client.send({ method: "GET", path: "/init?country=DE" })
  client.close()
  await child.kill()
  const { consents, decisions, subjects } = await readStored(urlOf(plan))
  const assertion = assertionIn(init._tag === "Answer" ? init.body : init.reason)
  const random = seededRandom(seed)
  return {
    random,
    nextAct: actMaker(random, assertion),
    rowsAtStart: consents.length + decisions.length + subjects.length,
  }
}

const countLanded = async (url: string, indeterminate: Book["indeterminate"]): Promise<number> => {
  const canaries = new Set(Array.from(indeterminate.values(), ({ metadata }) => metadata["canary"]))
  const { consents } = await readStored(url)
  return consents.filter(({ metadata }) => canaries.has(member(parsed(metadata ?? ""), "canary"))).length
}

export const runKills = async (children: Children, plan: KillPlan): Promise<KillReport> => {
  const url = urlOf(plan)
  const { nextAct, random, rowsAtStart } = await firstLook(children, plan)
  const book = openBook()
  const deadline = Date.now() + plan.budgetMs
  let [cycles, failedWhileAlive, slowestStartMs] = [0, 0, 0]
  for (; cycles < plan.cycles && Date.now() < deadline; cycles += 1) {
    const child = await children.start(plan.server)
    slowestStartMs = Math.max(slowestStartMs, child.startMs)
    failedWhileAlive += await liveAndDie(child, { book, nextAct, random, warm: cycles % 2 === 1 })
  }
  const acknowledged = book.acknowledged.size
  const indeterminate = book.indeterminate.size
  const landed = await countLanded(url, book.indeterminate)
  const last = await children.start(plan.server)
  const unsettled = await settle(last, book)
  // The lease of a server that was killed ends before another moves what it left into the tree.
  for (let attempt = 0; attempt < 100 && (await readLog(url)).queue.length > 0; attempt += 1) await sleep(200)
  await last.stop()
  const storedLog = await readLog(url)
  return {
    cycles,
    rowsAtStart,
    acknowledged,
    indeterminate,
    landed,
    unsettled,
    failedWhileAlive,
    unexpected: book.unexpected,
    findings: audit(Array.from(book.acknowledged.values()), await readStored(url)),
    corruption: await corruption(url),
    log: auditLog(storedLog),
    logged: Number(storedLog.log[0]?.["size"] ?? 0),
    checkpoints: storedLog.checkpoints.length,
    slowestStartMs,
  }
}
