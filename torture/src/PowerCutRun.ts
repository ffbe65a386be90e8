/** Cuts the power under a server on SQLite, again and again, and checks what the file holds afterwards. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, type Book, openBook } from "./Act.js"
import { type Aftermath, firstLook, lookAfter, save } from "./Aftermath.js"
import type { Children, ServerChild } from "./Children.js"
import { openClient } from "./Client.js"
import type { NativeFaults } from "./NativeFaults.js"
import { afterPowerCut, type Disk } from "./PowerCut.js"
import { corruption } from "./Store.js"

export interface PowerCutPlan {
  readonly faults: NativeFaults
  /** At least; up to three times as many while none of them came in the middle of a write. */
  readonly cuts: number
  readonly seed: number
  readonly budgetMs: number
}

export interface PowerCutReport extends Aftermath {
  readonly cuts: number
  readonly rowsAtStart: number
  /** Changes of files that were not flushed when the power went, over all cuts. */
  readonly atRisk: number
  /** How many cuts left a write-ahead log that the next server had to recover. */
  readonly recoveries: number
  /** What SQLite found wrong with a copy of its files right after a cut. */
  readonly corrupt: ReadonlyArray<string>
}

const savers = 16

const databaseFile = "consent.db"

/** How many saves are acknowledged before a cut may come. */
const enough = 8

/** As long as on a slow disk, so that cuts hit flushes. */
const flushUs = 20_000

/** Of the shared memory of SQLite's log nothing outlives a power cut. */
const readDisk = (folder: string): Disk =>
  new Map(
    readdirSync(folder)
      .filter((name) => !name.endsWith("-shm"))
      .map((name) => [join(folder, name), readFileSync(join(folder, name))] as const),
  )

const writeDisk = (folder: string, disk: Disk): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [path, file] of disk) writeFileSync(join(folder, basename(path)), file)
}

/** What SQLite finds wrong with a copy: to open the files themselves would recover them before the server does. */
const inspect = async (folder: string, disk: Disk): Promise<ReadonlyArray<string>> => {
  const copy = `${folder}-copy`
  writeDisk(copy, disk)
  try {
    return await corruption(`sqlite:${join(copy, databaseFile)}`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const hasLog = (disk: Disk): boolean =>
  Array.from(disk).some(([path, { length }]) => path.endsWith("-wal") && length > 0)

/** Saves to a server, until its power goes: a time after some saves were acknowledged. */
const saveUntilCut = async (child: ServerChild, book: Book, nextAct: () => Act, afterMs: number): Promise<void> => {
  const client = openClient(child.port, savers)
  const cut = new AbortController()
  const acknowledged = book.acknowledged.size
  const saver = async () => {
    while (!cut.signal.aborted) {
      const act = nextAct()
      book.note(act, await save(client, act))
    }
  }
  const load = Promise.all(Array.from({ length: savers }, saver))
  for (let waited = 0; waited < 5_000 && book.acknowledged.size < acknowledged + enough; waited += 5) await sleep(5)
  await sleep(afterMs)
  cut.abort()
  await child.kill()
  await load
  client.close()
}

export const runPowerCuts = async (children: Children, plan: PowerCutPlan): Promise<PowerCutReport> => {
  const { budgetMs, faults, seed } = plan
  const url = `sqlite:${join(faults.folder, databaseFile)}`
  const log = join(faults.folder, "..", "writes.log")
  const { nextAct, random, rowsAtStart } = await firstLook(children, { databaseUrl: url }, url, seed)
  const book = openBook()
  const corrupt: Array<string> = []
  const deadline = Date.now() + budgetMs
  let [cuts, atRisk, recoveries] = [0, 0, 0]
  const isMissing = () => cuts < plan.cuts || (atRisk === 0 && cuts < plan.cuts * 3)
  for (; isMissing() && Date.now() < deadline; cuts += 1) {
    const before = readDisk(faults.folder)
    rmSync(log, { force: true })
    faults.set({ syncUs: flushUs })
    const child = await children.start({ databaseUrl: url, env: faults.env(log) })
    await saveUntilCut(child, book, nextAct, random.between(0, 150))
    const after = afterPowerCut(before, readFileSync(log), random)
    writeDisk(faults.folder, after.disk)
    atRisk += after.atRisk
    corrupt.push(...(await inspect(faults.folder, after.disk)))
    // Read again: a checker that opened the files would have taken the log away.
    recoveries += hasLog(readDisk(faults.folder)) ? 1 : 0
  }
  const last = await children.start({ databaseUrl: url })
  return { ...(await lookAfter(url, last, book)), cuts, rowsAtStart, atRisk, recoveries, corrupt }
}
