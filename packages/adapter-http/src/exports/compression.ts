/**
 * Compression of answers.
 *
 * @module
 */
export { type Compression, makeCompression, noCompression, platformCompression } from "../compression/Compression.js"
export type { Codec } from "../compression/Codec.js"
