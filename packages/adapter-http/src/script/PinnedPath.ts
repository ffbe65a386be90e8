/**
 * The addresses of scripts that carry a digest of the script's bytes: `/cs.js` at `/cs.<digest>.js`, the files that it
 * loads on demand at `/cs.ui.<digest>.js`.
 *
 * @module
 */

const inserted = (path: string, part: string): string => {
  const name = path.lastIndexOf("/") + 1
  const dot = path.lastIndexOf(".")
  const at = dot > name ? dot : path.length
  return `${path.slice(0, at)}.${part}${path.slice(at)}`
}

/** The template of a script's route with a digest: `/cs.:digest.js` of `/cs.js`. */
export const pinnedTemplate = (path: string): string => inserted(path, ":digest")

/**
 * A script's path with its digest: `/cs.<digest>.js` of `/cs.js`.
 *
 * @example
 * ```ts
 * import { pinnedPath } from "@consent-service/adapter-http/script"
 *
 * pinnedPath("/assets/cs.js", "c604804012951e560f7f6c4a15339af3") // "/assets/cs.c604804012951e560f7f6c4a15339af3.js"
 * ```
 */
export const pinnedPath = (path: string, digest: string): string => inserted(path, digest)

/** A request's path without the digest in its last segment. */
export const withoutDigest = (path: string, digest: string): string => {
  const at = path.lastIndexOf(`.${digest}`)
  return at < 0 ? path : `${path.slice(0, at)}${path.slice(at + digest.length + 1)}`
}

/** The template of the route of the files that a script loads on demand: `/cs.ui.:digest.js` of `/cs.js`. */
export const surfacesTemplate = (path: string): string => inserted(path, "ui.:digest")

/** The path of a file that a script loads on demand: `/cs.ui.<digest>.js` of `/cs.js`. */
export const surfacesPath = (path: string, digest: string): string => inserted(path, `ui.${digest}`)
