/**
 * The `background` option: keeps the process alive until work that outlives its request has settled.
 *
 * @module
 */
import { foreign, resolving } from "@consent-service/core/authored"
import * as Predicate from "effect/Predicate"

/** Keeps the process alive until a task has settled, as edge platforms require. */
export type RunInBackground = (task: Promise<unknown>) => unknown

/** A task runner: a function, or the object of a platform that has it as `run` or `waitUntil`. */
export type BackgroundOption =
  | RunInBackground
  | { readonly run: RunInBackground }
  | { readonly waitUntil: RunInBackground }

const isRunner = (value: unknown): boolean =>
  typeof value === "function" ||
  (Predicate.isRecord(value) && (typeof value["run"] === "function" || typeof value["waitUntil"] === "function"))

/** A method is called on its object. */
const resolve = (runner: BackgroundOption): RunInBackground => {
  if (typeof runner === "function") return runner
  return "run" in runner ? (task) => runner.run(task) : (task) => runner.waitUntil(task)
}

/** The schema of the option. */
export const Background = resolving(
  foreign<BackgroundOption>(
    isRunner,
    "must be a function that takes a promise, or an object with such a function as run or waitUntil",
  ),
  resolve,
)
