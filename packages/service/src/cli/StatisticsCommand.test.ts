import { describeEngines, type Engine } from "@consent-service/test-engines"
import { assert, describe, it, vi } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { run } from "../testing/RunCli.js"
import { aSave, startInstance } from "../testing/TestInstance.js"

const givenAt = Date.UTC(2026, 0, 31, 12)

/** Five acts of two days, all of them counted. */
const started = async (engine: Engine) => {
  const { post, stop, url } = await startInstance(engine, { evidence: { checkpointEveryMs: 100 } })
  onTestFinished(stop)
  for (const [at, consentAction] of ["all", "all", "necessary", "custom", "all"].entries()) {
    const preferences = { necessary: true, marketing: consentAction === "all" }
    const { body, status } = await post(
      aSave({ givenAt: givenAt + (at === 4 ? 86_400_000 : 0), consentAction, preferences }),
    )
    assert.strictEqual(status, 200, JSON.stringify(body))
  }
  const statistics = (...args: ReadonlyArray<string>) => run("statistics", ...args, "--database", url)
  await vi.waitFor(async () => {
    const { backfilled, pending } = JSON.parse((await statistics("--json")).out)
    assert.deepStrictEqual({ backfilled, pending }, { backfilled: true, pending: 0 })
  }, 20_000)
  return statistics
}

const span = ["--from", "2026-01-31", "--to", "2026-02-01"]

describeEngines("consent-service statistics", (engine) => {
  it("prints a table, a file for spreadsheets, or JSON, of the days that are named", async () => {
    const statistics = await started(engine)
    const byAction = await statistics(...span, "--group-by", "action")
    assert.strictEqual(byAction.code, 0, byAction.error)
    assert.strictEqual(
      byAction.out,
      [
        "2026-01-31 to 2026-02-01, UTC",
        "action      records  accepted  refused  customized  shown  ignored",
        "accept_all        3         3        0           0      -        -",
        "custom            1         0        0           1      -        -",
        "reject_all        1         0        1           0      -        -",
        "total             5         3        1           1      -        -",
      ].join("\n"),
    )
    const byDay = JSON.parse((await statistics(...span, "--format", "json")).out)
    assert.deepStrictEqual(
      byDay.groups.map(({ accepted, group, records }: Record<string, unknown>) => [group, records, accepted]),
      [
        ["2026-01-31", 4, 2],
        ["2026-02-01", 1, 1],
      ],
    )
    assert.deepStrictEqual(byDay.total.categories.marketing, { granted: 3, refused: 2, rate: 0.6 })
    const [head = "", ...lines] = (await statistics(...span, "--group-by", "rule", "--format", "csv")).out.split("\r\n")
    assert.match(head, /^rule,rest,records,accepted,/)
    assert.deepStrictEqual(
      lines.map((line) => line.split(",").slice(0, 6).join()),
      [",false,5,3,1,1"],
    )
    const [, , total] = (await statistics("--from", "2026-02-01", "--to", "2026-02-28", "--group-by", "country")).out
      .split("\n")
      .slice(-3)
    assert.match(total ?? "", /^total +1 +1 /)
  })
})

describe("consent-service statistics", () => {
  it.each([
    [["--from", "2026-02-30"], "--from must be a date"],
    [["--from", "2026-02-02", "--to", "2026-02-01"], "--from must not be after"],
    [["--group-by", "subject"], "--group-by must be one of day, country"],
    [["--format", "xml"], "--format must be table, csv or json"],
    [["2026"], "expected no argument"],
  ])("%j is invalid usage, and says why", async (args, reason) => {
    const { code, error } = await run("statistics", ...args, "--database", "sqlite:missing.db")
    assert.strictEqual(code, 2)
    assert.include(error, reason)
  })
})
