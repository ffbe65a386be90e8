/** `consent-service migrate` as a process that waits for a signal, so that several start together. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

/** Everything, including drivers, is loaded before the signal, so that only the migration is left. */
const script = `
  import { runCli } from "./dist/cli/Cli.js"
  await Promise.all(["sqlite", "postgres", "mysql"].map((name) => import("@consent-service/adapter-sql/" + name)))
  process.stdout.write("ready\\n")
  process.stdin.once("data", async () => {
    process.stdin.destroy()
    const write = (text) => process.stdout.write(text + "\\n")
    process.exitCode = await runCli(["migrate", "--database", process.argv[1]], { out: write, error: write })
  })
`

const workingFolder = fileURLToPath(new URL("../../", import.meta.url))

export interface MigrateProcess {
  /** Its output since the signal, on either stream. */
  readonly lines: ReadonlyArray<string>
  /** Starts it. */
  readonly begin: () => void
  /** Kills it with SIGKILL. */
  readonly kill: () => void
  /** Its exit code once it has ended and been read to the end; null when it was killed. */
  readonly ended: Promise<number | null>
}

const collect = (child: ChildProcess, onLine: (line: string) => void): void => {
  let rest = ""
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n")
    rest = parts.pop() ?? ""
    parts.forEach(onLine)
  })
}

/**
 * Starts a process; it waits for the sign.
 *
 * @param killAfter - after how many lines it is killed; never by default
 */
export const startMigrate = async (url: string, killAfter = Infinity): Promise<MigrateProcess> => {
  const lines: Array<string> = []
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, url], {
    cwd: workingFolder,
    stdio: ["pipe", "pipe", "inherit"],
  })
  const kill = () => void child.kill("SIGKILL")
  const ended = once(child, "close").then(([code]): number | null => (typeof code === "number" ? code : null))
  // A killed process no longer reads.
  child.stdin.on("error", () => {})
  await new Promise<void>((resolve, reject) => {
    collect(child, (line) => {
      if (line === "ready") return resolve()
      if (lines.push(line) >= killAfter) kill()
    })
    void ended.then((code) => reject(new Error(`the process ended before it was ready (${code})`)))
  })
  return { lines, begin: () => void child.stdin.write("go"), kill, ended }
}
