/**
 * Hooks of Node's module loader, in the loader's thread: modules that a configuration imports by a relative path are
 * imported again with each new number in the configuration's address. Packages are not.
 *
 * @module
 */
import type { ResolveHook } from "node:module"
import type { MessagePort } from "node:worker_threads"

/** The name of the number in an address. */
export const freshParameter = "consent-reload"

/** A file that a configuration imports. */
export interface ImportedFile {
  readonly url: string
  /** CommonJS modules are not reloaded: Node caches them by path. */
  readonly lasting: boolean
}

let report: MessagePort | null = null

/** Called by Node, with the data of `register`. */
export const initialize = ({ port }: { readonly port: MessagePort }): void => {
  report = port
}

/** `./rules.js`, `../rules.js`, `/etc/rules.js`, `file:///etc/rules.js` and `#rules`. */
const isOwn = (specifier: string): boolean => /^(\.{0,2}\/|file:|#)/.test(specifier)

const numberIn = (url: string | undefined): string | null =>
  url === undefined || !URL.canParse(url) ? null : new URL(url).searchParams.get(freshParameter)

/** Called by Node for each import. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const resolved = await nextResolve(specifier, context)
  const number = numberIn(context.parentURL)
  if (number === null || !isOwn(specifier) || !resolved.url.startsWith("file:")) return resolved
  const lasting = resolved.format === "commonjs"
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port to another thread has no origin
  report?.postMessage({ url: resolved.url, lasting } satisfies ImportedFile)
  if (lasting) return resolved
  const url = new URL(resolved.url)
  url.searchParams.set(freshParameter, number)
  return { ...resolved, url: url.href }
}
