import { createTestDatabase, describeEngines, type Engine } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { actMaker } from "./Act.js"
import type { Outcome } from "./Client.js"
import { ownChildren } from "./OwnChildren.js"
import { judgeRound, runRace } from "./RaceRun.js"
import { seededRandom } from "./Random.js"
import { requireSoundRace, tellRace } from "./Sound.js"

const budgetMs = inForm({ short: 60_000, full: 300_000 })

const processes = (engine: Engine): number => (engine === "sqlite" ? 2 : 3)

const startOn = (urls: ReadonlyArray<string>) => {
  const children = ownChildren()
  return Promise.all(urls.map((databaseUrl) => children.start({ databaseUrl })))
}

describeEngines(
  "one act, sent by many (threat: recording an act twice, or altering it by a retry or a race)",
  (engine) => {
    it("becomes one record; of several contents one wins, and the others are conflicts", {
      timeout: budgetMs + 120_000,
    }, async () => {
      const database = await createTestDatabase(engine)
      // They also migrate the empty database concurrently.
      const servers = await startOn(Array.from({ length: processes(engine) }, () => database.url))
      const plan = {
        databaseUrl: database.url,
        rounds: inForm({ short: 4, full: 100 }),
        senders: 100,
        seed: testSeed,
        budgetMs,
      }
      const report = await runRace(servers, plan)
      tellRace(engine, report)
      requireSoundRace(report, plan.rounds)
      await database.drop()
    })
  },
)

describeEngines(
  "the race itself",
  (engine) => {
    it("finds out processes that do not share their records", async () => {
      const databases = [await createTestDatabase(engine), await createTestDatabase(engine)]
      const [{ url = "" } = {}] = databases
      const servers = await startOn(databases.map((database) => database.url))
      const plan = { databaseUrl: url, rounds: 2, senders: 20, seed: testSeed, budgetMs: 20_000 }
      const { wrong } = await runRace(servers, plan)
      assert.isTrue(
        wrong.some((line) => line.endsWith("2 times created")),
        wrong.join("\n"),
      )
      for (const database of databases) await database.drop()
    })
  },
  ["sqlite"],
)

describe("judging a round", () => {
  const act = actMaker(seededRandom(1), null)()
  const other = { ...act, preferences: { other: true } }
  const row = { id: "cns_1", preferences: JSON.stringify(act.preferences) }
  const answer = (status: number, body: unknown): Outcome => ({
    _tag: "Answer",
    status,
    headers: {},
    body: JSON.stringify(body),
  })
  const saved = { content: act, outcome: answer(200, { consentId: "cns_1" }) }
  const conflict = { content: other, outcome: answer(409, { cause: { code: "CONFLICT" } }) }
  const round = { contents: [act, other], told: [saved, conflict, saved] }

  it("finds nothing in a good one", () => assert.deepStrictEqual(judgeRound(round, [row], ["cns_1"]), []))

  it.each([
    ["two rows", round, [row, row], ["cns_1"], "2 rows"],
    ["no row", round, [], ["cns_1"], "0 rows"],
    ["two creations", round, [row], ["cns_1", "cns_1"], "2 times created"],
    [
      "two ids",
      { ...round, told: [saved, { content: act, outcome: answer(200, { consentId: "cns_2" }) }] },
      [row],
      ["cns_1"],
      "2 ids answered",
    ],
    [
      "an altered content accepted",
      { ...round, told: [saved, { ...saved, content: other }] },
      [row],
      ["cns_1"],
      "told 200",
    ],
    ["a 5xx", { ...round, told: [saved, { ...saved, outcome: answer(503, {}) }] }, [row], ["cns_1"], "told 503"],
  ] as const)("finds %s", (_, planted, rows, created, problem) =>
    assert.include(judgeRound(planted, rows, created).join("\n"), problem),
  )
})
