/** Every regular expression of the modules that read what clients, proxies and other hosts send takes linear time. */
import { assert, describe, it } from "vitest"
import ts from "typescript"
import { readTracked, trackedFiles } from "./tracked.mjs"

/** Where input from outside is read. Everywhere else it is the operator's own. */
const readers =
  /^(packages\/(adapter-http\/src\/(request|kernel|compression|init|limit|answer|shell|handlers|api|script)|adapter-gvl\/src|core\/src\/(?!policy\/prove)|service\/src\/(edge|host|redact|logging))|verifier\/src)\//

interface Pattern {
  readonly where: string
  readonly source: string
  readonly flags: string
}

const patternsIn = (path: string, text: string): ReadonlyArray<Pattern> => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Array<Pattern> = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push({ where: `${path}:${line + 1}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** As long as all headers of a request together may be; first a length at which exponential time shows and ends. */
const lengths = [26, 16 * 1024]

/** Characters that an expression treats differently: one of each common class, and each that it names. */
const alphabet = (source: string): ReadonlyArray<string> =>
  Array.from(new Set(["a", "Z", "0", "-", ".", ",", " ", "\t", "é", ...source]))

/** Long texts that almost match: one or two characters again and again, after and before what may begin or end a match. */
const hostileTexts = (source: string): ReadonlyArray<string> => {
  const letters = alphabet(source)
  const words = source.split(/[^A-Za-z0-9_]+/).filter((word) => word.length > 1)
  const repeated = [...letters, ...letters.flatMap((one) => ["a", " "].map((other) => one + other)), ...words]
  const beginnings = ["", "x", ...new Set(source.match(/[^\w\s\\]/g))]
  return lengths.flatMap((length) =>
    repeated.flatMap((unit) => {
      const long = unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
      return beginnings.map((beginning) => `${beginning}${long}\u0000`)
    }),
  )
}

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * The text for which an expression takes more than 20 ms of CPU, or null: linear ones take less than 1 ms for 16 KiB, quadratic
 * ones more than 100 ms.
 */
const slowText = ({ flags, source }: Pattern): string | null => {
  const texts = hostileTexts(source)
  const pattern = new RegExp(source, flags)
  const run = (text: string) => {
    pattern.lastIndex = 0
    text.replace(pattern, "")
  }
  // The first match compiles the expression.
  run("")
  // A collection may fall into one measurement, not into three.
  const isSlow = (text: string) => [0, 1, 2].every(() => cpuMs(() => run(text)) > 20)
  return texts.find(isSlow) ?? null
}

describe("regular expressions over input from outside (threat: slow patterns (ReDoS))", () => {
  const paths = trackedFiles().filter(
    (path) => readers.test(path) && path.endsWith(".ts") && !/\.test\.ts$|\/testing\//.test(path),
  )
  const patterns = paths.flatMap((path) => patternsIn(path, readTracked(path) ?? ""))

  it("are found", () => {
    assert.isAbove(patterns.length, 40)
    const [found] = patternsIn("a.ts", "const trimmed = text.replace(/\\/+$/g, '')")
    assert.deepStrictEqual(found, { where: "a.ts:1", source: "\\/+$", flags: "g" })
  })

  it.each([
    ["quadratic", "\\/+$"],
    ["exponential", "=\\s*(a+)+;"],
    ["cubic", "(.*),(.*),(.*)!"],
  ])("a %s one is found", (_, source) => assert.isNotNull(slowText({ where: "", source, flags: "" })))

  it("take linear time", { timeout: 300_000 }, () => {
    const slow = patterns.flatMap((pattern) => {
      const text = slowText(pattern)
      return text === null ? [] : [`${pattern.where} /${pattern.source}/ on ${JSON.stringify(text.slice(0, 12))}…`]
    })
    assert.deepStrictEqual(slow, [])
  })
})
