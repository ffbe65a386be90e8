/** Threats by failures and by content, on one instance each; SECURITY.md lists them, and all others with their tests. */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { createTestDatabase } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { startClockedInstance } from "../testing/ClockedInstance.js"
import { statementsOn } from "../testing/Statements.js"
import { aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"

const apiKey = "threat-key-0123456789-0123456789-0123"

const query = <A>(url: string, read: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>): Promise<A> =>
  Effect.flatMap(SqlClient.SqlClient, read).pipe(Effect.provide(clientFromUrl(url)), Effect.runPromise)

/** Counts the rows that are inserted, also those that do not stay. */
const watchInserts = async (url: string) => {
  const tables = await query(
    url,
    (sql) => sql<{ name: string }>`select name from sqlite_master where type = 'table' and name like 'cs_%'`,
  )
  await statementsOn(url, [
    "create table inserted (name text not null)",
    ...tables.map(
      ({ name }) =>
        `create trigger watch_${name} after insert on ${name} begin insert into inserted values ('${name}'); end`,
    ),
  ])
  return async (): Promise<Readonly<Record<string, number>>> => {
    // The log takes a save in, and counts it, in the background.
    await vi.waitFor(
      async () => {
        const waiting = await query(url, (sql) => sql`select id from cs_log_queue`)
        assert.lengthOf(waiting, 0)
      },
      { timeout: 60_000, interval: 100 },
    )
    const counts = await query(
      url,
      (sql) => sql<{ name: string; rows: number }>`select name, count(*) as rows from inserted group by name`,
    )
    await statementsOn(url, ["delete from inserted"])
    return Object.fromEntries(counts.map(({ name, rows }) => [name, rows]))
  }
}

describe("one save [sqlite]", () => {
  it("writes as many rows with 64 categories as with one (threat: many rows from one save)", async () => {
    const database = await createTestDatabase("sqlite")
    const instance = instanceOn(database.url)
    await instance.service.migrate()
    const inserted = await watchInserts(database.url)
    const written = async (count: number) => {
      const preferences = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`category-${index}`, index % 2 === 0]),
      )
      const answer = await instance.post(aSave({ preferences, domain: `shop-${count}.example` }))
      assert.strictEqual(answer.status, 200)
      // How often the tree is signed is a matter of time.
      const { cs_log_checkpoint: _, ...rows } = await inserted()
      return rows
    }
    // The first save also archives what it shares with others, and opens the log.
    await written(3)
    const one = await written(1)
    assert.deepStrictEqual(await written(64), one)
    assert.deepStrictEqual(one, { cs_consent: 1, cs_log_queue: 1, cs_subject: 1 })
    await instance.service.dispose()
    await database.drop()
  })
})

describe("what the service depends on fails [sqlite]", () => {
  it("a save fails with its database, and never without a record (threat: a failure that opens a door)", async () => {
    const instance = await startInstance("sqlite", { apiKeys: [apiKey] })
    const headers = { authorization: `Bearer ${apiKey}` }
    const check = "/consents/check?externalId=u&type=cookie_banner"
    assert.strictEqual((await instance.post(aSave({ externalSubjectId: "u" }))).status, 200)
    assert.strictEqual((await instance.send(check, { headers })).status, 200)
    const noDatabase = instanceOn("postgres://user@127.0.0.1:1/none", { apiKeys: [apiKey] })
    assert.strictEqual((await noDatabase.post(aSave())).status, 503)
    // With its key the route gets as far as the database, and answers with no consent; without one it gets nowhere.
    const unanswered = await noDatabase.send(check, { headers })
    assert.deepStrictEqual([unanswered.status, Object.keys(unanswered.body)], [503, ["message", "cause"]])
    assert.strictEqual((await noDatabase.send(check)).status, 401)
    await noDatabase.service.dispose()
    await instance.stop()
  })

  it("reports that cannot be delivered fail no request, and a token without a key is refused, not skipped (threat: a failure that opens a door)", async () => {
    const onReport = vi.fn(() => Promise.reject(new Error("the sink is away")))
    const instance = await startInstance("sqlite", { sessions: { onReport } })
    assert.strictEqual((await instance.send("/init?country=DE")).status, 200)
    await vi.waitFor(() => assert.strictEqual(onReport.mock.calls.length, 1), 30_000)
    const isTold = () => instance.events.some(({ event }) => event === "resolution-report-failed")
    await vi.waitFor(() => assert.isTrue(isTold()), 30_000)
    const refused = await instance.post(aSave({ policySnapshotToken: "e30.e30.e30" }))
    assert.strictEqual(refused.status, 409)
    await instance.stop()
  })
})

describe("a clock that jumps [sqlite]", () => {
  const start = Date.UTC(2026, 10, 25)
  const hour = 3_600_000

  it.each([
    ["an hour back", -hour],
    ["two days ahead", 48 * hour],
    ["to 19 January 2038 and beyond", Date.UTC(2038, 0, 19, 4) - start],
    ["to the year 2100", Date.UTC(2100, 0, 1) - start],
  ])(
    "%s: no failure, no negative wait, and records keep what was said (threat: a clock that jumps)",
    async (_, jump) => {
      const burst = { capacity: 2, refillPerSecond: 0.5 }
      const instance = await startClockedInstance("sqlite", start, {
        rateLimit: {
          perNetwork: burst,
          perSubject: burst,
          perProcess: burst,
          reads: { capacity: 100, refillPerSecond: 100 },
        },
      })
      const subjectId = newSubjectId()
      const first = aSave({ subjectId, givenAt: start })
      assert.strictEqual((await instance.post(first)).status, 200)
      const recordsNow = async (): Promise<ReadonlyArray<{ readonly id: string; readonly givenAt: string }>> =>
        (await instance.send(`/subjects/${subjectId}`)).body.consents
      const before = await recordsNow()
      instance.setTime(start + jump)
      assert.strictEqual((await instance.send("/init?country=DE")).status, 200)
      const answers = []
      for (let n = 0; n < 4; n += 1) answers.push(await instance.post(aSave({ subjectId, givenAt: start + jump - n })))
      const limited = answers.filter(({ status }) => status === 429)
      assert.deepStrictEqual(
        answers.filter(({ status }) => ![200, 429].includes(status)),
        [],
      )
      assert.isAbove(limited.length, 0)
      for (const { headers } of limited) assert.isAtLeast(Number(headers.get("retry-after")), 1)
      const after = await recordsNow()
      assert.deepStrictEqual(
        after.filter(({ id }) => id === before[0]?.id),
        before,
      )
      const saved = answers.filter(({ status }) => status === 200).map(({ body }) => [body.consentId, body.givenAt])
      assert.sameDeepMembers(
        after.map(({ givenAt, id }) => [id, givenAt]),
        [...before.map(({ givenAt, id }) => [id, givenAt]), ...saved],
      )
      const sent = [first.givenAt, ...answers.map((_answer, n) => start + jump - n)]
      assert.isTrue(after.every(({ givenAt }) => sent.includes(Date.parse(givenAt))))
      await instance.stop()
    },
  )
})
