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

/** A worker that serves nothing, and otherwise does what the file next to it says. */
const program = `
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
process.on("message", ({ _tag, worker }) => {
  if (_tag === "Drain") process.send({ _tag: "StoppedListening" })
  if (_tag === "Dismiss") process.exit(0)
  if (_tag !== "Start") return
  const does = readFileSync(new URL("./does.txt", import.meta.url), "utf8")
  if (does === "die") process.exit(7)
  if (does === "fail") process.send({ _tag: "Failed", why: "no database" }, () => process.exit(1))
  else if (does === "listen") {
    const server = createServer().listen(0, () =>
      process.send({ _tag: "Ready", url: "", address: "", port: server.address().port }),
    )
  } else process.send({ _tag: "Ready", url: "http://worker-" + worker, address: "::", port: worker })
})
process.send({ _tag: "Online" })
`

type Does = "serve" | "die" | "fail" | "listen"

let folder = ""
const from = (does: Does): Promise<void> => writeFile(join(folder, "does.txt"), does)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cs-fleet-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, "worker.mjs"), program)
  await from("serve")
  cluster.setupPrimary({ exec: join(folder, "worker.mjs"), args: [], execArgv: [], silent: true })
})

const start = {
  place: { folder: "/", path: null, flags: [] },
  server: { port: 0, maxConnections: 1, graceMs: 1_000 },
  metrics: false,
}

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
    start,
    observe: (observation) => {
      if (observation._tag !== "WorkerExited") return
      note(`worker ${observation.worker}: ${observation.because}, again in ${observation.restartMs} ms`)
    },
    gaveUp: (why) => note(why),
  })
  fleet.onMessage(({ worker }, { _tag }) => note(`${_tag} ${worker}`))
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
  return { fleet, log, logged }
}

const serving = (fleet: Fleet): ReadonlyArray<number> =>
  fleet.post({ _tag: "MetricsWanted", id: 1 }).map(({ worker }) => worker)

const processIds = (): ReadonlyArray<number> =>
  Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? [])

describe("a fleet of workers", () => {
  it("starts all, hands messages to each that serves, and ends all", async () => {
    const { fleet, log } = fleetOf(2)
    assert.deepStrictEqual(serving(fleet), [])
    const ready = Either.getOrThrow(await fleet.start())
    assert.deepStrictEqual([ready.url, ready.port], ["http://worker-1", 1])
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
    const { fleet, log } = fleetOf(2)
    await fleet.start()
    const before = processIds()
    log.length = 0
    await fleet.roll()
    const replaced = (worker: number) =>
      ["Online", "Ready", "StoppedListening", "gone"].map((each) => `${each} ${worker}`)
    assert.deepStrictEqual(log, [...replaced(1), ...replaced(2)])
    assert.isEmpty(processIds().filter((pid) => before.includes(pid)))
    assert.deepStrictEqual(serving(fleet), [1, 2])
  })

  it("goes on with those it has where a new one cannot serve", async () => {
    const { fleet } = fleetOf(2)
    await fleet.start()
    const before = processIds()
    await from("fail")
    const rolled = await fleet.roll().catch((error: unknown) => error)
    assert.match(String(rolled), /no database/)
    assert.deepStrictEqual(serving(fleet), [1, 2])
    assert.includeMembers(Array.from(processIds()), Array.from(before))
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
