/** The examples in docstrings: how they are found, and that they return what their comments show. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { allExamples, examplesOf } from "./examples.mjs"
import { fromRoot } from "./workspace.mjs"

const file = `/** Counts. */
const count = 1

/**
 * Adds.
 *
 * @example
 * \`\`\`ts
 * import { add } from "p"
 *
 * add(1, 2) // 3
 * \`\`\`
 */
const add = "/** @example no docstring */"

  /**
   * Subtracts: \`minus\`.
   *
   * @example
   * subtract(2, 1)
   */
`

describe("the examples of a file", () => {
  const { examples, unfenced } = examplesOf("packages/p/src/Add.ts", file)

  it("are the blocks of TypeScript in its docstrings, with their lines", () => {
    assert.deepStrictEqual(examples, [
      {
        page: "packages/p/src/Add.ts",
        line: 9,
        code: 'import { add } from "p"\n\nadd(1, 2) // 3',
        file: null,
        folder: "packages/p",
      },
    ])
  })

  it("are not what is no block of code", () => {
    assert.deepStrictEqual(unfenced, [19])
  })

  it("of a host's entry are found where its framework is installed", () => {
    const [example] = examplesOf("packages/service/src/host/EffectRouter.ts", file).examples
    assert.strictEqual(example?.folder, "examples/effect-router")
  })
})

describe("the examples of the public packages", () => {
  it("have the results that their comments show, and one that has not is named", { timeout: 240_000 }, async () => {
    assert.isAbove(allExamples().examples.length, 300)
    const program = [fromRoot("scripts/example-results.mjs"), "--plant", "const two = 1 + 1 // 3"]
    // In a process: the examples use the built packages as a reader does.
    const printed = await promisify(execFile)(process.execPath, program).then(
      ({ stdout }) => stdout,
      ({ stdout }) => String(stdout),
    )
    assert.strictEqual(printed, "planted:1: is 2\n")
  })
})
