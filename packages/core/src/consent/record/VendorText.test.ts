import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { SubjectId } from "../../subject/SubjectId.js"
import type { VendorChoice } from "../../vendor/VendorChoice.js"
import { type HistoryRecord, vendorText } from "./ConsentRecord.js"
import { foldVendors, subjectVendorChoice, vendorFold } from "./SubjectVendorChoice.js"
import { entriesOf, readVendorText } from "./VendorText.js"

const stored = (text: string | null, givenAt = 0, type = "cookie_banner"): HistoryRecord => ({
  id: `cns_${SubjectId.make("sub_a")}${givenAt}`,
  type,
  domain: "shop.example",
  documentId: null,
  givenAt,
  createdAt: 0,
  preferences: {},
  choice: null,
  vendorChoice: text === null ? null : JSON.parse(text),
  jurisdiction: null,
  decisionSource: null,
  ...(text === null ? {} : { [vendorText]: text }),
})

const readOf = (text: string) => {
  const steps = readVendorText({ ...stored(null), [vendorText]: text })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

const folded = (records: ReadonlyArray<HistoryRecord>) => {
  const fold = vendorFold()
  const looked = Array.from(foldVendors(records, fold))
  return { result: fold.result(), most: Math.max(0, ...looked) }
}

/** Some are in many maps. */
const vendor = FastCheck.oneof(
  FastCheck.constantFrom("a", "b", "c"),
  FastCheck.stringMatching(/^[a-z0-9][a-z0-9._-]{0,6}$/),
)
const choice: FastCheck.Arbitrary<VendorChoice> = FastCheck.record({
  version: FastCheck.constant(1 as const),
  confirmedAt: FastCheck.nat(),
  grants: FastCheck.dictionary(vendor, FastCheck.boolean(), { maxKeys: 12, noNullPrototype: true }),
})

const many = (count: number, confirmedAt = 5): string =>
  JSON.stringify({
    version: 1,
    confirmedAt,
    grants: Object.fromEntries(Array.from({ length: count }, (_, index) => [`vendor${index}`, index % 3 > 0])),
  })

describe("the stored text of a vendor map", () => {
  it.prop("is recognized in the form that saves write", [choice], ([value]) => {
    const text = JSON.stringify(value)
    assert.deepInclude(readOf(text), { text, confirmedAt: value.confirmedAt })
  })

  it.each([
    '{"version":1,"confirmedAt":1,"grants":{"a": true}}',
    '{"version":1,"confirmedAt":1,"grants":{"a":true}} ',
    '{"version":2,"confirmedAt":1,"grants":{}}',
    '{"version":1,"confirmedAt":1e3,"grants":{}}',
    '{"version":1,"confirmedAt":-1,"grants":{}}',
    '{"version":1,"confirmedAt":9999999999999999,"grants":{}}',
    '{"version":1,"confirmedAt":1,"grants":{"A":true}}',
    '{"version":1,"confirmedAt":1,"grants":{"__proto__":true}}',
    '{"version":1,"confirmedAt":1,"grants":{"\\u0061":true}}',
    '{"version":1,"confirmedAt":1,"grants":{"a":1}}',
    '{"version":1,"confirmedAt":1,"grants":{"a":true},"more":1}',
    '{"version":1,"confirmedAt":1,"grants":{},"more":{}}',
    `{"version":1,"confirmedAt":1,"grants":{"${"a".repeat(65)}":true}}`,
    '{"version":1,"confirmedAt":1,"grants":[]}',
    "null",
  ])("is parsed in any other form: %s", (text) => {
    assert.isNull(readOf(text))
  })

  it.each([
    '{"version":1,"confirmedAt":1,"grants":{"a":true,}}',
    '{"version":1,"confirmedAt":1,"grants":{,}}',
    '{"version":1,"confirmedAt":1,"grants":{}}}',
    '{"version":1,"confirmedAt":1,"grants":{}',
    '{"version":1,"confirmedAt":1,"grants":{"a":true}',
    "",
  ])("is not recognized where it is damaged: %s", (text) => {
    assert.isNull(readOf(text))
  })

  it.prop(
    "folds as the parsed maps do",
    [FastCheck.array(FastCheck.tuple(choice, FastCheck.constantFrom("cookie_banner", "other")), { maxLength: 5 })],
    ([acts]) => {
      const records = acts.map(([value, type], index) => stored(JSON.stringify(value), acts.length - index, type))
      assert.deepStrictEqual(folded(records).result, subjectVendorChoice(records))
    },
  )

  it("counts the last of repeated names, like a parser", () => {
    const twice = stored('{"version":1,"confirmedAt":1,"grants":{"a":true,"b":true,"a":false}}', 1)
    assert.deepStrictEqual(folded([twice]).result, subjectVendorChoice([twice]))
    const newer = stored('{"version":1,"confirmedAt":2,"grants":{"a":true}}', 2)
    assert.deepStrictEqual(folded([newer, twice]).result?.grants, { a: true, b: true })
  })

  it("of thousands of vendors is read in steps, whatever its length", () => {
    const { most, result } = folded([stored(many(20_000))])
    assert.deepStrictEqual(result, JSON.parse(many(20_000)))
    assert.isBelow(most, 8_192)
  })

  it("of an act that others replace completely does not date the choice", () => {
    const [older, newer] = [stored(many(2, 5), 1), stored(many(3, 9), 2)]
    assert.strictEqual(folded([newer, older]).result?.confirmedAt, 9)
    assert.strictEqual(folded([stored(many(1, 9), 2), older]).result?.confirmedAt, 5)
  })

  it("is read 256 entries at a time, and each byte of its entries once", () => {
    const read = readOf(many(1_000)) ?? assert.fail("not recognized")
    const seen: Array<string> = []
    const steps = Array.from(entriesOf(read, (vendorId) => void seen.push(vendorId)))
    assert.lengthOf(seen, 1_000)
    assert.lengthOf(steps, Math.ceil(1_000 / 256))
    const entriesLength = read.text.length - read.from - "}".length
    assert.strictEqual(
      steps.reduce((total, step) => total + step, 0),
      entriesLength,
    )
  })

  it("takes as long a share of the thread as its map when that must be parsed, by its entries", () => {
    const worked = (count: number) => {
      const record = { type: "cookie_banner", vendorChoice: stored(many(count)).vendorChoice }
      return Array.from(vendorFold().add(record, null)).reduce((total, step) => total + step, 0)
    }
    assert.isAtLeast(worked(1), 1)
    assert.strictEqual(worked(1_000), 1_000 * worked(1))
  })

  it("in any other form is not read", () => {
    assert.deepStrictEqual(folded([stored(null)]), { result: null, most: 0 })
  })
})
