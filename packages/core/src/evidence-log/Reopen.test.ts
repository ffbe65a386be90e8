import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { hexOf } from "../digest/Sha256.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { logOpenedStatement, taskStatement } from "../evidence/Statement.js"
import { EvidenceLog, type LogReopening, ReopenOutcome } from "../ports/EvidenceLog.js"
import { start } from "../testing/EvidenceVectors.js"
import { type GrownLog, grownLog, portsOf, signed } from "../testing/GrownLog.js"
import { reopenLog, ReopenRun } from "./Reopen.js"

const [former, origin] = ["evidence.example/shop", "evidence.example/shop-2"]
const saltsOf = [
  "xh7DYDLe8SCGKnMPT9Tr8Q",
  "14e0Frw2e-rrizb_xsrDAg",
  "9kxDzi3OVLEZVorx0NvIbA",
  "YuhBSpTM25JKg46fdYOyaQ",
] as const

const reopened = (
  log: GrownLog,
  last: string | null,
  outcome: ReopenOutcome = ReopenOutcome.Reopened({ from: former }),
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const asked: Array<LogReopening> = []
    const left: Array<string> = [...saltsOf]
    const reopen = (reopening: LogReopening) =>
      Effect.sync(() => {
        asked.push(reopening)
        return outcome
      })
    const run = yield* reopenLog({ origin, last, salts: () => left.shift() ?? assert.fail("no salt is left") }).pipe(
      Effect.provide(Layer.merge(portsOf(log), Layer.mock(EvidenceLog, { tenant: null, reopen }))),
    )
    return { run, asked }
  })

const opened = pendingEntry(logOpenedStatement({ openedAt: start, origin }), {
  id: `log_${saltsOf[0]}`,
  receivedAt: 0,
  salt: saltsOf[1],
})

const follows = ({ head: { root, size } }: GrownLog) =>
  pendingEntry(
    taskStatement({ at: start, count: size, digest: hexOf(root), what: "follows the log evidence.example/shop" }),
    { id: `task_${saltsOf[2]}`, receivedAt: 1, salt: saltsOf[3] },
  )

describe("a log that begins anew", () => {
  it.effect("follows the newest checkpoint in the database, in front of what waits", () =>
    Effect.gen(function* () {
      const { asked, run } = yield* reopened(grownLog([3, 5]), null)
      assert.deepStrictEqual(run, ReopenRun.Reopened({ from: former, size: 8 }))
      assert.deepStrictEqual(asked, [{ origin, openedAt: start, entries: [opened, follows(grownLog([8]))] }])
    }),
  )

  it.effect("follows the checkpoint that it is given, which the database may have lost", () =>
    Effect.gen(function* () {
      const lost = grownLog([10])
      const { asked, run } = yield* reopened(grownLog([3]), signed(lost.head).note)
      assert.deepStrictEqual(run, ReopenRun.Reopened({ from: former, size: 10 }))
      assert.deepStrictEqual(asked[0]?.entries, [opened, follows(lost)])
    }),
  )

  it.effect("follows none when none is known, or what is given is none", () =>
    Effect.gen(function* () {
      for (const last of [null, "?"]) {
        const { asked, run } = yield* reopened(grownLog([3], { checkpoints: 0 }), last)
        assert.deepStrictEqual(run, ReopenRun.Reopened({ from: former, size: null }))
        assert.deepStrictEqual(asked[0]?.entries, [opened])
      }
    }),
  )

  it.effect("is refused under the name that it has, and where there is none", () =>
    Effect.gen(function* () {
      const problem = (outcome: ReopenOutcome) => Effect.map(reopened(grownLog([3]), null, outcome), ({ run }) => run)
      assert.deepStrictEqual(
        yield* problem(ReopenOutcome.SameOrigin()),
        ReopenRun.Refused({
          problem: "the log is named evidence.example/shop-2 already: a new log needs another name",
        }),
      )
      assert.deepStrictEqual(
        yield* problem(ReopenOutcome.NotOpened()),
        ReopenRun.Refused({ problem: "the log was not opened yet: there is nothing to begin anew" }),
      )
    }),
  )
})
