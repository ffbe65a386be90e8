/**
 * The port that observations go to.
 *
 * @module
 */
import * as Context from "effect/Context"
import type { Observation } from "../observation/Observation.js"

/** Receives observations: a plain function that must not throw and is not waited for. */
export class Observer extends Context.Tag("@consent-service/core/ports/Observer")<
  Observer,
  (observation: Observation) => void
>() {}
