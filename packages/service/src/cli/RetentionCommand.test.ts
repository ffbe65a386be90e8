import { createTestDatabase, describeEngines, type Engine } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished, vi } from "vitest"
import { aSave, instanceOn, newSubjectId } from "../testing/TestInstance.js"
import { run } from "../testing/RunCli.js"

const dayMs = 86_400_000

/** A database, and configuration files that name it. */
const started = async (engine: Engine) => {
  const folder = mkdtempSync(join(tmpdir(), "consent-retention-"))
  const { drop, url: database } = await createTestDatabase(engine)
  const instance = instanceOn(database, { evidence: { checkpointEveryMs: 100 } })
  await instance.service.migrate()
  onTestFinished(async () => {
    vi.useRealTimers()
    await instance.service.dispose()
    await drop()
    rmSync(folder, { recursive: true })
  })
  const configured = (options: object): string => {
    const path = join(folder, "config.json")
    writeFileSync(path, JSON.stringify({ database, ...options }))
    return path
  }
  /** Saves on a day of the past. */
  const saveBefore = async (days: number, subjectId: string) => {
    const time = Date.now() - days * dayMs
    vi.useFakeTimers({ toFake: ["Date"], now: time })
    const { body, status } = await instance.post(aSave({ subjectId, givenAt: time, metadata: { a: 1 } }), {
      headers: { "x-cs-country": "DE" },
    })
    vi.useRealTimers()
    assert.strictEqual(status, 200, JSON.stringify(body))
    return String(body.consentId)
  }
  /** Waits until the log has everything. */
  const settled = () =>
    vi.waitFor(async () => {
      const { out } = await run("log", "status", "--database", database, "--json")
      assert.strictEqual(JSON.parse(out).queued, 0)
    }, 10_000)
  return { ...instance, configured, saveBefore, settled }
}

describeEngines("consent-service retention", (engine) => {
  it("shows what it would erase, and erases it: superseded records and old traces, and no newest decision", async () => {
    const { configured, saveBefore, send, service, settled } = await started(engine)
    const [first, second] = [newSubjectId(), newSubjectId()]
    const superseded = await saveBefore(800, first)
    await saveBefore(500, first)
    await saveBefore(500, second)
    service.sequence()
    await settled()
    const config = configured({ retention: [{ keepFor: "P1Y", dropTraceAfter: "P180D" }] })
    const dry = await run("retention", "--dry-run", "--config", config)
    assert.strictEqual(dry.code, 0, dry.error)
    assert.match(dry.out, /^3 records old enough for a retention rule$/m)
    assert.match(dry.out, /would erase 1 record; would drop address, browser, language and metadata of 2 records/)
    assert.include(dry.out, `the first ids: ${superseded}`)
    assert.lengthOf((await send(`/subjects/${first}`)).body.consents, 2)

    const done = await run("retention", "--config", config, "--json")
    assert.deepInclude(JSON.parse(done.out), { dryRun: false, records: 3, erased: 1, traces: 2, kept: 0 })
    const left = (await send(`/subjects/${first}`)).body.consents
    assert.lengthOf(left, 1)
    assert.notStrictEqual(left[0].id, superseded)
    await settled()
    assert.deepInclude(JSON.parse((await run("retention", "--config", config, "--json")).out), { erased: 0, traces: 0 })
  })

  it("applies the recommended rules where they are asked for and the configuration has none: records of Europe lose their traces", async () => {
    const { configured, saveBefore, send, service, settled } = await started(engine)
    const [subject, other] = [newSubjectId(), newSubjectId()]
    const [old] = [await saveBefore(181, subject), await saveBefore(179, other)]
    service.sequence()
    await settled()
    const config = configured({})
    const dry = await run("retention", "--dry-run", "--recommended", "--config", config)
    assert.match(
      dry.out,
      /would erase 0 records; would drop address, browser, language and metadata of 1 record$/m,
      dry.error,
    )
    assert.include(dry.out, `the first ids: ${old}`)
    const done = await run("retention", "--recommended", "--config", config, "--json")
    assert.deepInclude(JSON.parse(done.out), { erased: 0, traces: 1 })
    assert.lengthOf((await send(`/subjects/${subject}`)).body.consents, 1)
    // Configured rules are not mixed with them.
    const own = configured({ retention: [{ types: ["dpa"], keepFor: "P1Y" }] })
    await settled()
    const mine = await run("retention", "--recommended", "--config", own, "--json")
    assert.deepInclude(JSON.parse(mine.out), { erased: 0, traces: 0 })
  })

  it("refuses a configuration without rules, and names what is wrong with a rule", async () => {
    const { configured } = await started(engine)
    const none = await run("retention", "--config", configured({}))
    assert.strictEqual(none.code, 1)
    assert.include(none.error, "the option retention has no rules: every record is kept; --recommended")
    const wrong = await run(
      "retention",
      "--config",
      configured({ retention: [{ keepFor: "5 years" }, { from: "now" }] }),
    )
    assert.strictEqual(wrong.code, 1)
    assert.include(wrong.error, "retention.0.keepFor (config.json): must be an ISO 8601 duration of at least 30 days")
    assert.include(wrong.error, 'retention.1.from (config.json): must be "createdAt", "superseded" or "validUntil"')
    assert.strictEqual((await run("retention", "now")).code, 2)
  })
})
