/** Kills a server under load, alone or one of several, again and again, and checks what the database holds afterwards. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, type Book, openBook } from "./Act.js"
import { type Aftermath, firstLook, lookAfter, save } from "./Aftermath.js"
import type { Children, ServerChild, ServerSettings } from "./Children.js"
import { openClient, type Outcome } from "./Client.js"
import type { Random } from "./Random.js"

export interface KillPlan {
  readonly server: ServerSettings
  /** Where the checker reads, past a pooler that the server goes through; the server's own URL by default. */
  readonly directUrl?: string
  /** How many servers are there at a time; each cycle kills one of them, whichever. One by default. */
  readonly servers?: number
  readonly cycles: number
  readonly seed: number
  /** When to give up beginning new cycles, so that a slow machine ends with a result. */
  readonly budgetMs: number
}

export interface KillReport extends Aftermath {
  readonly cycles: number
  readonly rowsAtStart: number
  /** How saves failed that met a server that was alive. */
  readonly failedWhileAlive: ReadonlyArray<string>
  readonly slowestStartMs: number
}

const savers = 16

/** As many save to each server that is not killed in a cycle, so that it sequences, too. */
const bystanders = 4

/** A cycle is short; a saver that has sent this many found a server that does not die. */
const savesPerSaver = 5_000

interface Cycle {
  readonly book: Book
  readonly nextAct: () => Act
  readonly random: Random
  /** Whether the time until the kill runs from some acknowledgements on, or from the first save on, when all is still cold. */
  readonly warm: boolean
}

/** What was received in place of a 200. */
const failureOf = (outcome: Outcome): string =>
  outcome._tag === "Answer" ? `${outcome.status} ${outcome.body}` : outcome.reason

/** Saves to a server that lives on, until `until` is aborted; returns how saves failed, which none must. */
const liveOn = async (
  child: ServerChild,
  { book, nextAct }: Cycle,
  until: AbortSignal,
): Promise<ReadonlyArray<string>> => {
  const client = openClient(child.port, bystanders)
  const failed: Array<string> = []
  const saver = async () => {
    for (let saves = 0; saves < savesPerSaver && !until.aborted; saves += 1) {
      const act = nextAct()
      const outcome = await save(client, act)
      book.note(act, outcome)
      if (outcome._tag !== "Answer" || outcome.status !== 200) failed.push(failureOf(outcome))
    }
  }
  await Promise.all(Array.from({ length: bystanders }, saver))
  client.close()
  return failed
}

/**
 * One server's end under load, while others live on; returns how requests failed that met a server that was alive,
 * which none must.
 */
const liveAndDie = async (
  child: ServerChild,
  others: ReadonlyArray<ServerChild>,
  cycle: Cycle,
): Promise<ReadonlyArray<string>> => {
  const { book, nextAct, random, warm } = cycle
  const client = openClient(child.port, savers)
  const dying = new AbortController()
  const rest = Promise.all(others.map((other) => liveOn(other, cycle, dying.signal)))
  const failedWhileAlive: Array<string> = []
  let acks = 0
  let warmUp = () => {}
  const warmedUp = new Promise<void>((resolve) => void (warmUp = resolve))
  const saver = async () => {
    for (let saves = 0; saves < savesPerSaver && !dying.signal.aborted; saves += 1) {
      const act = nextAct()
      const outcome = await save(client, act)
      book.note(act, outcome)
      if (outcome._tag === "Answer" && outcome.status === 200) acks += 1
      else if (!dying.signal.aborted) failedWhileAlive.push(failureOf(outcome))
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
  return [...failedWhileAlive, ...(await rest).flat()]
}

const urlOf = ({ directUrl, server }: KillPlan): string => directUrl ?? server.databaseUrl

export const runKills = async (children: Children, plan: KillPlan): Promise<KillReport> => {
  const url = urlOf(plan)
  const { nextAct, random, rowsAtStart } = await firstLook(children, plan.server, url, plan.seed)
  const book = openBook()
  const deadline = Date.now() + plan.budgetMs
  let [cycles, slowestStartMs] = [0, 0]
  const failedWhileAlive: Array<string> = []
  let others = await Promise.all(Array.from({ length: (plan.servers ?? 1) - 1 }, () => children.start(plan.server)))
  for (; cycles < plan.cycles && Date.now() < deadline; cycles += 1) {
    const child = await children.start(plan.server)
    slowestStartMs = Math.max(slowestStartMs, child.startMs)
    const alive = [...others, child]
    const victim = random.pick(alive)
    others = alive.filter((one) => one !== victim)
    failedWhileAlive.push(...(await liveAndDie(victim, others, { book, nextAct, random, warm: cycles % 2 === 1 })))
  }
  const last = await children.start(plan.server)
  const aftermath = await lookAfter(url, last, book, others)
  return { ...aftermath, cycles, rowsAtStart, failedWhileAlive, slowestStartMs }
}
