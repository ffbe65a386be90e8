/** Reads zip files with what browsers and Node.js have built in. */

/** What no evidence pack reaches, unpacked. */
export const mostUnpacked = 512 * 1024 * 1024

const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const

/** Whether bytes begin as a zip file does. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 22 && viewOf(bytes).getUint32(0, true) === signatures.local

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The place of the record that ends a zip file; -1 where there is none. */
const findEnd = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) === signatures.end) return at
  }
  return -1
}

/** Unpacks, and gives up beyond a size: a small file can unpack to one that fills the memory. */
const inflate = async (packed: Uint8Array, most: number): Promise<Uint8Array> => {
  const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"))
  const chunks: Array<Uint8Array> = []
  let size = 0
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length
    if (size > most) throw new RangeError("too large")
    chunks.push(read.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The data of a file. @param at - of its local header */
const unpack = async (bytes: Uint8Array, at: number, method: number, size: number, most: number) => {
  const view = viewOf(bytes)
  if (view.getUint32(at, true) !== signatures.local) return null
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const packed = bytes.subarray(from, from + size)
  if (method === 0) return packed
  return method === 8 ? inflate(packed, most) : null
}

const readEntries = async (bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array> | null> => {
  const view = viewOf(bytes)
  const end = findEnd(view)
  if (end === -1) return null
  const files = new Map<string, Uint8Array>()
  let [at, left] = [view.getUint32(end + 16, true), mostUnpacked]
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== signatures.entry) return null
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)]
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, nameEnd))
    const data = await unpack(bytes, view.getUint32(at + 42, true), method, size, left)
    if (data === null || files.has(name)) return null
    files.set(name, data)
    left -= data.length
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

/**
 * Reads the files of a zip file by their paths.
 *
 * @returns null for what is no zip file, has a name twice, or unpacks to more than `mostUnpacked`
 */
export const readZip = (bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array> | null> =>
  // Offsets that lead outside, and data that cannot be unpacked, throw.
  readEntries(bytes).catch(() => null)
