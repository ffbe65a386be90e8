// @ts-check
// Reads the output of programs/lifecycle.mjs.

export const steps = /** @type {const} */ (["migrate", "init", "save", "read", "scripts", "docs", "docs viewer", "SDK"])

/**
 * Each step that was taken, with what went wrong or null.
 *
 * @param {{ readonly code: number, readonly output: string }} run
 * @returns {ReadonlyMap<string, string | null>}
 */
export const readSteps = ({ code, output }) => {
  const taken = new Map(
    output
      .split("\n")
      .filter((line) => line.startsWith('{"step"'))
      .map((line) => {
        const { problem, step } = JSON.parse(line)
        return [step, problem]
      }),
  )
  const end = `the program ended with ${code}:\n${output.trim().slice(-2000)}`
  return new Map(steps.map((step) => [step, taken.has(step) ? taken.get(step) : end]))
}
