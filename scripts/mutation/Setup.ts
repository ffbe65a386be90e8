/** Runs before each test file: no mutant is active while the file is loaded, and properties are short and begin with one seed. */
import { configureGlobal } from "effect/FastCheck"
import { inject } from "vitest"
import { testSeed } from "../engines/src/Form.js"

declare module "vitest" {
  /** What Stryker's runner tells each test file. */
  export interface ProvidedContext {
    readonly mutantActivation: "static" | "runtime" | undefined
  }
}

declare global {
  /** How mutated code finds out which mutant is active. */
  var __stryker__: { activeMutant: string | undefined } | undefined
}

// The thread may have decided about another mutant before. A mutant of code that runs when it is loaded has a thread of its own.
const { __stryker__: stryker } = globalThis
if (stryker !== undefined && inject("mutantActivation") !== "static") stryker.activeMutant = undefined

configureGlobal({ seed: testSeed, numRuns: 30, endOnFailure: true })
