/**
 * The version of the bundle. The build replaces the name with the package's version.
 *
 * @module
 */
declare const __VERSION__: string | undefined

/** The version of the package, such as `1.2.3`. */
export const version: string = typeof __VERSION__ === "undefined" ? "0.0.0" : __VERSION__

/** The contract version of this bundle (`x-cs-policy-contract`). */
export const contract = 1

/** A version as the 12-bit number that TC strings have room for: `1.2.3` is 102. */
export const versionNumber = (text: string): number => {
  const [major = 0, minor = 0] = text.split(".").map(Number)
  return Math.min(major * 100 + minor, 4095) || 1
}
