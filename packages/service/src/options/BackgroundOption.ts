/**
 * Who looks after work that outlives its request (service.md, "Older option names": task runner).
 *
 * @module
 */
import * as Predicate from "effect/Predicate"
import { passing } from "./Shape.js"

/** Keeps the process alive until a task has settled, as edge platforms need it. */
export type RunInBackground = (task: Promise<unknown>) => unknown

/** A task runner: a function, or the object of a platform that has it as `run` or `waitUntil`. */
export type BackgroundOption =
  | RunInBackground
  | { readonly run: RunInBackground }
  | { readonly waitUntil: RunInBackground }

const isRunner = (value: unknown): boolean =>
  typeof value === "function" ||
  (Predicate.isRecord(value) && (typeof value["run"] === "function" || typeof value["waitUntil"] === "function"))

export const BackgroundShape = passing(
  isRunner,
  "must be a function that takes a promise, or an object with such a function as run or waitUntil",
)

/** The function of a checked runner; a method is called on its object. */
export const resolveBackground = (runner: BackgroundOption | undefined): RunInBackground | null => {
  if (runner === undefined) return null
  if (typeof runner === "function") return runner
  return "run" in runner ? (task) => runner.run(task) : (task) => runner.waitUntil(task)
}
