/**
 * The scripts for pages, for use by servers: the locations of their files, and their texts.
 *
 * @module
 */

/**
 * Which script: with its own banner, without one, or for the IAB TCF; the two files into which the first and the last are divided,
 * `…First` for the page's tag and `…Surfaces`, the module that it loads on demand; and `…Rest`, the module that both forms load on demand
 * for the preference dialog and placeholders; and `tools`, the module that all load on demand for `receipt()` and `debug()`,
 * and `declaration`, which all load on pages with `services`.
 */
export type BundleName =
  | "full"
  | "headless"
  | "iab"
  | "fullFirst"
  | "fullSurfaces"
  | "fullRest"
  | "iabFirst"
  | "iabSurfaces"
  | "iabRest"
  | "tools"
  | "declaration"

/**
 * The files of the scripts; null where this module is not a file.
 *
 * A bundled program has no such files: use {@link bundleTexts}.
 *
 * @example
 * ```ts
 * import { bundleFiles } from "@consent-service/browser/files"
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
  return {
    full: file("cs"),
    headless: file("cs.headless"),
    iab: file("cs.iab"),
    fullFirst: file("cs.first"),
    fullSurfaces: file("cs.ui"),
    fullRest: file("cs.rest"),
    iabFirst: file("cs.iab.first"),
    iabSurfaces: file("cs.iab.ui"),
    iabRest: file("cs.iab.rest"),
    tools: file("cs.tools"),
    declaration: file("cs.declaration"),
  }
}

/**
 * Loads the text of each script, from a separate module: a bundler puts it into a chunk of the server.
 *
 * @example
 * ```ts
 * import { bundleTexts } from "@consent-service/browser/files"
 *
 * const text = await bundleTexts.full()
 * ```
 */
export const bundleTexts: Readonly<Record<BundleName, () => Promise<string>>> = {
  full: async () => (await import("../bundles/cs.text.js")).default,
  headless: async () => (await import("../bundles/cs.headless.text.js")).default,
  iab: async () => (await import("../bundles/cs.iab.text.js")).default,
  fullFirst: async () => (await import("../bundles/cs.first.text.js")).default,
  fullSurfaces: async () => (await import("../bundles/cs.ui.text.js")).default,
  fullRest: async () => (await import("../bundles/cs.rest.text.js")).default,
  iabFirst: async () => (await import("../bundles/cs.iab.first.text.js")).default,
  iabSurfaces: async () => (await import("../bundles/cs.iab.ui.text.js")).default,
  iabRest: async () => (await import("../bundles/cs.iab.rest.text.js")).default,
  tools: async () => (await import("../bundles/cs.tools.text.js")).default,
  declaration: async () => (await import("../bundles/cs.declaration.text.js")).default,
}
