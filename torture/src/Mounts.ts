/** Small file systems of one test, where root may mount them. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

const mountAt = (folder: string, size: string): void =>
  void execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "pipe" })

const unmount = (folder: string): void => void execFileSync("umount", [folder], { stdio: "pipe" })

/** Why nothing can be mounted here, or null. */
export const whyNoMounts = (): string | null => {
  if (process.getuid?.() !== 0) return "only root can mount"
  const folder = mkdtempSync(join(tmpdir(), "cs-mount-"))
  try {
    mountAt(folder, "64k")
    unmount(folder)
    return null
  } catch (error) {
    return `mount fails: ${error instanceof Error ? error.message.split("\n").at(-1) : String(error)}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder with a file system of its own in memory, for the running test. @param size - as mount takes it, such as `4m` */
export const mountSmall = (size: string) => {
  const folder = mkdtempSync(join(tmpdir(), "cs-mount-"))
  mountAt(folder, size)
  onTestFinished(() => {
    unmount(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  const resize = (to: string): void =>
    void execFileSync("mount", ["-o", `remount,size=${to}`, folder], { stdio: "pipe" })
  return { folder, resize }
}
