import { assert, beforeEach, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import cluster from "node:cluster"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { type Fleet, makeFleet } from "./Fleet.js"
import type { WorkerConfiguration } from "./WorkerConfiguration.js"

/** A worker that serves nothing, and otherwise does what the file next to it says. */
const program = `
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
process.on("message", ({ _tag, configuration, worker }) => {
  if (_tag === "Drain") process.send({ _tag: "StoppedListening" })
  if (_tag === "Dismiss") process.exit(0)
  if (_tag !== "Start") return
  const does = readFileSync(new URL("./does.txt", import.meta.url), "utf8")
  if (does === "die") process.exit(7)
  if (does === "fail" || does === "fail as " + worker) process.send({ _tag: "Failed", why: "no database" }, () => process.exit(1))
  else if (does === "listen") {
    const server = createServer().listen(0, () =>
      process.send({ _tag: "Ready", url: "", address: "", port: server.address().port }),
    )
  } else process.send({ _tag: "Ready", url: "http://worker-" + worker + "/" + configuration.options, address: "::", port: worker })
})
process.send({ _tag: "Online" })
`

type Does = "serve" | "die" | "fail" | `fail as ${number}` | "listen"

let folder = ""
const from = (does: Does): Promise<void> => writeFile(join(folder, "does.txt"), does)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cs-fleet-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, "worker.mjs"), program)
  await from("serve")
  cluster.setupPrimary({ exec: join(folder, "worker.mjs"), args: [], execArgv: [], silent: true })
})

const start = { server: { port: 0, maxConnections: 1, graceMs: 1_000 }, metrics: false }

const configured = (options: string): WorkerConfiguration => ({ _tag: "Values", options })

