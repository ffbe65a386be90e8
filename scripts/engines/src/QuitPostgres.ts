/** Ends a PostgreSQL as a power cut would. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"

/**
 * Tells all processes of the PostgreSQL on a data folder to end without a shutdown, so that the next start runs recovery.
 * Returns the id of the first of them.
 */
export const quitPostgres = async (data: string): Promise<number> => {
  const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0])
  // SIGKILL would leave those that serve connections behind, which hold the shared memory.
  process.kill(pid, "SIGQUIT")
  return pid
}
