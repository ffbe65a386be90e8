/**
 * Makes the zip files of evidence packs.
 *
 * @module
 */
import type { PackTools } from "@consent-service/adapter-http/PackTools"
import type { PackFile } from "@consent-service/core/evidence-pack"
import type { Zip } from "fflate"

/** Every file has the same time, so that equal files give equal bytes. Zip files keep local times without their zone. */
const time = new Date(2000, 0, 1)

/** How much is compressed before other work of the process gets a turn, in bytes. */
const turn = 512 * 1024

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** What comes out of the compression, as one. */
const collected = (zip: Zip): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Uint8Array> = []
    zip.ondata = (error, chunk, isLast) => {
      if (error !== null) return reject(error)
      chunks.push(chunk)
      if (isLast) resolve(new Uint8Array(Buffer.concat(chunks)))
    }
  })

const zipFiles = async (files: ReadonlyArray<PackFile>): Promise<Uint8Array<ArrayBuffer>> => {
  // Loaded by those who make a pack: others start without it.
  const { Zip, ZipDeflate } = await import("fflate")
  const zip = new Zip()
  const whole = collected(zip)
  let done = 0
  for (const { bytes, path } of files) {
    const entry = new ZipDeflate(path, { level: 6 })
    entry.mtime = time
    zip.add(entry)
    entry.push(bytes, true)
    done += bytes.length
    if (done >= turn) {
      await nextTurn()
      done = 0
    }
  }
  zip.end()
  return whole
}

const verifierFiles = async (): Promise<ReadonlyArray<PackFile>> => {
  const { verifierFiles: texts } = await import("../../verifier/files.js")
  return Object.entries(texts).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
}

/** What evidence packs need. */
export const packTools: PackTools = { files: verifierFiles, zip: zipFiles }
