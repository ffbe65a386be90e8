/** The command line as a separate process, in a separate folder. */
import { spawn } from "node:child_process"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { commandPath } from "@consent-service/test-engines/command"
import { onTestFinished } from "vitest"

const packageFolder = fileURLToPath(new URL("../..", import.meta.url))

/** A folder with these files, from which `consent-service` can be imported. It is deleted after the test. */
export const projectFolder = async (files: Readonly<Record<string, string>> = {}): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "cs-project-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, "node_modules"))
  await symlink(packageFolder, join(folder, "node_modules", "consent-service"))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

/** A running command. */
export interface CommandProcess {
  readonly pid: number
  readonly out: () => string
  readonly error: () => string
  readonly signal: (signal: NodeJS.Signals) => void
  /** The exit code, once it has one. */
  readonly ended: Promise<number | null>
  /** Resolves with the match once the output has it; rejects when the process ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>
}

/** Starts a command in a folder, with only the given environment, under flags of Node. It is killed after the test. */
export const startCommand = (
  folder: string,
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>> = {},
  flags: ReadonlyArray<string> = [],
): CommandProcess => {
  const child = spawn(process.execPath, [...flags, commandPath, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let out = ""
  let error = ""
  const listeners = new Set<() => void>()
  const told = (): void => {
    for (const listener of listeners) listener()
  }
  child.stdout.setEncoding("utf8").on("data", (text: string) => ((out += text), told()))
  child.stderr.setEncoding("utf8").on("data", (text: string) => ((error += text), told()))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  onTestFinished(async () => {
    child.kill("SIGKILL")
    await ended
  })
  return {
    pid: child.pid ?? 0,
    out: () => out,
    error: () => error,
    signal: (signal) => void child.kill(signal),
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(out)
          if (found !== null) resolve(found)
        }
        listeners.add(look)
        look()
        void ended.then(() => reject(new Error(`ended before it printed ${pattern}: ${out}${error}`)))
      }),
  }
}

/** Runs a command to its end. */
export const runCommand = async (
  folder: string,
  args: ReadonlyArray<string>,
  variables: Readonly<Record<string, string>> = {},
) => {
  const { ended, error, out } = startCommand(folder, args, variables)
  const code = await ended
  return { code, out: out(), error: error() }
}
