/**
 * Decides where an engine comes from: the named server, else one that already runs here, else a private one.
 */
import type { RunningServer, ServerEngine, Skipped } from "./Engine.js"

export type Source = "named" | "local" | "private"

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment variable that names your own server. */
export const urlVariable = (engine: ServerEngine): string => `CONSENT_TEST_${engine.toUpperCase()}_URL`

/** A URL from the environment; an empty variable counts as unset. */
export const namedUrl = (engine: ServerEngine, env: Environment): string | undefined =>
  env[urlVariable(engine)] || undefined

/** With CI=true every engine must run; CI=false and CI= count as unset. */
export const isCI = (env: Environment): boolean => env["CI"] !== undefined && !["", "0", "false"].includes(env["CI"])

/**
 * The sources to try, in order. A named server is the only one tried: silently testing another server would
 * be worse than failing. `CONSENT_TEST_NO_LOCAL=1` leaves the machine's own server out.
 */
export const sources = (engine: ServerEngine, env: Environment): ReadonlyArray<Source> => {
  if (namedUrl(engine, env) !== undefined) return ["named"]
  return env["CONSENT_TEST_NO_LOCAL"] === "1" ? ["private"] : ["local", "private"]
}

/** Starts or finds a server, or rejects with the reason why it could not. */
export type Providers = Readonly<Record<Source, (env: Environment) => Promise<RunningServer>>>

const reasonOf = (error: unknown): string => {
  // A refused connection to a name with several addresses is an AggregateError whose own message is empty.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ")
  return error instanceof Error ? error.message : String(error)
}

/**
 * The first source that works. Rejects when a named server does not work, or, in CI, when none does; otherwise says why none did.
 */
export const choose = async (
  engine: ServerEngine,
  env: Environment,
  providers: Providers,
): Promise<RunningServer | Skipped> => {
  const reasons: Array<string> = []
  for (const source of sources(engine, env)) {
    try {
      return await providers[source](env)
    } catch (error) {
      reasons.push(`${source} server: ${reasonOf(error)}`)
      if (source === "named")
        throw new Error(`${urlVariable(engine)} does not work. ${reasonOf(error)}`, { cause: error })
    }
  }
  const skipped = `no ${engine} server (${reasons.join("; ")})`
  if (isCI(env)) throw new Error(`CI must test every engine, but there is ${skipped}`)
  return { skipped }
}
