/** A published log, read as anyone may read it: by C2SP tlog-tiles alone. */
import { bundlePath, type Hash, leafHash } from "@consent-service/core/evidence"

const width = 256

/** The leaves in a file of entries: each has its length in front. */
export const leavesOf = (bytes: Uint8Array): ReadonlyArray<Hash> =>
  Array.from({ length: bytes.length / 44 }, (_, at) => leafHash(bytes.subarray(at * 44 + 2, (at + 1) * 44)))

/** The hashes of the first leaves. The beginning of a bundle may be there as the full one only. */
export const publishedLeaves = (size: number, read: (path: string) => Uint8Array | null): ReadonlyArray<Hash> =>
  Array.from({ length: Math.ceil(size / width) }, (_, n) => {
    const count = Math.min(width, size - n * width)
    const bytes = read(bundlePath(n, count)) ?? read(bundlePath(n, width)) ?? new Uint8Array()
    return leavesOf(bytes).slice(0, count)
  }).flat()
