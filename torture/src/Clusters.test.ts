/** Clusters behind HAProxy, with their real parts. Runs under `npm run torture`: to notice a death takes them half a minute. */
import { testSeed } from "@consent-service/test-engines/form"
import {
  describeWith,
  galeraStatus,
  mysqlQuery,
  type PatroniCluster,
  type ProxiedServer,
  startGaleraCluster,
  startHaProxy,
  startPatroni,
  whyNoGaleraCluster,
  whyNoHaProxy,
  whyNoPatroni,
} from "@consent-service/test-engines/private"
import { assert, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { type Fault, type FaultReport, figures, problemsIn, runFaults } from "./FaultRun.js"
import { migrate } from "./Migrated.js"
import { ownChildren } from "./OwnChildren.js"
import { killCycles } from "./Random.js"
import { tell } from "./Results.js"

const rounds = killCycles({ short: 1, full: 5 })

/** A URL of the same database through HAProxy. */
const behindProxy = async (url: string, servers: ReadonlyArray<ProxiedServer>): Promise<string> => {
  const { port, stop } = await startHaProxy(servers)
  onTestFinished(stop)
  const through = new URL(url)
  through.port = String(port)
  return through.href
}

/** @param outagesMs - by fault, how long no save may be acknowledged */
const expectNothingLost = (suite: string, report: FaultReport, outagesMs: Readonly<Record<string, number>>): void => {
  tell({ suite, runs: rounds, ...report }, figures(report))
  assert.deepStrictEqual(problemsIn(report), [])
  assert.isAbove(report.acknowledged, 0)
  assert.sameMembers(Object.keys(report.during), Object.keys(outagesMs))
  for (const [name, { outageMs }] of Object.entries(report.during)) {
    assert.isAtMost(outageMs, outagesMs[name] ?? 0, `the outage of "${name}"`)
  }
}

const timeout = 180_000 + rounds * 240_000

/** Kills the primary, and starts it again when another one has taken over. */
const failovers = (cluster: PatroniCluster, first: Awaited<ReturnType<PatroniCluster["primary"]>>) => {
  const state = { primary: first, dead: first }
  const failover: Fault = {
    name: "a failover",
    begin: async () => {
      state.dead = state.primary
      await state.dead.crash()
      // From here on its time counts: one is promoted, and the third one has to follow before a commit succeeds.
      state.primary = await cluster.primary()
    },
    end: () => {},
  }
  const joining: Fault = {
    name: "the dead one joins",
    begin: async () => {
      state.dead.restart()
      await cluster.complete()
    },
    end: () => {},
    serves: true,
  }
  return { faults: [failover, joining], primaryUrl: () => state.primary.url }
}

describeWith(
  "Patroni with etcd behind HAProxy (threat: losing an acknowledged record)",
  whyNoPatroni() ?? whyNoHaProxy(),
  () => {
    it("keeps every acknowledged save when primaries are killed one after the other", { timeout }, async () => {
      const cluster = await startPatroni()
      onTestFinished(cluster.stop)
      const first = await cluster.primary()
      await migrate(first.url)
      const servers = cluster.nodes.map(({ port, restPort }) => ({ port, check: { port: restPort, path: "/primary" } }))
      const server = { databaseUrl: await behindProxy(first.url, servers) }
      const { faults, primaryUrl } = failovers(cluster, first)
      const plan = { server, directUrl: primaryUrl, faults, rounds, lastsMs: 0, seed: testSeed }
      const report = await runFaults(ownChildren(), plan)
      expectNothingLost("patroni [postgres]", report, { "a failover": 40_000, "the dead one joins": 5_000 })
      // From the promotion on, with one of the three nodes still dead.
      assert.isAtMost(report.slowestRecoveryMs, 5_000)
    })
  },
)

describeWith(
  "Galera of three nodes behind HAProxy (threat: losing an acknowledged record)",
  whyNoGaleraCluster() ?? whyNoHaProxy(),
  () => {
    it("keeps every acknowledged save when nodes are killed and join again", { timeout }, async () => {
      const { agreed, nodes, stop } = await startGaleraCluster(3)
      onTestFinished(stop)
      const urls = nodes.map(({ url }) => new URL("/consent", url).href)
      const [url = ""] = urls
      await mysqlQuery(nodes[0]?.url ?? "", "create database consent character set utf8mb4")
      await migrate(url)
      await agreed()
      const databaseUrl = await behindProxy(
        url,
        nodes.map((node) => ({ port: Number(new URL(node.url).port) })),
      )
      /** How many transactions began at a node that was killed then. */
      const written: Array<readonly [node: string, transactions: number]> = []
      const faults = nodes.flatMap((node, at): ReadonlyArray<Fault> => {
        const name = `node ${at + 1}`
        const kill = async () => {
          written.push([name, Number(await galeraStatus(node, "wsrep_local_commits"))])
          await node.crash()
        }
        return [
          { name: `${name} is dead`, begin: kill, end: () => {}, serves: true },
          { name: `${name} joins`, begin: node.restart, end: () => {}, serves: true },
        ]
      })
      const copies = async () => {
        await agreed()
        return urls
      }
      const plan = { server: { databaseUrl }, directUrl: () => url, copies, faults, rounds, lastsMs: 2_000 }
      const report = await runFaults(ownChildren(), { ...plan, seed: testSeed })
      expectNothingLost("galera [mysql]", report, Object.fromEntries(faults.map(({ name }) => [name, 15_000])))
      assert.strictEqual(written.length, nodes.length * rounds)
      for (const [node, transactions] of written) assert.isAbove(transactions, 0, `${node} had no saves`)
    })
  },
)
