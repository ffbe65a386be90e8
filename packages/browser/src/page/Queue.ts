/**
 * The rules of the page's queue: which calls run immediately, which wait for the policy, and which are skipped.
 *
 * @module
 */

/** A call before the bundle is loaded: `["save", { marketing: true }]`. */
export type QueuedCall = readonly [method: string, ...args: ReadonlyArray<unknown>]

/** Runs in place while the bundle loads. */
export const immediate: ReadonlyArray<string> = ["config", "init", "on", "onInit"]

/** Runs in order, once the policy is resolved. */
export const deferred = [
  "acceptAll",
  "rejectAll",
  "save",
  "saveIAB",
  "dismissNotice",
  "showBanner",
  "openDialog",
  "closeDialog",
  "setLanguage",
  "identify",
  "mountUI",
  "processIframes",
] as const

/** An action that waits for the policy. */
export type Deferred = (typeof deferred)[number]

const names: ReadonlyArray<string> = [...deferred, "subscribe"]

/** Whether a method waits: for the start or, as an action, for the policy. */
export const isDeferred = (method: string): boolean => names.includes(method)

/** A queued entry as a call; null for an invalid one. */
export const readCall = (entry: unknown): QueuedCall | null => {
  // Snippets in the style of gtag queue `arguments` objects.
  const [method, ...args]: ReadonlyArray<unknown> = typeof entry === "object" ? Array.from(Object(entry)) : []
  return typeof method === "string" ? [method, ...args] : null
}
