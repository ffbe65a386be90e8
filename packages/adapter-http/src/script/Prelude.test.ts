import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as vm from "node:vm"
import { preludeLine } from "./Prelude.js"

type Config = Readonly<Record<string, unknown>>

/** The same as JSON text, which has own keys only: that distinguishes a `__proto__` key from a prototype. */
const told = (value: unknown): string => JSON.stringify(value)

interface Page {
  /** `window.cs` before the line runs, as an expression; empty when a page has none. */
  readonly before: string
  readonly line: string
}

/** Runs the line in an empty `window`, and returns `window.cs` as JSON. */
const run = ({ before, line }: Page): vm.Context => {
  const context = vm.createContext(Object.create(null))
  vm.runInContext(`var window = {}; var calls = [];${before === "" ? "" : `window.cs = ${before};`}`, context)
  vm.runInContext(line, context)
  return context
}

const read = (context: vm.Context, expression: string): unknown => vm.runInContext(expression, context)

const api = '{ config: function () { calls.push(["config"].concat([].slice.call(arguments)), this === window.cs) } }'

const hostile = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "toJSON",
  "</script>",
  "</ScRiPt ><script>alert(1)</script>",
  "<!--<script>",
  "-->",
  "]]>",
  "&lt;",
  "&#60;",
  "\u2028",
  "\u2029",
  "\ud800",
  "\udc00",
  "\udc00\ud800",
  "\ud83d\ude00",
  "\u0000",
  "\ufeff",
  "\r\n",
  "\\",
  "\\\\",
  "\\u003c",
  "\\<",
  '\\"',
  '"',
  "'",
  "`${window}`",
  "*/",
  "//",
  "<",
  ">",
  "&",
  "",
]

const texts = FastCheck.oneof(
  FastCheck.constantFrom(...hostile),
  FastCheck.array(FastCheck.constantFrom(...hostile), { maxLength: 4 }).map((parts) => parts.join("")),
  FastCheck.string16bits({ maxLength: 8 }),
  FastCheck.fullUnicodeString({ maxLength: 8 }),
)

/** An object with exactly these own keys; a literal or an assignment would make a prototype of `__proto__`. */
const objectOf = (entries: ReadonlyArray<readonly [string, unknown]>): Config => Object.fromEntries(entries)

const { config: configs } = FastCheck.letrec<{ value: unknown; config: Config }>((tie) => ({
  value: FastCheck.oneof(
    { maxDepth: 4, withCrossShrink: true },
    FastCheck.oneof(
      texts,
      FastCheck.boolean(),
      FastCheck.constant(null),
      FastCheck.integer(),
      FastCheck.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    ),
    FastCheck.array(tie("value"), { maxLength: 4 }),
    tie("config"),
  ),
  config: FastCheck.array(FastCheck.tuple(texts, tie("value")), { maxLength: 4 }).map(objectOf),
}))

describe("the prelude (threat: injecting script through an embedded configuration)", () => {
  const config = objectOf([
    ["mode", "hosted"],
    ["__proto__", { evil: true }],
    ["text", hostile.join("")],
    ["nested", objectOf([["__proto__", null]])],
  ])
  const line = preludeLine(config)

  it("is a single immediately invoked function on one line", () => {
    assert.notMatch(line, /[\r\n\u2028\u2029]/)
    assert.match(line, /^\(function\(c\)\{.*\}\)\(JSON\.parse\(".*"\)\);$/)
  })

  it("contains no markup and no `</script>`", () => {
    assert.notMatch(line.slice(line.indexOf("JSON.parse")), /[<>&\u2028\u2029]/)
    assert.notMatch(line, /<\/script|<!--|<script/i)
  })

  it("starts a queue where the page has none", () => {
    assert.strictEqual(read(run({ before: "", line }), "JSON.stringify(window.cs)"), told([["config", config]]))
  })

  it("goes to the front of the page's queue, which stays the same array", () => {
    const page = run({ before: 'window.queue = [["config", { own: 1 }], ["init"]]', line })
    assert.isTrue(read(page, "window.cs === window.queue"))
    assert.strictEqual(
      read(page, "JSON.stringify(window.cs)"),
      told([["config", config], ["config", { own: 1 }], ["init"]]),
    )
  })

  it("calls `config` immediately, and as a method, where the API is there already", () => {
    const page = run({ before: api, line })
    assert.strictEqual(read(page, "JSON.stringify(calls)"), told([["config", config], true]))
    assert.strictEqual(read(page, "typeof window.cs.config"), "function")
  })

  it("calls `config` of an API that is an array too", () => {
    const page = run({ before: `Object.assign([], ${api})`, line })
    assert.strictEqual(read(page, "JSON.stringify([calls.length, window.cs.length])"), "[2,0]")
  })

  it.each(["null", "undefined", "0", "''", "'text'", "{}", "{ config: {} }"])(
    "replaces what is neither queue nor API: %s",
    (before) => {
      assert.strictEqual(read(run({ before, line }), "JSON.stringify(window.cs)"), told([["config", config]]))
    },
  )

  it("does not change the page's prototypes and globals", () => {
    const globals = "JSON.stringify(Object.getOwnPropertyNames(globalThis).sort())"
    const prototypes = "JSON.stringify([Object, Array, Function].map((c) => Object.getOwnPropertyNames(c.prototype)))"
    const [untouched, page] = [run({ before: "", line: "" }), run({ before: "", line })]
    for (const seen of [globals, prototypes, "({}).evil"]) {
      assert.strictEqual(read(page, seen), read(untouched, seen))
    }
    assert.isTrue(read(page, "Object.getPrototypeOf(window.cs[0][1]) === Object.prototype"))
    assert.isTrue(read(page, "Object.hasOwn(window.cs[0][1], '__proto__')"))
  })

  it("a member without a value is absent", () => {
    assert.strictEqual(preludeLine({ a: 1, manifest: undefined }), preludeLine({ a: 1 }))
  })

  // A context for each case would make 3,000 of them, so one page runs all lines.
  const page = run({ before: "", line: "" })

  it("passes any configuration exactly, in each of the three states of a page", () => {
    FastCheck.assert(
      FastCheck.property(configs, (given) => {
        const embedded = preludeLine(given)
        assert.notMatch(embedded, /[\n\r\u2028\u2029]/)
        assert.notMatch(embedded.slice(embedded.indexOf("JSON.parse")), /[<>&]/)
        read(page, "delete window.cs")
        read(page, embedded)
        assert.strictEqual(read(page, "JSON.stringify(window.cs)"), told([["config", given]]))
        read(page, "window.cs = [['init']]")
        read(page, embedded)
        assert.strictEqual(read(page, "JSON.stringify(window.cs)"), told([["config", given], ["init"]]))
        read(page, `calls.length = 0; window.cs = ${api}`)
        read(page, embedded)
        assert.strictEqual(read(page, "JSON.stringify(calls[0])"), told(["config", given]))
        assert.deepStrictEqual(structuredClone(read(page, "calls[0][1]")), structuredClone(given))
      }),
      { numRuns: 600 },
    )
  })
})
