/** The formats of an export, each read back by another party's program. */
import { describeEngines, type Engine } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { run } from "../testing/RunCli.js"
import { kantaraCheck, shaclFindings, triplesOf } from "../testing/SchemaFiles.js"
import { shopController } from "../testing/ShopController.js"

const used = {
  purpose: "Measuring how the shop is used",
  dataCategories: ["Online identifiers", "Health data"],
  sensitive: ["Health data"],
  recipients: ["Statistics Ltd"],
  retention: "13 months",
  storage: "European Union",
}

const evidence = {
  controller: shopController,
  processing: { measurement: used, marketing: { ...used, purpose: "Advertising", sensitive: [], recipients: [] } },
}

const signingKey = "a signing key for tests"

/** Four records: two categories, one granted; all refused; from before policies; and one that decides nothing. */
const start = async (engine: Engine) => {
  const instance = await startInstance(engine, { policySnapshot: { signingKey } })
  const folder = mkdtempSync(join(tmpdir(), "consent-export-"))
  onTestFinished(async () => {
    await instance.stop()
    rmSync(folder, { recursive: true })
  })
  const init = await instance.send("/init?country=DE", { headers: { "accept-language": "de-AT,de;q=0.9" } })
  const { policySnapshotToken } = init.body
  const now = Date.now()
  const saved: Array<string> = []
  const save = async (change: Readonly<Record<string, unknown>>) => {
    const givenAt = now - 60_000 + saved.length * 1_000
    const answer = await instance.post(aSave({ subjectId: newSubjectId(), givenAt, ...change }))
    assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
    saved.push(String(answer.body.consentId))
  }
  await save({ policySnapshotToken, preferences: { measurement: true, marketing: false }, metadata: { a: "=1+1" } })
  await save({ policySnapshotToken, preferences: { measurement: false, marketing: false } })
  await save({ type: "marketing_communications", preferences: { marketing: true } })
  await save({ type: "other", preferences: { necessary: true } })
  const config = (name: string, content: object): string => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify({ database: instance.url, ...content }))
    return path
  }
  const exporting = (format: string, path: string, ...others: ReadonlyArray<string>) =>
    run("export", "--format", format, "--out", join(folder, path), "--database", instance.url, ...others)
  const read = (path: string): string => readFileSync(join(folder, path), "utf8")
  return { ...instance, folder, saved, config, exporting, read }
}

describeEngines("an export", (engine) => {
  it("as Parquet has every value of every record, with its type", async () => {
    const { exporting, folder, read, saved } = await start(engine)
    assert.strictEqual((await exporting("ndjson", "all.ndjson")).code, 0)
    const exported = await exporting("parquet", "all.parquet")
    assert.strictEqual(exported.code, 0, exported.error)
    assert.include(exported.out, "4 records")
    const file = await asyncBufferFromFile(join(folder, "all.parquet"))
    assert.strictEqual(statSync(join(folder, "all.parquet")).mode & 0o777, 0o600)
    const rows = await parquetReadObjects({ file })
    assert.deepStrictEqual(
      rows.map(({ id }) => id),
      saved,
    )
    // Parquet has instants, and NDJSON texts of them; a JSON column is read as what it holds.
    assert.deepStrictEqual(
      rows.map((row) => JSON.parse(JSON.stringify(row))),
      read("all.ndjson")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    )
    const schema = parquetSchema(await parquetMetadataAsync(file))
    const types = new Map(schema.children.map(({ element }) => [element.name, element.converted_type]))
    assert.deepStrictEqual(
      [types.get("givenAt"), types.get("preferences"), types.get("subjectId")],
      ["TIMESTAMP_MILLIS", "JSON", "UTF8"],
    )
  })

  it("as ISO/IEC TS 27560 conforms to its shapes, and says per category what was decided", async () => {
    const { config, exporting, read, saved } = await start(engine)
    const exported = await exporting("iso27560", "all.jsonld", "--config", config("shop.json", { evidence }))
    assert.strictEqual(exported.code, 0, exported.error)
    assert.match(exported.out, /3 records\n1 record left out: the format has no place/)
    const document = JSON.parse(read("all.jsonld"))
    const graph = await triplesOf(document)
    assert.deepStrictEqual(await shaclFindings(graph), [])
    const dpv = "https://w3id.org/dpv#"
    assert.strictEqual(graph.countQuads(null, null, `${dpv}ConsentRecord`, null), 3)
    assert.strictEqual(graph.countQuads(null, `${dpv}hasConsentStatus`, `${dpv}ConsentGiven`, null), 2)
    assert.strictEqual(graph.countQuads(null, `${dpv}hasConsentStatus`, `${dpv}ConsentRefused`, null), 3)
    const record = `urn:consent-service:record:${saved[0]}`
    const notice = graph.getObjects(record, `${dpv}hasNotice`, null)[0] ?? assert.fail("no notice")
    assert.deepStrictEqual(
      graph.getObjects(notice, "http://purl.org/dc/terms/language", null).map(({ value }) => value),
      ["de"],
    )
    // The shapes find what lacks: a check that accepts everything would prove nothing.
    const altered = JSON.parse(read("all.jsonld").replace('"hasPurpose":"used:measurement-purpose",', ""))
    assert.isAbove((await shaclFindings(await triplesOf(altered))).length, 0)
    const invented = JSON.parse(read("all.jsonld").replaceAll("dpv:ConsentRefused", "dpv:ConsentMaybe"))
    assert.isAbove((await shaclFindings(await triplesOf(invented))).length, 0)
  })

  it("as Kantara receipts has one for each record that grants something, valid by its schema", async () => {
    const { config, exporting, read, saved } = await start(engine)
    const exported = await exporting("kantara", "all.ndjson", "--config", config("shop.json", { evidence }))
    assert.strictEqual(exported.code, 0, exported.error)
    const receipts = read("all.ndjson")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    const check = kantaraCheck()
    assert.deepStrictEqual(receipts.flatMap(check), [])
    assert.deepStrictEqual(
      receipts.map(({ consentReceiptID, language, sensitive, spiCat }) => [
        consentReceiptID,
        language,
        sensitive,
        spiCat,
      ]),
      [
        [saved[0], "de", true, ["Health data"]],
        [saved[2], undefined, false, []],
      ],
    )
    assert.deepStrictEqual(
      receipts.map(({ services }) => services[0].purposes.map(({ purpose }: { purpose: string }) => purpose)),
      [[used.purpose], ["Advertising"]],
    )
    const { policyUrl: _, ...without } = receipts[0]
    assert.deepStrictEqual(check(without), [" must have required property 'policyUrl'"])
  })

  it("in a standard form names all that the configuration lacks, and leaves no file", async () => {
    const { config, exporting, folder } = await start(engine)
    const { phone: _, ...controller } = evidence.controller
    const nothing = await exporting("iso27560", "a.jsonld", "--config", config("none.json", {}))
    assert.strictEqual(nothing.code, 1)
    assert.include(nothing.error, "evidence.controller, evidence.processing")
    const mute = await exporting(
      "kantara",
      "a",
      "--config",
      config("mute.json", { evidence: { ...evidence, controller } }),
    )
    assert.include(mute.error, "--format kantara needs evidence.controller.phone")
    const { measurement } = evidence.processing
    const part = { ...evidence, processing: { measurement } }
    const half = await exporting("iso27560", "a.jsonld", "--config", config("half.json", { evidence: part }))
    assert.include(half.error, "records name what the configuration does not describe: evidence.processing.marketing")
    assert.deepStrictEqual(
      readdirSync(folder).filter((name) => name.startsWith("a")),
      [],
    )
  })
})