/** A fleet, and what happened in it, in order. */
const fleetOf = (count: number) => {
  const log: Array<string> = []
  const waiting = new Set<() => void>()
  const note = (line: string): void => {
    log.push(line)
    for (const look of waiting) look()
  }
  const fleet = makeFleet({
    count,
    configuration: configured("first"),
    start,
    observe: (observation) => {
      if (observation._tag === "WorkerExited") {
        note(`worker ${observation.worker}: ${observation.because}, again in ${observation.restartMs} ms`)
      }
      if (observation._tag === "ReloadIncomplete") {
        note(`${observation.replaced} replaced, ${observation.former} not: ${observation.because}`)
      }
    },
    gaveUp: (why) => note(why),
  })
  /** What each number was last started with. */
  const options = new Map<number, string>()
  fleet.onMessage(({ worker }, message) => {
    if (message._tag === "Ready") options.set(worker, message.url.replace(/.*\//, ""))
    note(`${message._tag} ${worker}`)
  })
  fleet.onGone(({ worker }) => note(`gone ${worker}`))
  onTestFinished(() => fleet.stop())
  const logged = (line: string, times: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (log.filter((each) => each === line).length < times) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  const optionsOfAll = (): ReadonlyArray<string> =>
    serving(fleet).map((worker) => options.get(worker) ?? "not yet started")
  return { fleet, log, logged, optionsOfAll }
}

const serving = (fleet: Fleet): ReadonlyArray<number> =>
  fleet.post({ _tag: "MetricsWanted", id: 1 }).map(({ worker }) => worker)

/** Waits until that many serve: one does a moment after its message. */
const all = async (fleet: Fleet, count: number): Promise<void> => {
  while (serving(fleet).length < count) await new Promise((resolve) => setTimeout(resolve, 10))
}

const processIds = (): ReadonlyArray<number> =>
  Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? [])

/** Waits until no more processes run: an exited one is listed a moment longer. */
const noMoreThan = async (count: number): Promise<void> => {
  while (processIds().length > count) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe("a fleet of workers", () => {
  it("starts all, hands messages to each that serves, and ends all", async () => {
    const { fleet, log } = fleetOf(2)
    assert.deepStrictEqual(serving(fleet), [])
    const ready = Either.getOrThrow(await fleet.start())
    assert.deepStrictEqual([ready.url, ready.port], ["http://worker-1/first", 1])
    assert.deepStrictEqual(serving(fleet), [1, 2])
    await fleet.stop()
    assert.deepStrictEqual(log.toSorted(), [
      "Online 1",
      "Online 2",
      "Ready 1",
      "Ready 2",
      "StoppedListening 1",
      "StoppedListening 2",
      "gone 1",
      "gone 2",
    ])
    // No client may read that its connection closes, and connect again, while another worker listens still.
    assert.isTrue(log.slice(-2).every((line) => line.startsWith("gone")))
    assert.deepStrictEqual(processIds(), [])
  })

  it("leaves none running where one cannot serve at the start, and says why", async () => {
    await from("fail")
    const { fleet } = fleetOf(2)
    assert.deepStrictEqual(await fleet.start(), Either.left("no database"))
    assert.deepStrictEqual(processIds(), [])
  })

  it("starts one that died again, with the same number", async () => {
    const { fleet, log, logged } = fleetOf(2)
    await fleet.start()
    const [first = 0] = processIds()
    process.kill(first, "SIGKILL")
    await logged("Ready 1", 2)
    assert.include(log, "worker 1: SIGKILL, again in 100 ms")
    assert.notInclude(processIds(), first)
    assert.lengthOf(processIds(), 2)
  })

  it("starts one again that was killed before it took the connection that it was handed, and closes that", async () => {
    const { fleet, log, logged } = fleetOf(1)
    await from("listen")
    const { port } = Either.getOrThrow(await fleet.start())
    const [only = 0] = processIds()
    process.kill(only, "SIGSTOP")
    const client = connect(port).on("error", () => {})
    onTestFinished(() => void client.destroy())
    const closed = once(client, "close")
    await once(client, "connect")
    // This process accepts the connection, and sends it to one that does not run.
    await new Promise((resolve) => setTimeout(resolve, 200))
    process.kill(only, "SIGKILL")
    await logged("Ready 1", 2)
    assert.include(log, "worker 1: SIGKILL, again in 100 ms")
    await closed
  })

  it("replaces one after another: a new one serves before an old one ends", async () => {
    const { fleet, log, optionsOfAll } = fleetOf(2)
    await fleet.start()
    const before = processIds()
    log.length = 0
    assert.isNull(await fleet.roll(configured("second")))
    const replaced = (worker: number) =>
      ["Online", "Ready", "StoppedListening", "gone"].map((each) => `${each} ${worker}`)
    assert.deepStrictEqual(log, [...replaced(1), ...replaced(2)])
    assert.isEmpty(processIds().filter((pid) => before.includes(pid)))
    assert.deepStrictEqual(serving(fleet), [1, 2])
    assert.deepStrictEqual(optionsOfAll(), ["second", "second"])
  })

  it("goes on with those it has where a new one cannot serve", async () => {
    const { fleet, log, logged, optionsOfAll } = fleetOf(2)
    await fleet.start()
    const before = processIds()
    await from("fail")
    const rolled = await fleet.roll(configured("second")).catch((error: unknown) => error)
    assert.match(String(rolled), /no database/)
    assert.deepStrictEqual(serving(fleet), [1, 2])
    assert.includeMembers(Array.from(processIds()), Array.from(before))
    assert.isEmpty(log.filter((line) => line.includes("replaced")))
    // One that dies later is started with the configuration in force, not with the refused one.
    await from("serve")
    process.kill(before[1] ?? 0, "SIGKILL")
    await logged("Ready 2", 2)
    await all(fleet, 2)
    assert.deepStrictEqual(optionsOfAll(), ["first", "first"])
  })

  it("replaces the others where a later one cannot serve, says how many serve with what, and replaces it when it can", async () => {
    const { fleet, log, logged, optionsOfAll } = fleetOf(3)
    await fleet.start()
    const before = processIds()
    await from("fail as 2")
    const unfinished = await fleet.roll(configured("second"))
    assert.include(log, "1 replaced, 2 not: no database")
    assert.deepStrictEqual(optionsOfAll(), ["second", "first", "second"])
    await logged("2 replaced, 1 not: no database", 1)
    assert.include(processIds(), before[1])
    await from("serve")
    if (unfinished === null) assert.fail("all were replaced")
    await unfinished.finished
    assert.deepStrictEqual(optionsOfAll(), ["second", "second", "second"])
    await logged("gone 2", 3)
    await noMoreThan(3)
  })

  it("goes on to replace what is left after a later configuration was refused, and starts those that die with it", async () => {
    const { fleet, optionsOfAll } = fleetOf(2)
    await fleet.start()
    await from("fail as 2")
    const unfinished = await fleet.roll(configured("second"))
    const [former = 0] = processIds()
    await from("fail")
    const rolled = await fleet.roll(configured("third")).catch((error: unknown) => error)
    assert.match(String(rolled), /no database/)
    assert.deepStrictEqual(optionsOfAll(), ["second", "first"])
    process.kill(former, "SIGKILL")
    await from("serve")
    if (unfinished === null) assert.fail("all were replaced")
    await unfinished.finished
    await all(fleet, 2)
    assert.deepStrictEqual(optionsOfAll(), ["second", "second"])
  })

  it("replaces all by the newest configuration where one before is unfinished", async () => {
    const { fleet, optionsOfAll } = fleetOf(2)
    await fleet.start()
    await from("fail as 2")
    const unfinished = await fleet.roll(configured("second"))
    let isFinished = false
    void unfinished?.finished.then(() => void (isFinished = true))
    const newest = await fleet.roll(configured("third"))
    assert.deepStrictEqual(optionsOfAll(), ["third", "first"])
    await from("serve")
    if (newest === null) assert.fail("all were replaced")
    await newest.finished
    assert.deepStrictEqual(optionsOfAll(), ["third", "third"])
    assert.isFalse(isFinished)
  })

  it("gives up where none serves and each dies before it does", async () => {
    const { fleet, log, logged } = fleetOf(1)
    await fleet.start()
    await from("die")
    process.kill(processIds()[0] ?? 0, "SIGKILL")
    await logged(
      "worker 1 died before it served, again and again, and no other serves: worker 1 ended before it served: exit code 7",
      1,
    )
    const deaths = log.filter((line) => line.startsWith("worker 1: "))
    assert.include(deaths[0], "SIGKILL, again in 100 ms")
    assert.include(deaths.at(-1), "worker 1 ended before it served: exit code 7, again in")
    assert.deepStrictEqual(serving(fleet), [])
  })
})
