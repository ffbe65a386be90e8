/** External caches on command: one in this process, and one on a Redis that the test starts and stops. */
import { CacheUnavailable } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { createClient } from "redis"
import type { CacheService } from "./TestLists.js"

/** How a cache behaves. */
export type Mood = "well" | "away" | "hanging"

/** A cache whose content can be seen and changed, and that fails on command. */
export const moodyCache = () => {
  const values = new Map<string, string>()
  const ttls = new Map<string, number>()
  let mood: Mood = "well"
  const inMood = <A>(operation: () => A): Effect.Effect<A, CacheUnavailable> =>
    Effect.suspend((): Effect.Effect<A, CacheUnavailable> => {
      if (mood === "hanging") return Effect.never
      return mood === "away" ? new CacheUnavailable({ cause: new Error("away") }) : Effect.sync(operation)
    })
  const cache: CacheService = {
    get: (key) => inMood(() => Option.fromNullable(values.get(key))),
    set: (key, value, ttlMs) =>
      inMood(() => {
        values.set(key, value)
        ttls.set(key, ttlMs)
      }),
    delete: (key) => inMood(() => void values.delete(key)),
  }
  return {
    cache,
    values,
    ttls,
    become: (next: Mood) => {
      mood = next
    },
  }
}

/** Whether a Redis can be started here. */
export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A loopback port that was free a moment ago, and that no system gives to an outgoing connection. */
const freePort = Effect.repeat(
  Effect.promise(async () => {
    const port = randomInt(20_000, 32_000)
    return (await isFree(port)) ? port : null
  }),
  { until: (port) => port !== null },
)

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    const end = (does: boolean) => () => {
      socket.destroy()
      resolve(does)
    }
    socket.once("connect", end(true)).once("error", end(false))
  })

/**
 * A Redis for one test, and a cache on it. Adapters may not import each other, so this is not the cache of
 * adapter-cache.
 */
export const startRedis = Effect.gen(function* () {
  const port = yield* freePort
  let running: ChildProcess | null = null
  const start = Effect.promise(async () => {
    running = spawn("redis-server", ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""], { stdio: "ignore" })
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20))
  })
  const stop = Effect.promise(async () => {
    if (running === null) return
    const ended = once(running, "exit")
    running.kill("SIGKILL")
    running = null
    await ended
  })
  yield* Effect.acquireRelease(start, () => stop)
  const client = createClient({ url: `redis://127.0.0.1:${port}`, disableOfflineQueue: true })
  client.on("error", () => {})
  yield* Effect.acquireRelease(
    Effect.promise(() => client.connect()),
    () => Effect.sync(() => client.destroy()),
  )
  const command = <A>(run: () => Promise<A>): Effect.Effect<A, CacheUnavailable> =>
    Effect.tryPromise({ try: run, catch: (cause) => new CacheUnavailable({ cause }) })
  const cache: CacheService = {
    get: (key) =>
      Effect.map(
        command(() => client.get(key)),
        Option.fromNullable,
      ),
    set: (key, value, ttlMs) =>
      Effect.asVoid(command(() => client.set(key, value, { expiration: { type: "PX", value: ttlMs } }))),
    delete: (key) => Effect.asVoid(command(() => client.del(key))),
  }
  return {
    cache,
    start,
    stop,
    /** Deletes everything in it. */
    flush: Effect.orDie(command(() => client.flushAll())),
    keys: Effect.orElseSucceed(
      command(() => client.keys("*")),
      () => [],
    ),
  }
})
