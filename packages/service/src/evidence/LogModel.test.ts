import { describeEngines } from "@consent-service/test-engines"
import { inForm, testSeed } from "@consent-service/test-engines/form"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { LogModel } from "../testing/model/LogModel.js"
import { inMemory, type ModelDatabase, onEngine } from "../testing/model/ModelDatabase.js"
import { type Operation, operations } from "../testing/model/Operation.js"

const whatever = "has exactly what the model has, whatever happens to it"

const asTheModel = (open: () => Promise<ModelDatabase>, numRuns: number) =>
  FastCheck.assert(
    FastCheck.asyncProperty(operations, async (steps) => {
      const database = await open()
      try {
        const model = await LogModel.opened(database)
        for (const step of steps) await model.apply(step)
        await model.finish()
      } finally {
        await database.stop()
      }
    }),
    { numRuns, seed: testSeed, endOnFailure: false },
  )

/** Every operation once, so that no form of the test leaves one out. */
const each: ReadonlyArray<Operation> = [
  { op: "save", subject: 0, linked: true, old: false, logged: false },
  { op: "save", subject: 1, linked: true, old: true, logged: true },
  { op: "save", subject: 2, linked: false, old: false, logged: true },
  { op: "sequence", process: 0 },
  { op: "crash", process: 0 },
  { op: "retry", record: 1 },
  { op: "link", subject: 2, account: 1 },
  { op: "publish", version: 1 },
  { op: "archive", content: 1 },
  { op: "burst", process: 1, saves: 9 },
  { op: "backfill" },
  { op: "hold", subject: 2 },
  { op: "erase", subject: 2, part: null, waits: false },
  { op: "release", subject: 2 },
  { op: "erase", subject: 0, part: "trace", waits: true },
  { op: "erase", subject: 2, part: null, waits: false },
  { op: "rotate" },
  { op: "restore", waiting: 1, lost: 3 },
  { op: "retain" },
  { op: "retry", record: 2 },
]

const once = async (open: () => Promise<ModelDatabase>): Promise<void> => {
  const database = await open()
  const model = await LogModel.opened(database)
  for (const step of each) await model.apply(step)
  await model.finish()
  await database.stop()
}

describe("the log of a model, in memory", () => {
  const open = async () => inMemory()
  it("has exactly what the model has after each operation", () => once(open))
  it(whatever, { timeout: inForm({ short: 120_000, full: 1_800_000 }) }, () =>
    asTheModel(open, inForm({ short: 12, full: 2_000 })),
  )
})

describeEngines("the log of a model", (engine) => {
  let opened: Awaited<ReturnType<typeof onEngine>> | null = null
  const open = () => (opened ?? assert.fail("no database")).open()
  beforeAll(async () => {
    opened = await onEngine(engine)
  })
  afterAll(() => opened?.stop())
  it("has exactly what the model has after each operation", () => once(open))
  it(whatever, { timeout: inForm({ short: 120_000, full: 1_800_000 }) }, () =>
    asTheModel(open, inForm({ short: 1, full: 100 })),
  )
})
