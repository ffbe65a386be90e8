/**
 * The compression port, and its adapter for runtimes with `node:zlib`.
 *
 * @module
 */
import type { Utf8 } from "../answer/Answer.js"
import { concatenated } from "../request/Bytes.js"
import type { Coding } from "./AcceptEncoding.js"

/** How hard to compress a body: `most` for bodies sent to every visitor, else `quick`. */
export type Effort = "most" | "quick"

/** The compressed beginning of a body whose end differs between answers. */
export interface Opened {
  /** The whole body in the coding. The end is stored as it is, so that its content has no effect on the length. */
  readonly closedBy: (end: Utf8) => Utf8
}

/** Compresses off the main thread. */
export interface Codec {
  readonly compress: (coding: Coding, bytes: Utf8, effort: Effort) => Promise<Utf8>
  /** Quickly compresses a beginning that at most {@link longestEnd} bytes will follow. */
  readonly open: (coding: Coding, bytes: Utf8) => Promise<Opened>
}

/** The longest end of an {@link Opened} body, in bytes: what one stored block of either coding holds. */
export const longestEnd = 65_535

type Zlib = typeof import("node:zlib")

/** Brotli's best quality takes two microseconds a byte, quality 5 a twentieth of that. */
const brotliQuality = { most: 11, quick: 5 } as const

const gzipLevel = { most: 9, quick: 6 } as const

type Settle = (error: Error | null, bytes: Buffer) => void

const settled = (begin: (settle: Settle) => void): Promise<Utf8> =>
  new Promise((resolve, reject) =>
    // A copy, because Node cuts small buffers from a pool that other code can read.
    begin((error, bytes) => (error === null ? resolve(new Uint8Array(bytes)) : reject(error))),
  )

/** An uncompressed meta-block of Brotli (RFC 7932, 9.2), and the empty one that ends the stream. */
const endOfBrotli = (end: Utf8): ReadonlyArray<Uint8Array> => {
  if (end.length === 0) return [Uint8Array.of(3)]
  // Not the last (1 bit), four nibbles of length (2), the length minus one (16), uncompressed (1), then to the next byte.
  const header = ((end.length - 1) << 3) | (1 << 19)
  return [Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16), end, Uint8Array.of(3)]
}

/** What a gzip file begins with: Deflate, no name, no time, any system (RFC 1952, 2.3). */
const startOfGzip = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 255)

/** The last stored block of Deflate (RFC 1951, 3.2.4), then checksum and length of the whole. */
const endOfGzip = (end: Utf8, checksum: number, length: number): ReadonlyArray<Uint8Array> => {
  const header = new DataView(new ArrayBuffer(5))
  header.setUint8(0, 1)
  header.setUint16(1, end.length, true)
  header.setUint16(3, ~end.length & 0xffff, true)
  const trailer = new DataView(new ArrayBuffer(8))
  trailer.setUint32(0, checksum, true)
  trailer.setUint32(4, length, true)
  return [new Uint8Array(header.buffer), end, new Uint8Array(trailer.buffer)]
}

/** The codec over `node:zlib`. */
export const zlibCodec = ({ brotliCompress, constants, crc32, deflateRaw, gzip }: Zlib): Codec => {
  const brotli = (bytes: Utf8, effort: Effort, finishFlush: number) =>
    settled((settle) =>
      brotliCompress(
        bytes,
        {
          finishFlush,
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        },
        settle,
      ),
    )
  const openBrotli = async (bytes: Utf8): Promise<Opened> => {
    const start = await brotli(bytes, "quick", constants.BROTLI_OPERATION_FLUSH)
    return { closedBy: (end) => concatenated([start, ...endOfBrotli(end)]) }
  }
  const openGzip = async (bytes: Utf8): Promise<Opened> => {
    const options = { level: gzipLevel.quick, finishFlush: constants.Z_SYNC_FLUSH }
    const start = await settled((settle) => deflateRaw(bytes, options, settle))
    const checksum = crc32(bytes)
    // For no bytes Node returns 0, whatever the previous value.
    const checksumWith = (end: Utf8): number => (end.length === 0 ? checksum : crc32(end, checksum))
    return {
      closedBy: (end) =>
        concatenated([startOfGzip, start, ...endOfGzip(end, checksumWith(end), bytes.length + end.length)]),
    }
  }
  return {
    compress: (coding, bytes, effort) =>
      coding === "br"
        ? brotli(bytes, effort, constants.BROTLI_OPERATION_FINISH)
        : settled((settle) => gzip(bytes, { level: gzipLevel[effort] }, settle)),
    open: (coding, bytes) => (coding === "br" ? openBrotli(bytes) : openGzip(bytes)),
  }
}

/** Imported at run time: a static import of `node:zlib` would exclude Workers and browsers. */
const platformZlib = globalThis.process?.getBuiltinModule?.("node:zlib")

/** Workers compress responses by themselves, even where they offer Node's modules. */
const isWorker = globalThis.navigator?.userAgent === "Cloudflare-Workers"

/** The codec of this runtime; null where it has none. */
export const platformCodec: Codec | null =
  // Runtimes that imitate Node may lack the newest of these.
  platformZlib === undefined || isWorker || typeof platformZlib.crc32 !== "function" ? null : zlibCodec(platformZlib)
