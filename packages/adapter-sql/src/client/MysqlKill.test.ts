/** Which connections are ended for an abandoned statement. That its own is, LazyClient.test.ts shows. */
import { isFullForm } from "@consent-service/test-engines/form"
import { describeWith, freePort, startMysql, whyNoMysql } from "@consent-service/test-engines/private"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { connect, createServer } from "node:net"
import { clientOver } from "../testing/InterceptedClient.js"
import { openClient } from "../testing/TestDatabase.js"
import { makeKill } from "./MysqlKill.js"

/** A server with one other connection than that of its caller, and the ids of those that were ended. */
const pretendServer = (other: { readonly id: number; readonly host: string }, hostname: string) => {
  const ended: Array<number> = []
  const take = (sql: string, [id, host, server]: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      if (sql.includes("connection_id()")) return [{ ...other, server: hostname, port: 3306 }]
      if (sql.startsWith("kill ")) ended.push(Number(sql.slice("kill ".length)))
      return id === other.id && host === other.host && server === hostname ? [{ id }] : []
    })
  const connection: Connection = {
    execute: take,
    executeUnprepared: take,
    executeRaw: take,
    executeValues: () => Effect.succeed([]),
    executeStream: () => Stream.empty,
  }
  return Effect.map(clientOver("mysql", Effect.succeed(connection)), (client) => ({ client, ended }))
}

const settled = (isSo: () => boolean) => Effect.repeat(Effect.sleep("5 millis"), { until: isSo, times: 1_000 })

it.scopedLive("ends the connection where its server is reached, and no connection of another server", () =>
  Effect.gen(function* () {
    const own = yield* pretendServer({ id: 7, host: "10.0.0.5:51234" }, "node1")
    const others = [
      yield* pretendServer({ id: 7, host: "10.0.0.5:51235" }, "node1"),
      yield* pretendServer({ id: 7, host: "10.0.0.5:51234" }, "node2"),
    ]
    /** The servers that the address leads to, one after another. */
    const turns = [...others, own].map(({ client }) => client)
    let reached = 0
    const aside = Effect.suspend(() => Effect.succeed(turns[reached++] ?? own.client))
    yield* Effect.flatten(makeKill(aside)(own.client))
    yield* settled(() => own.ended.length > 0)
    assert.deepStrictEqual(own.ended, [7])
    for (const { ended } of others) assert.isEmpty(ended)
  }),
)

it.scopedLive("gives up where the server is not reached", () =>
  Effect.gen(function* () {
    const own = yield* pretendServer({ id: 7, host: "10.0.0.5:51234" }, "node1")
    const other = yield* pretendServer({ id: 7, host: "10.0.0.6:49000" }, "node2")
    let reached = 0
    const aside = Effect.sync(() => {
      reached += 1
      return other.client
    })
    yield* Effect.flatten(makeKill(aside)(own.client))
    yield* settled(() => reached === 3)
    yield* Effect.sleep("10 millis")
    assert.strictEqual(reached, 3)
    assert.isEmpty([...own.ended, ...other.ended])
  }),
)

/** One address whose connections lead to the servers in turn. */
const inTurn = (urls: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const ports = urls.map((url) => Number(new URL(url).port))
        let connections = 0
        const server = createServer((client) => {
          const upstream = connect(ports[connections++ % ports.length] ?? 0, "127.0.0.1")
          client.pipe(upstream).pipe(client)
          for (const [one, other] of [
            [client, upstream],
            [upstream, client],
          ] as const) {
            one.on("error", () => other.destroy()).on("close", () => other.destroy())
          }
        })
        const port = await freePort()
        await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
        return { port, server }
      }),
      ({ server }) => Effect.promise(() => new Promise((resolve) => server.close(resolve))),
    ),
    ({ port }) => `mysql://root@127.0.0.1:${port}/mysql`,
  )

const privateServer = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => startMysql()),
    ({ stop }) => Effect.promise(stop),
  ),
  ({ url }) => `${url}mysql`,
)

const idOf = (sql: SqlClient) => Effect.map(sql`select connection_id() as id`, ([row]) => Number(row?.["id"]))

const twoServers = () =>
  it.scopedLive("abandoned statements end none of another program's connections to the other server", () =>
    Effect.gen(function* () {
      const urls = [yield* privateServer, yield* privateServer]
      const sql = yield* openClient(yield* inTurn(urls))
      // Their ids are those of the first server's next connections.
      const victims = yield* Effect.replicateEffect(openClient(urls[1] ?? "", { maxConnections: 1 }), 30)
      const before = yield* Effect.forEach(victims, idOf)
      const observers = yield* Effect.forEach(urls, (url) => openClient(url, { maxConnections: 1 }))
      const countSleeping = Effect.map(
        Effect.forEach(
          observers,
          (each) =>
            each`select id from information_schema.processlist where info like '%sleep(20)%' and id <> connection_id()`,
        ),
        (found) => found.flat().length,
      )
      for (let statement = 0; statement < 12; statement += 1) {
        const running = yield* Effect.fork(Effect.exit(sql`select sleep(20)`))
        yield* Effect.repeat(countSleeping, { until: (count) => count > 0 })
        yield* Fiber.interrupt(running)
        yield* Effect.repeat(countSleeping, { until: (count) => count === 0 })
      }
      yield* Effect.sleep("2 seconds")
      assert.deepStrictEqual(yield* Effect.forEach(victims, idOf), before)
    }),
  )

if (isFullForm) describeWith("two servers behind one address", whyNoMysql(), twoServers)
