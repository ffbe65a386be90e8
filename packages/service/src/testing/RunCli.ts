import { runCli } from "../cli/Cli.js"

const ofTests = /^CONSENT_(?:TEST|TORTURE)_/

/** Hides the variables that tests are run with: a server's variables begin like them, and unknown ones are refused. */
const withoutVariablesOfTests = async <A>(work: () => Promise<A>): Promise<A> => {
  const hidden = Object.entries(process.env).filter(([name]) => ofTests.test(name))
  for (const [name] of hidden) delete process.env[name]
  try {
    return await work()
  } finally {
    Object.assign(process.env, Object.fromEntries(hidden))
  }
}

/** Runs a command in this process: its exit code, and what it printed to both streams. */
export const run = async (...args: ReadonlyArray<string>) => {
  const [out, errors]: [Array<string>, Array<string>] = [[], []]
  const code = await withoutVariablesOfTests(() =>
    runCli(args, { out: (text) => out.push(text), error: (text) => errors.push(text) }),
  )
  return { code, out: out.join("\n"), error: errors.join("\n") }
}
