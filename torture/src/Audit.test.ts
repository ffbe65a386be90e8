import { createTestDatabase, describeEngines, type TestDatabase } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { type Act, actMaker, assertionIn, type Expected, openBook } from "./Act.js"
import { audit } from "./Audit.js"
import { makeChildren } from "./Children.js"
import { openClient } from "./Client.js"
import { newSubjectId, seededRandom } from "./Random.js"
import { readStored, run, type StoredRow } from "./Store.js"

/** A row again, with some of its columns replaced by SQL. */
const copyOf = (table: string, row: StoredRow, changed: Readonly<Record<string, string>>): string => {
  const columns = Object.keys(row)
  const values = columns.map((column) => changed[column] ?? column)
  return `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from ${table} where id = '${row["id"]}'`
}

describeEngines("the checker, with faults planted in the database", (engine) => {
  const children = makeChildren()
  let database: TestDatabase
  let expected: ReadonlyArray<Expected>
  let spare: Act

  beforeAll(async () => {
    database = await createTestDatabase(engine)
    const server = await children.start({ databaseUrl: database.url })
    const client = openClient(server.port, 1)
    const init = await client.send({ method: "GET", path: "/init?country=DE" })
    const nextAct = actMaker(seededRandom(7), init._tag === "Answer" ? assertionIn(init.body) : null)
    const book = openBook()
    for (let saves = 0; saves < 12; saves += 1) {
      const act = nextAct()
      book.note(act, await client.send({ method: "POST", path: "/subjects", body: JSON.stringify(act) }))
    }
    spare = { ...nextAct(), subjectId: newSubjectId() }
    client.close()
    await server.stop()
    expected = Array.from(book.acknowledged.values())
  })
  afterAll(async () => {
    await children.end()
    await database.drop()
  })

  const find = async (also: ReadonlyArray<Expected> = []) =>
    audit([...expected, ...also], await readStored(database.url)).map(({ kind, what }) => `${kind} ${what}`)

  /** Plants a fault, asserts that it is reported, removes it, and asserts that nothing is reported. */
  const plant = async (fault: string, undo: string, reported: RegExp) => {
    await run(database.url, fault)
    const findings = await find()
    await run(database.url, undo)
    assert.isTrue(
      findings.some((finding) => reported.test(finding)),
      `${reported} is not in: ${findings.join("\n")}`,
    )
    assert.deepStrictEqual(await find(), [])
  }

  const quoted = (text: string): string => {
    const doubled = text.replaceAll("'", "''")
    // Only there a backslash in a literal escapes what follows.
    return `'${engine === "mysql" ? doubled.replaceAll("\\", "\\\\") : doubled}'`
  }

  const victim = async () => {
    const row = (await readStored(database.url)).consents.find((one) => one["decision_id"] !== null)
    if (row === undefined) throw new Error("nothing was saved with its policy")
    return { id: row["id"] ?? "", row }
  }

  it("finds nothing wrong where nothing is", async () => {
    assert.strictEqual(expected.length, 12)
    assert.deepStrictEqual(await find(), [])
  })

  it("reports an acknowledged save that is not in the database", async () => {
    const findings = await find([{ act: spare, consentId: "cns_never" }])
    assert.strictEqual(findings.length, 1)
    assert.match(findings[0] ?? "", new RegExp(`^lost ${spare.subjectId}`))
  })

  it("reports a doubled row, under another id or the same", async () => {
    const { row } = await victim()
    const undo = "delete from cs_consent where id = 'cns_double' or tenant = 'other'"
    await plant(copyOf("cs_consent", row, { id: "'cns_double'" }), undo, /^doubled sub_.*2 rows/)
    await plant(copyOf("cs_consent", row, { tenant: "'other'" }), undo, /^doubled id cns_.*2 rows/)
  })

  it.each([
    ["given_at", "1"],
    ["domain", "x.example"],
    ["preferences", "{}"],
    ["metadata", '{"canary":"dead"}'],
  ])("reports a row with an altered %s", async (column, altered) => {
    const { id, row } = await victim()
    const set = (value: string) => `update cs_consent set ${column} = ${quoted(value)} where id = '${id}'`
    await plant(set(altered), set(row[column] ?? ""), new RegExp(`^altered .*${column}`))
  })

  it("reports a record without its decision, and a subject without a record", async () => {
    await plant(
      `update cs_policy_decision set id = ${engine === "mysql" ? "concat('x', id)" : "'x' || id"}`,
      `update cs_policy_decision set id = ${engine === "sqlite" ? "substr" : "substring"}(id, 2)`,
      /^orphaned cns_.* has no decision/,
    )
    const [subject] = (await readStored(database.url)).subjects
    await plant(
      copyOf("cs_subject", subject ?? {}, { id: "'sub_alone'" }),
      "delete from cs_subject where id = 'sub_alone'",
      /^orphaned subject sub_alone/,
    )
  })
  it("reports a row that was deleted", async () => {
    const { id, row } = await victim()
    await run(database.url, `delete from cs_consent where id = '${id}'`)
    assert.match((await find()).join("\n"), new RegExp(`^lost ${row["subject_id"]} `, "m"))
  })
})
