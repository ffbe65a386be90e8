/**
 * The scripts for pages, for use by servers: the locations of their files, and their texts.
 *
 * @module
 */

/** Which script: with its own banner, without one, or for the IAB TCF. */
export type BundleName = "full" | "headless" | "iab"

/**
 * The files of the scripts; null where this module is not a file.
 *
 * A bundled program has no such files: use {@link bundleTexts}.
 *
 * @example
 * ```ts
 * import { bundleFiles } from "@consent-service/browser"
 * import { copyFile } from "node:fs/promises"
 *
 * const files = bundleFiles()
 * if (files !== null) await copyFile(files.full, "public/cs.js")
 * ```
 */
export const bundleFiles = (): Readonly<Record<BundleName, URL>> | null => {
  const here = import.meta.url
  if (!here?.startsWith("file:")) return null
  const file = (name: string) => new URL(`../bundles/${name}.js`, here)
  return { full: file("cs"), headless: file("cs.headless"), iab: file("cs.iab") }
}

/**
 * Loads the text of each script, from a separate module: a bundler puts it into a chunk of the server.
 *
 * @example
 * ```ts
 * import { bundleTexts } from "@consent-service/browser"
 *
 * const text = await bundleTexts.full()
 * ```
 */
export const bundleTexts: Readonly<Record<BundleName, () => Promise<string>>> = {
  full: async () => (await import("../bundles/cs.text.js")).default,
  headless: async () => (await import("../bundles/cs.headless.text.js")).default,
  iab: async () => (await import("../bundles/cs.iab.text.js")).default,
}
