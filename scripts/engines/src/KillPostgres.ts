/** Kills a PostgreSQL as a power cut would. Linux only: it reads `/proc`. */
import { readFile, readlink } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

const missing = (): undefined => undefined

/** The first process of the server on a data folder, if one runs. What another process has taken the id of is not it. */
const serverOn = async (data: string): Promise<number | undefined> => {
  const pid = (await readFile(join(data, "postmaster.pid"), "utf8").catch(missing))?.split("\n")[0]?.trim()
  if (pid === undefined) return undefined
  return (await readlink(`/proc/${pid}/cwd`).catch(missing)) === data ? Number(pid) : undefined
}

/** What is dead counts as gone, although its parent may not have noticed. */
const isGone = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(missing)
  return stat === undefined || /\) [ZX] /.test(stat)
}

const send = (pid: number, signal: "SIGSTOP" | "SIGKILL"): void => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}

/**
 * Kills all processes of the PostgreSQL on a data folder with SIGKILL, those that serve connections as well, which hold the
 * shared memory. Resolves when they are gone; does nothing where no server runs.
 */
export const killPostgres = async (data: string): Promise<void> => {
  const pid = await serverOn(data)
  if (pid === undefined) return
  // From here on it starts no further process.
  send(pid, "SIGSTOP")
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(missing)
  const all = [pid, ...(children ?? "").split(" ").filter(Boolean).map(Number)]
  for (const one of all) send(one, "SIGKILL")
  for (const one of all) while (!(await isGone(one))) await sleep(5)
}
