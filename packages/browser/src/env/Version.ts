/**
 * Which bundle this is. The build puts the package's version in place of the name.
 *
 * @module
 */
declare const __VERSION__: string | undefined

/** The version of the package, such as `1.2.3`. */
export const version: string = typeof __VERSION__ === "undefined" ? "0.0.0" : __VERSION__

/** The contract that this bundle speaks (`x-cs-policy-contract`). */
export const contract = 1

/** A version as the one number that TC strings have room for, 12 bits: `1.2.3` is 102. */
export const versionNumber = (text: string): number => {
  const [major = 0, minor = 0] = text.split(".").map(Number)
  return Math.min(major * 100 + minor, 4095) || 1
}
