import { createTestDatabase, describeAboveStores, describeEngines } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, it, vi } from "@effect/vitest"
import type { Children } from "./Children.js"
import { ownChildren } from "./OwnChildren.js"
import { changedFor, type Owned, probeFrom, type ProbeReport, type Scope, settleIn } from "./ProbeRun.js"
import { seededRandom } from "./Random.js"
import { tell } from "./Results.js"
import { dump, readStored } from "./Store.js"

const subjectsEach = inForm({ short: 3, full: 16 })

const startScope = async (children: Children, databaseUrl: string, tenant: string | null): Promise<Scope> => ({
  tenant: tenant ?? "untenanted",
  server: await children.start({ databaseUrl, ...(tenant === null ? {} : { tenant }) }),
})

const merge = (reports: ReadonlyArray<ProbeReport>): ProbeReport => ({
  probes: reports.reduce((sum, { probes }) => sum + probes, 0),
  leaks: reports.flatMap(({ leaks }) => leaks),
  failures: reports.flatMap(({ failures }) => failures),
  oracles: reports.flatMap(({ oracles }) => oracles),
})

const probeAll = async (scopes: ReadonlyArray<Scope>, all: ReadonlyArray<Owned>): Promise<ProbeReport> => {
  const reports: Array<ProbeReport> = []
  for (const scope of scopes) {
    const others = all.filter(({ scope: { tenant } }) => tenant !== scope.tenant)
    reports.push(await probeFrom(scope, others))
  }
  return merge(reports)
}

const first = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.slice(0, 5)

describeEngines(
  "scopes on one database, probed from each other (threat: reading or writing another tenant's data)",
  (engine) => {
    it("leak nothing, take nothing in, and do not tell who is on record (threat: guessing the id of a subject)", async () => {
      const children = ownChildren()
      const database = await createTestDatabase(engine)
      const random = seededRandom(testSeed)
      const scopes = [
        await startScope(children, database.url, "red"),
        await startScope(children, database.url, "blue"),
        await startScope(children, database.url, null),
      ]
      assert.strictEqual((await readStored(database.url)).consents.length, 0)
      const all: Array<Owned> = []
      for (const scope of scopes) all.push(...(await settleIn(scope, subjectsEach, random)))
      // A probe for a text that its owner cannot see would prove nothing.
      for (const { answer, shown } of all) for (const secret of shown) assert.include(answer, secret)

      // Entries enter the log in the background, and its lease is renewed as long as a process lives.
      const before = await vi.waitFor(async () => {
        const { cs_log: logs, ...tables } = await dump(database.url)
        assert.deepStrictEqual([logs?.length, tables["cs_log_queue"]], [scopes.length, []])
        // A dump reads one table after another: entries may have moved in between.
        const { cs_log: _, ...again } = await dump(database.url)
        assert.deepStrictEqual(again, tables)
        return tables
      }, 30_000)
      const report = await probeAll(scopes, all)
      const { cs_log: _, ...after } = await dump(database.url)
      const changed: Array<string> = []
      for (const scope of scopes) {
        const owned = all.filter(({ scope: { tenant } }) => tenant === scope.tenant)
        changed.push(...(await changedFor(scope, owned)))
      }
      tell(
        {
          suite: `tenants [${engine}]`,
          runs: scopes.length,
          faults: report.probes,
          acknowledged: all.length,
          findings: changed.map((what) => ({ kind: "altered", what })),
        },
        `${report.leaks.length} leaks, ${report.oracles.length} told foreign from absent, ${report.failures.length} 5xx`,
      )
      assert.deepStrictEqual(first(changed), [])
      assert.isAtLeast(report.probes, subjectsEach * 250)
      assert.deepStrictEqual(first(report.leaks), [])
      assert.deepStrictEqual(first(report.failures), [])
      assert.deepStrictEqual(first(report.oracles), [])
      assert.strictEqual(before["cs_consent"]?.length, all.length)
      assert.deepStrictEqual(after, before)
      await Promise.all(scopes.map(({ server }) => server.stop()))
      await database.drop()
    })
  },
)

describeAboveStores("the probes themselves", (engine) => {
  it("find out a server that serves another tenant's records", async () => {
    const children = ownChildren()
    const database = await createTestDatabase(engine)
    const red = await startScope(children, database.url, "red")
    // The effect of a query without its tenant: every client is served as red.
    const faulty = { ...(await startScope(children, database.url, "red")), tenant: "blue" }
    const owned = await settleIn(red, 1, seededRandom(testSeed))
    const before = await readStored(database.url)
    const report = await probeFrom(faulty, owned)
    assert.isAbove(report.leaks.length, 0)
    assert.isAbove(report.oracles.length, 0)
    assert.isAbove((await readStored(database.url)).consents.length, before.consents.length)
    await database.drop()
  })
})
