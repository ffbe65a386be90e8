import { createTestDatabase, describeEngines, type TestDatabase } from "@consent-service/test-engines"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { type Act, actMaker, assertionIn, type Expected, openBook } from "./Act.js"
import { audit } from "./Audit.js"
import { makeChildren } from "./Children.js"
import { openClient } from "./Client.js"
import { newSubjectId, seededRandom } from "./Random.js"
import { readStored, run, type Stored, type StoredRow } from "./Store.js"

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
  let asItWas: Stored
  /** A record of a browser's act under a policy. */
  let victim: StoredRow

  beforeAll(async () => {
    database = await createTestDatabase(engine)
    const server = await children.start({ databaseUrl: database.url })
    const client = openClient(server.port, 1)
    const init = await client.send({ method: "GET", path: "/init?country=DE" })
    const nextAct = actMaker(seededRandom(7), init._tag === "Answer" ? assertionIn(init.body) : null)
    const book = openBook()
    for (let saves = 0; saves < 24; saves += 1) {
      const act = nextAct()
      book.note(act, await client.send({ method: "POST", path: "/subjects", body: JSON.stringify(act) }))
    }
    spare = { ...nextAct(), subjectId: newSubjectId() }
    client.close()
    await server.stop()
    expected = Array.from(book.acknowledged.values())
    asItWas = await readStored(database.url)
    victim =
      asItWas.consents.find((row) => row["decision_id"] !== null && row["vendor_choice"] !== null) ??
      assert.fail("no browser saved anything with its policy")
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

  it("finds nothing wrong where nothing is", async () => {
    assert.strictEqual(expected.length, 24)
    assert.deepStrictEqual(await find(), [])
  })

  it("reports an acknowledged save that is not in the database", async () => {
    const findings = await find([{ act: spare, consentId: "cns_never" }])
    assert.strictEqual(findings.length, 1)
    assert.match(findings[0] ?? "", new RegExp(`^lost ${spare.subjectId}`))
  })

  it("reports a doubled row, under another id or the same", async () => {
    const undo = "delete from cs_consent where id = 'cns_double' or tenant = 'other'"
    await plant(copyOf("cs_consent", victim, { id: "'cns_double'" }), undo, /^doubled sub_.*2 rows/)
    await plant(copyOf("cs_consent", victim, { tenant: "'other'" }), undo, /^doubled id cns_.*2 rows/)
  })

  it.each([
    ["given_at", "1"],
    ["domain", "x.example"],
    ["tenant", "other"],
    ["preferences", "{}"],
    ["choice", '"legacy-v2"'],
    ["vendor_choice", null],
    ["metadata", '{"canary":"dead"}'],
    ["content_digest", "A".repeat(43)],
    ["decision_id", null],
    ["decision_source", null],
    ["jurisdiction", "NONE"],
    ["tc_string", "C"],
    ["consent_action", "accept_all"],
    ["ui_source", null],
  ])("reports a row with an altered %s", (column, altered) => {
    const change = (row: StoredRow) => (row["id"] === victim["id"] ? { ...row, [column]: altered } : row)
    const findings = audit(expected, { ...asItWas, consents: asItWas.consents.map(change) })
    assert.match(
      findings.map(({ kind, what }) => `${kind} ${what}`).join("\n"),
      new RegExp(`^altered .*${column}`, "m"),
    )
  })

  it("reports a record with the decision of another, and a subject with another account", async () => {
    const { decisions, subjects } = asItWas
    const other = decisions.find((one) => one["id"] !== victim["decision_id"])
    const decide = (decision: string | null | undefined) =>
      `update cs_consent set decision_id = '${decision}' where id = '${victim["id"]}'`
    await plant(decide(other?.["id"]), decide(victim["decision_id"]), /^altered .*decision_id/)
    const subject = subjects.find((one) => one["external_id"] !== null)
    const link = (account: string) => `update cs_subject set external_id = ${account} where id = '${subject?.["id"]}'`
    await plant(link("null"), link(`'${subject?.["external_id"]}'`), /^altered .*external_id/)
  })

  it("reports a record without its decision, and a subject or a decision without a record", async () => {
    await plant(
      `update cs_policy_decision set id = ${engine === "mysql" ? "concat('x', id)" : "'x' || id"}`,
      `update cs_policy_decision set id = ${engine === "sqlite" ? "substr" : "substring"}(id, 2)`,
      /^orphaned cns_.* has no decision/,
    )
    const { decisions, subjects } = asItWas
    await plant(
      copyOf("cs_subject", subjects[0] ?? {}, { id: "'sub_alone'" }),
      "delete from cs_subject where id = 'sub_alone'",
      /^orphaned subject sub_alone/,
    )
    await plant(
      copyOf("cs_policy_decision", decisions[0] ?? {}, { id: "'rpd_alone'" }),
      "delete from cs_policy_decision where id = 'rpd_alone'",
      /^orphaned decision rpd_alone/,
    )
  })

  it("reports a row that was deleted", async () => {
    await run(database.url, `delete from cs_consent where id = '${victim["id"]}'`)
    assert.match((await find()).join("\n"), new RegExp(`^lost ${victim["subject_id"]} `, "m"))
  })
})
