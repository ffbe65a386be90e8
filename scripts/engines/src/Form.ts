/**
 * Long tests have two forms. `npm test` runs the short one, with fixed seeds: it cannot fail by chance. `npm run torture`
 * runs the full one, with fresh seeds, to find new failures.
 *
 * ```ts
 * const rounds = inForm({ short: 4, full: 40 })
 * ```
 */
/** Whether this is `npm run torture`. */
export const isFullForm: boolean = process.env["CONSENT_TORTURE_LONG"] === "1"

/** How much of something a test does. */
export const inForm = <A>({ full, short }: { readonly short: A; readonly full: A }): A => (isFullForm ? full : short)

/**
 * A whole number from the environment.
 *
 * @throws Error when the variable is set to something else
 */
export const numberFromEnvironment = (name: string, fallback: number): number => {
  const text = process.env[name] ?? ""
  if (text === "") return fallback
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} must be a whole number, but it is "${text}"`)
  return value
}

/** What random choices begin with: a fixed number in the short form; the full form's script draws one and prints it. */
export const testSeed: number = numberFromEnvironment("CONSENT_TORTURE_SEED", 20_261_122)
