import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { acceptedForms, type Form } from "./AcceptEncoding.js"

interface Member {
  readonly coding: string
  /** In thousandths; null where the header has no weight. */
  readonly weight: number | null
}

/** The rules of RFC 9110, 12.5.3, one coding at a time, on a parsed header. */
const weightBy = (members: ReadonlyArray<Member>, coding: Form): number => {
  const saying = (name: string) => members.filter((member) => member.coding === name)
  const named = [...saying(coding), ...(coding === "gzip" ? saying("x-gzip") : [])]
  const deciding = named.length > 0 ? named : saying("*")
  if (deciding.length > 0) return deciding.reduce((low, { weight }) => Math.min(low, weight ?? 1000), 1000)
  return coding === "identity" ? 0.5 : 0
}

const weights = FastCheck.oneof(
  FastCheck.constant(null),
  FastCheck.constantFrom(0, 0, 1, 100, 500, 999, 1000),
  FastCheck.integer({ min: 0, max: 1000 }),
)

const members = FastCheck.array(
  FastCheck.record({
    coding: FastCheck.constantFrom("br", "gzip", "x-gzip", "identity", "*", "deflate", "zstd", "compress"),
    weight: weights,
  }),
  { maxLength: 6 },
)

const space = FastCheck.constantFrom("", "", " ", "\t", "  ")

/** One spelling of a weight that the grammar allows. */
const written = (weight: number, short: boolean): string => {
  const text = (weight / 1000).toFixed(3)
  return short ? text.replace(/0+$/, "") : text
}

/** A header with these members, in any spelling that the grammar allows. */
const spelled = (given: ReadonlyArray<Member>) =>
  FastCheck.array(FastCheck.tuple(space, space, space, FastCheck.boolean(), FastCheck.boolean(), FastCheck.boolean()), {
    minLength: given.length,
    maxLength: given.length,
  }).map((styles) =>
    given
      .map(({ coding, weight }, i) => {
        const [before, between, after, upper, short, empty] = styles[i] ?? assert.fail("a style for each")
        const name = upper ? coding.toUpperCase() : coding
        const q = weight === null ? "" : `${before};${between}${upper ? "Q" : "q"}=${written(weight, short)}`
        return `${after}${name}${q}${before}${empty ? ", " : ""}`
      })
      .join(","),
  )

describe("Accept-Encoding", () => {
  it("any header: exactly the acceptable forms, ordered by weight, the smaller first where weights are equal", () => {
    const cases = members.chain((given) => spelled(given).map((header) => ({ given, header })))
    FastCheck.assert(
      FastCheck.property(cases, ({ given, header }) => {
        const forms = acceptedForms(header)
        const sizes: ReadonlyArray<Form> = ["br", "gzip", "identity"]
        assert.deepStrictEqual(new Set(forms), new Set(sizes.filter((form) => weightBy(given, form) > 0)))
        for (const [i, form] of forms.entries()) {
          for (const later of forms.slice(i + 1)) {
            const [one, other] = [weightBy(given, form), weightBy(given, later)]
            assert.isTrue(one > other || (one === other && sizes.indexOf(form) < sizes.indexOf(later)), header)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("accepts any text without failing or repeating a form", () => {
    const text = FastCheck.stringOf(FastCheck.constantFrom(...'brgzip*;,=q.01 \t"identity'), { maxLength: 40 })
    FastCheck.assert(
      FastCheck.property(text, (header) => {
        const forms = acceptedForms(header)
        assert.strictEqual(new Set(forms).size, forms.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string | null, ReadonlyArray<Form>]>([
    [null, ["identity"]],
    ["", ["identity"]],
    ["gzip, deflate, br, zstd", ["br", "gzip", "identity"]],
    ["gzip", ["gzip", "identity"]],
    ["x-gzip", ["gzip", "identity"]],
    ["deflate", ["identity"]],
    ["*", ["br", "gzip", "identity"]],
    ["gzip;q=1.0, *;q=0.5", ["gzip", "br", "identity"]],
    ["br;q=0, *", ["gzip", "identity"]],
    ["gzip;q=0", ["identity"]],
    ["identity;q=0", []],
    ["*;q=0", []],
    ["identity;q=0, br", ["br"]],
    ["*;q=0, gzip", ["gzip"]],
    ["identity, gzip;q=0.5", ["identity", "gzip"]],
    ["br;q=1.5, gzip;q=x, *;level=1", []],
  ])("%j: %j", (header, expected) => {
    assert.deepStrictEqual(acceptedForms(header), expected)
  })
})
