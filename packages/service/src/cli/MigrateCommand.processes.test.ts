import * as SqlConsentStore from "@consent-service/adapter-sql/SqlConsentStore"
import { createTestDatabase, describeEngines } from "@consent-service/test-engines"
import { inForm, isFullForm } from "@consent-service/test-engines/form"
import { makeDraft } from "@consent-service/testkit/Drafts"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { type MigrateProcess, startMigrate } from "../testing/MigrateProcess.js"
import { runCli } from "./Cli.js"

const run = async (...args: ReadonlyArray<string>) => {
  const lines: Array<string> = []
  const code = await runCli(["migrate", ...args], {
    out: (text) => lines.push(text),
    error: (text) => lines.push(text),
  })
  return { code, text: lines.join("\n") }
}

const appliedIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.flatMap((line) => /^(\S+) applied in /.exec(line)?.[1] ?? [])

/** Every migration, in order, as a dry run of an empty database prints them. */
const allIds = async (): Promise<ReadonlyArray<string>> => {
  const { text } = await run("--database", "sqlite::memory:", "--dry-run", "--json")
  const { pending }: { readonly pending: ReadonlyArray<{ readonly id: string }> } = JSON.parse(text)
  return pending.map(({ id }) => id)
}

/** A run takes about 150 ms: the kills come early, in the middle and late in it, or anywhere. */
const moments: ReadonlyArray<number> = isFullForm ? Array.from({ length: 20 }, () => Math.random() * 150) : [60]

const timeout = inForm({ short: 120_000, full: 300_000 })

const processesAtOnce = inForm({ short: 3, full: 10 })

/** Saves and reads a record: a schema that is on record but not there would show. */
const appendOn = (url: string): Promise<string> =>
  Effect.flatMap(SqlConsentStore.make(), (ledger) => ledger.append(makeDraft())).pipe(
    Effect.match({ onFailure: String, onSuccess: ({ _tag }) => _tag }),
    Effect.provide(clientFromUrl(url)),
    Effect.runPromise,
  )

describeEngines("consent-service migrate, as processes", (engine) => {
  it("many concurrently: every one exits 0, and each migration runs in one of them", { timeout }, async () => {
    const database = await createTestDatabase(engine)
    const processes = await Promise.all(Array.from({ length: processesAtOnce }, () => startMigrate(database.url)))
    for (const { begin } of processes) begin()
    const codes = await Promise.all(processes.map(({ ended }) => ended))
    const printed = processes.map(({ lines }) => lines)
    assert.deepStrictEqual(
      codes,
      Array.from(processes, () => 0),
      JSON.stringify(printed),
    )
    const ids = await allIds()
    assert.sameMembers(printed.flatMap(appliedIn), [...ids])
    assert.strictEqual(printed.flatMap(appliedIn).length, ids.length)
    for (const lines of printed) {
      if (appliedIn(lines).length === 0) assert.deepStrictEqual(lines, ["nothing to do: the database is up to date"])
    }
    assert.deepStrictEqual(await run("--database", database.url), {
      code: 0,
      text: "nothing to do: the database is up to date",
    })
    await database.drop()
  })

  /** Kills one run, and gives what it is known to have done and what a second run did. */
  const killed = async (kill: (url: string) => Promise<MigrateProcess>) => {
    const database = await createTestDatabase(engine)
    const child = await kill(database.url)
    await child.ended
    const second = await run("--database", database.url)
    const third = await run("--database", database.url)
    const appended = await appendOn(database.url)
    await database.drop()
    return { first: appliedIn(child.lines), second, third, appended }
  }

  const assertTakenUp = async (
    { appended, first, second, third }: Awaited<ReturnType<typeof killed>>,
    moment: string,
  ) => {
    const ids = await allIds()
    assert.strictEqual(second.code, 0, `${moment}: ${second.text}`)
    assert.deepStrictEqual(third, { code: 0, text: "nothing to do: the database is up to date" }, moment)
    assert.strictEqual(appended, "Inserted", moment)
    const rest = appliedIn(second.text.split("\n"))
    // The first may have been killed between a commit and its line.
    assert.deepStrictEqual(rest, rest.length === 0 ? [] : ids.slice(-rest.length), moment)
    assert.deepStrictEqual(first, ids.slice(0, first.length), moment)
    assert.isAtMost(first.length + rest.length, ids.length, moment)
  }

  it("killed by kill -9 right after a migration, the next run takes it up", { timeout }, async () => {
    const ids = await allIds()
    const half = Math.ceil(ids.length / 2)
    for (const count of inForm({ short: [half], full: [1, half] })) {
      const result = await killed(async (url) => {
        const child = await startMigrate(url, count)
        child.begin()
        return child
      })
      assert.isAtLeast(result.first.length, count)
      await assertTakenUp(result, `after ${count}`)
    }
  })

  it("killed by kill -9 at any moment, the next run takes it up", { timeout }, async () => {
    for (const moment of moments) {
      const result = await killed(async (url) => {
        const child = await startMigrate(url)
        child.begin()
        await new Promise((resolve) => setTimeout(resolve, moment))
        child.kill()
        return child
      })
      await assertTakenUp(result, `after ${moment} ms`)
    }
  })
})
