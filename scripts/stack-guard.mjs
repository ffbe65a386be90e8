// @ts-check
// A vitest reporter that prints nothing and keeps the others from hanging.
//
// An error without V8 stack frames (a failed property from effect's FastCheck has only its message) makes vitest 3 read the stack as
// Safari's format, with a regular expression that takes hours on one long line full of quotes. An error whose `stacks` are
// already set is not parsed; its message is still printed.

/** vitest's check for a V8 stack. */
const v8Frame = /^\s*at .*(?:\S:\d+|\(native\))/m

/** @typedef {{ stack?: unknown, stacks?: unknown, cause?: unknown, errors?: unknown }} ErrorLike */

/** @param {unknown} error @param {Set<unknown>} [seen] */
export const guardError = (error, seen = new Set()) => {
  if (typeof error !== "object" || error === null || seen.has(error)) return
  seen.add(error)
  const self = /** @type {ErrorLike} */ (error)
  if (typeof self.stack === "string" && !v8Frame.test(self.stack)) self.stacks = []
  guardError(self.cause, seen)
  if (Array.isArray(self.errors)) for (const inner of self.errors) guardError(inner, seen)
}

/** A file, a `describe` or a test: hooks that fail leave their errors on the first two. */
/** @typedef {{ readonly result?: { readonly errors?: ReadonlyArray<unknown> }, readonly tasks?: ReadonlyArray<Task> }} Task */

/** @param {Task} task */
const guardTask = (task) => {
  for (const error of task.result?.errors ?? []) guardError(error)
  for (const inner of task.tasks ?? []) guardTask(inner)
}

export default class StackGuard {
  // Runs before the reporters listed after this one, and before any `onFinished`.
  /** @param {ReadonlyArray<{ readonly task: unknown }>} modules @param {ReadonlyArray<unknown>} unhandledErrors */
  onTestRunEnd(modules, unhandledErrors) {
    for (const { task } of modules) guardTask(/** @type {Task} */ (task))
    for (const error of unhandledErrors) guardError(error)
  }
}
