/**
 * Where the scripts for pages are on this machine, for servers.
 *
 * @module
 */

/** Which script: with its own banner, without any, or for the IAB TCF. */
export type BundleName = "full" | "headless" | "iab"

/**
 * The files of the scripts; null where this module came from no file, as on a platform without any.
 *
 * A program that was bundled into one file looks for them next to itself, where they are not: copy them, or name them
 * in the service's `script.bundles`.
 */
export const bundleFiles = (): Readonly<Record<BundleName, URL>> | null => {
  const here = import.meta.url
  if (!here?.startsWith("file:")) return null
  const file = (name: string) => new URL(`../bundles/${name}.js`, here)
  return { full: file("cs"), headless: file("cs.headless"), iab: file("cs.iab") }
}
