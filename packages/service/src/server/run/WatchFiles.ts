/**
 * Notices that files have changed. Folders are watched, not files: editors and Kubernetes replace a file, and a watch on
 * the file would stay with the former one.
 *
 * @module
 */
import { type FSWatcher, watch } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { digestOf } from "./FileDigest.js"

/** A watch on some files. */
export interface FileWatch {
  /** Watches these files from now on. */
  readonly watch: (files: ReadonlyArray<string>) => void
  readonly close: () => void
}

/** How long files must be left alone: editors and deployments write several in a row. In milliseconds. */
const quietMs = 200

/** Names in a folder that are not files: Kubernetes replaces the link `..data` of a mounted folder. */
const isLink = (name: string): boolean => name.startsWith("..")

/**
 * Calls `changed` when the content of a file has changed.
 *
 * A folder that cannot be watched, because it is not there or the system has no more watches, is left out.
 */
export const watchFiles = (changed: () => void): FileWatch => {
  const folders = new Map<string, FSWatcher>()
  let digests = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    const now = new Map(Array.from(digests.keys(), (file) => [file, digestOf(file)]))
    const same = Array.from(now).every(([file, digest]) => digests.get(file) === digest)
    digests = now
    if (!same) changed()
  }
  const lookSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(look, quietMs)
  }
  /** The database may be in the same folder, and is written all the time. */
  const touched = (folder: string, name: string | null): void => {
    if (name === null || isLink(name) || digests.has(join(folder, name))) lookSoon()
  }
  const watchFolder = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => touched(folder, name))
      watcher.on("error", () => watcher.close())
      folders.set(folder, watcher)
    } catch {
      // Files elsewhere are still watched, and SIGHUP works.
    }
  }

  return {
    watch: (files) => {
      digests = new Map(files.map((file) => [resolve(file), digests.get(resolve(file)) ?? digestOf(file)]))
      const wanted = new Set(Array.from(digests.keys(), (file) => dirname(file)))
      for (const [folder, watcher] of folders) {
        if (wanted.has(folder)) continue
        watcher.close()
        folders.delete(folder)
      }
      for (const folder of wanted) if (!folders.has(folder)) watchFolder(folder)
      // A file may have changed since it was read.
      lookSoon()
    },
    close: () => {
      clearTimeout(timer)
      for (const watcher of folders.values()) watcher.close()
      folders.clear()
    },
  }
}
