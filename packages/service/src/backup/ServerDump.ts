/**
 * Backups of server databases by the server's own dump tool.
 *
 * @module
 */
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { tableNames } from "@consent-service/adapter-sql/Tables"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { execFile, spawn } from "node:child_process"
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs"
import { promisify } from "node:util"
import { type DumpCall, dumpCall, type DumpTool, shellLine, toolFor, toolProblem } from "./DumpCall.js"
import { watchingGrowth } from "./Growth.js"
import { writeWhole } from "./WholeFile.js"
import { messageOf } from "../thrown/Thrown.js"

/** A server's database, by its URL with the scheme that {@link parseDatabaseUrl} gives it. */
export interface ServerDatabase {
  readonly url: string
  readonly scheme: "mysql" | "postgres"
  readonly tablePrefix: string
}

const serverVersion = ({ url }: ServerDatabase): Promise<Either.Either<string, string>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select version() as version`.withoutTransform).pipe(
    Effect.map(([row]) => String(row?.["version"])),
    Effect.sandbox,
    Effect.mapError(() => "the database cannot be reached; check --database, and that the server accepts connections"),
    Effect.either,
    Effect.provide(clientFromUrl(url, "reading")),
    Effect.catchAll(({ message }) => Effect.succeed(Either.left(message))),
    Effect.runPromise,
  )

const toolReport = (tool: DumpTool): Promise<string | null> =>
  promisify(execFile)(tool, ["--version"]).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )

/** How a server's database is backed up from this machine. */
export interface DumpPlan {
  readonly tool: DumpTool
  /** A script for a shell: the call without its password. */
  readonly script: ReadonlyArray<string>
  /** Why the tool of this machine cannot run it, or null. */
  readonly problem: string | null
}

/** Plans the dump of a database, and checks the tool. */
export const planDump = async (database: ServerDatabase, file: string): Promise<Either.Either<DumpPlan, string>> => {
  const version = await serverVersion(database)
  if (Either.isLeft(version)) return Either.left(version.left)
  const tool = toolFor(database.scheme, version.right)
  const report = await toolReport(tool)
  const call = dumpCall(database.url, file, tool)
  return Either.right({
    tool,
    problem: toolProblem(tool, report, version.right),
    script: [
      `# server: ${version.right}`,
      `# tool: ${report ?? `${tool} is not installed here`}`,
      ...(call.secret === null ? [] : [`# password: from ${call.secret.name}, or the client's password file`]),
      "umask 077",
      shellLine(call),
    ],
  })
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

const runTool = (tool: string, args: ReadonlyArray<string>, call: DumpCall): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const secret = call.secret === null ? {} : { [call.secret.name]: call.secret.value }
    const child = spawn(tool, args, {
      env: { ...process.env, ...call.variables, ...secret },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let [out, error] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (error += text))
    child.once("error", reject).once("close", (code) => resolve({ code, out, error: error.trim() }))
  })

const endOf = (path: string, bytes: number): string => {
  const file = openSync(path, "r")
  try {
    const buffer = Buffer.alloc(Math.min(bytes, fstatSync(file).size))
    readSync(file, buffer, 0, buffer.length, fstatSync(file).size - buffer.length)
    return buffer.toString("utf8")
  } finally {
    closeSync(file)
  }
}

/** Why a dump is not whole, or null. */
const dumpProblem = async (call: DumpCall, partial: string, tablePrefix: string): Promise<string | null> => {
  if (call.tool !== "pg_dump") {
    return endOf(partial, 200).includes("-- Dump completed") ? null : "the dump has no end; it was cut off"
  }
  const listed = await runTool("pg_restore", ["--list", partial], call)
  if (listed.code !== 0) return `pg_restore cannot read the dump: ${listed.error}`
  const tables = tableNames(tablePrefix)
  const missing = tables.filter((table) => !new RegExp(`TABLE DATA \\S+ ${table} `).test(listed.out))
  return missing.length === 0 ? null : `the dump lacks the tables ${missing.join(", ")}`
}

/** Runs the dump into a file that is there whole or not at all; why it failed, or how many bytes it has. */
export const runDump = async (
  { tablePrefix, url }: ServerDatabase,
  file: string,
  tool: DumpTool,
): Promise<Either.Either<number, string>> => {
  try {
    const bytes = await writeWhole(file, async (partial) => {
      const call = dumpCall(url, partial, tool)
      const { code, error } = await watchingGrowth(partial, () => runTool(tool, call.args, call))
      if (code !== 0) throw new Error(`${tool} failed with exit code ${code}: ${error}`)
      const problem = await dumpProblem(call, partial, tablePrefix)
      if (problem !== null) throw new Error(problem)
      return statSync(partial).size
    })
    return Either.right(bytes)
  } catch (error) {
    return Either.left(messageOf(error))
  }
}
