/**
 * The parts of this bundle, as constants that the build sets: code for a part that a bundle lacks is left out of it. Unit tests,
 * which run the source, have every part.
 *
 * @module
 */
declare const __IAB__: boolean
declare const __SCREEN__: boolean
declare const __MANIFEST__: boolean

/** Whether this is a bundle for the IAB TCF. */
export const hasIab: boolean = typeof __IAB__ === "undefined" || __IAB__

/** Whether this is a bundle that draws. */
export const hasScreen: boolean = typeof __SCREEN__ === "undefined" || __SCREEN__

/** Whether this is a bundle that resolves policies from a manifest. */
export const hasManifest: boolean = typeof __MANIFEST__ === "undefined" || __MANIFEST__
