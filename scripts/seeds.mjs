// @ts-check
// Runs before each test file: properties begin with one seed, so that a run of `npm test` can be repeated and does not fail by chance.
import { testSeed } from "./engines/dist/Form.js"
import { configureGlobal } from "effect/FastCheck"

configureGlobal({ seed: testSeed })
