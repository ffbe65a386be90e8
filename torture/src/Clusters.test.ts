/** Clusters behind HAProxy, with their real parts. Runs under `npm run torture`: to notice a death takes them half a minute. */
import { inForm, testSeed } from "@consent-service/test-engines/form"
import {
  describeWith,
  mysqlQuery,
  type ProxiedServer,
  startGaleraNode,
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
import { tell } from "./Results.js"

const rounds = inForm({ short: 1, full: 5 })

/** A URL of the same database through HAProxy. */
const behindProxy = async (url: string, servers: ReadonlyArray<ProxiedServer>): Promise<string> => {
  const { port, stop } = await startHaProxy(servers)
  onTestFinished(stop)
  const through = new URL(url)
  through.port = String(port)
  return through.href
}

const expectNothingLost = (suite: string, report: FaultReport): void => {
  tell({ suite, runs: rounds, ...report }, figures(report))
  assert.deepStrictEqual(problemsIn(report), [])
  assert.isAbove(report.acknowledged, 0)
  // From the moment when the cluster has a primary, or the node is gone.
  assert.isAtMost(report.slowestRecoveryMs, 5_000)
}

const timeout = 180_000 + rounds * 180_000

describeWith(
  "Patroni with etcd behind HAProxy (threat: losing an acknowledged record)",
  whyNoPatroni() ?? whyNoHaProxy(),
  () => {
    it("keeps every acknowledged save when primaries are killed one after the other", { timeout }, async () => {
      const cluster = await startPatroni()
      onTestFinished(cluster.stop)
      let primary = await cluster.primary()
      await migrate(primary.url)
      const servers = cluster.nodes.map(({ port, restPort }) => ({ port, check: { port: restPort, path: "/primary" } }))
      const databaseUrl = await behindProxy(primary.url, servers)
      const failover: Fault = {
        name: "a failover",
        begin: async () => {
          const dead = primary
          await dead.crash()
          primary = await cluster.primary()
          // Until it is a synchronous standby, commits wait.
          dead.restart()
          await cluster.synchronous()
        },
        end: () => {},
      }
      const server = { databaseUrl }
      const report = await runFaults(ownChildren(), {
        server,
        directUrl: () => primary.url,
        faults: [failover],
        rounds,
        lastsMs: 200,
        seed: testSeed,
      })
      expectNothingLost("patroni [postgres]", report)
    })
  },
)

describeWith(
  "Galera of three nodes behind HAProxy (threat: losing an acknowledged record)",
  whyNoGaleraCluster() ?? whyNoHaProxy(),
  () => {
    it("keeps every acknowledged save when nodes are killed and join again", { timeout }, async () => {
      const startNode = async (join: number | null) => {
        const node = await startGaleraNode(join)
        onTestFinished(node.stop)
        return node
      }
      const first = await startNode(null)
      const others = [await startNode(first.port), await startNode(first.port)]
      await mysqlQuery(first.url, "create database consent character set utf8mb4")
      const url = new URL("/consent", first.url).href
      await migrate(url)
      const servers = [first, ...others].map((node) => ({ port: Number(new URL(node.url).port) }))
      const databaseUrl = await behindProxy(url, servers)
      const faults = others.flatMap((node, at): ReadonlyArray<Fault> => {
        const name = `node ${at + 2}`
        return [
          { name: `${name} is dead`, begin: node.crash, end: () => {}, serves: true },
          { name: `${name} joins`, begin: () => node.restart().then(node.ready), end: () => {}, serves: true },
        ]
      })
      const plan = { server: { databaseUrl }, directUrl: () => url, faults, rounds, lastsMs: 2_000, seed: testSeed }
      expectNothingLost("galera [mysql]", await runFaults(ownChildren(), plan))
    })
  },
)
