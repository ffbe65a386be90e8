/**
 * Reads the zip files of evidence packs.
 *
 * @module
 */
import type { PackFiles } from "@consent-service/core/evidence"
import type { UnzipFileInfo } from "fflate"

/** What no evidence pack reaches, unpacked: a small file can unpack to one that fills the memory. */
const mostUnpacked = 512 * 1024 * 1024

/** Takes every file of a pack, and stops at what no pack has: a name twice, or too much. */
const takingAll = () => {
  const names = new Set<string>()
  let size = 0
  return ({ name, originalSize }: UnzipFileInfo): boolean => {
    size += originalSize
    if (names.has(name) || name === "__proto__" || size > mostUnpacked) throw new RangeError("no evidence pack")
    names.add(name)
    return true
  }
}

/**
 * The files of a zip file by their paths. Nothing in them is verified.
 *
 * @returns null for what is no zip file, has a name twice, or unpacks to more than 512 MB
 */
export const unzipPack = async (bytes: Uint8Array): Promise<PackFiles | null> => {
  const { unzipSync } = await import("fflate")
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter: takingAll() })))
  } catch {
    return null
  }
}
