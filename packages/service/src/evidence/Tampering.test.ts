import { describeEngines } from "@consent-service/test-engines"
import type { Finding } from "@consent-service/core/evidence-log"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type LoggedDatabase, loggedDatabase, type Verified, verifyWith } from "../testing/TamperedLog.js"
import { backdated, type Expected, type Tamper, tamperings, type Target } from "../testing/Tamperings.js"

const covers = ({ from = 0, position, to }: Finding, at: number): boolean =>
  position === undefined ? to !== undefined && from <= at && at < to : position === at

const names =
  (expected: Expected) =>
  (finding: Finding): boolean =>
    finding.finding === expected.finding &&
    (expected.id === undefined || finding.id === expected.id) &&
    (expected.position === undefined || covers(finding, expected.position))

const pick = <A>(list: ReadonlyArray<A>): A => list[Math.floor(Math.random() * list.length)] ?? assert.fail("none")

/** Two records in one full bundle. */
const targetIn = (database: LoggedDatabase): Target => {
  const record = pick(database.records.filter(({ position }) => position < 512))
  const other = pick(
    database.records.filter(
      ({ position }) =>
        position !== record.position && Math.floor(position / 256) === Math.floor(record.position / 256),
    ),
  )
  return { database, record, other }
}

describeEngines("what verify finds (threat: tampering with the database)", (engine) => {
  let database: LoggedDatabase
  beforeAll(async () => {
    database = await loggedDatabase(engine)
  }, 120_000)
  afterAll(() => database.stop())

  const attempt = ({ run }: Tamper) => {
    const target = targetIn(database)
    const tampered = Effect.gen(function* () {
      const expected = yield* run(target)
      const { outside } = expected
      return { expected, found: yield* verifyWith(database.key, outside === undefined ? {} : { outside }) }
    })
    return { tampered, target }
  }

  const judge = ({ expected, found }: { readonly expected: Expected; readonly found: Verified }, target: Target) =>
    assert.isTrue(
      found.findings.some(names(expected)),
      `${JSON.stringify(expected)} at ${JSON.stringify(target.record)}: ${JSON.stringify(found.findings)}`,
    )

  it("finds nothing in a log that was not altered, from the beginning or from a later size", async () => {
    for (const since of [0, 100, 300, 520]) {
      const { findings, verdict } = await database.attempt(verifyWith(database.key, { verifiedSize: since }))
      assert.deepStrictEqual(findings, [])
      assert.strictEqual(verdict._tag, "Verified")
    }
  })

  for (const tamper of tamperings) {
    it(tamper.title, async () => {
      const { tampered, target } = attempt(tamper)
      judge(await database.attempt(tampered), target)
    })
  }

  it("names the two signed checkpoints that contradict each other", async () => {
    const rebuilt = tamperings.find(({ title }) => title.startsWith("27 ")) ?? assert.fail("no such tampering")
    const { expected, found } = await database.attempt(attempt(rebuilt).tampered)
    const [known, stored, ...others] = found.findings.find(({ finding }) => finding === "Forked")?.notes ?? []
    assert.strictEqual(known, expected.outside?.checkpoints[0]?.note)
    assert.match(stored ?? "", /^consent\.shop\.example\/evidence\n\d+\n/)
    assert.notStrictEqual(stored, known)
    assert.isEmpty(others)
  })

  it(backdated.title, async () => {
    const { tampered, target } = attempt(backdated)
    judge(await database.commit(tampered), target)
  })
})
