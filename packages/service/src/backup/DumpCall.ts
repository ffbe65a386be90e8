/**
 * The call of the dump tool that backs up a server's database. Pure.
 *
 * @module
 */

/** The tools, by what they dump. */
export type DumpTool = "pg_dump" | "mariadb-dump" | "mysqldump"

/** One call. The password is never an argument: other users of the machine can read those. */
export interface DumpCall {
  readonly tool: DumpTool
  readonly args: ReadonlyArray<string>
  /** Variables that hold no secret: part of the printed call. */
  readonly variables: Readonly<Record<string, string>>
  /** The variable that holds the password. */
  readonly secret: { readonly name: string; readonly value: string } | null
}

const given = (name: string, value: string): ReadonlyArray<string> => (value === "" ? [] : [`--${name}=${value}`])

/** A part of a URL. A percent sign that encodes nothing stays, as the driver of PostgreSQL leaves it. */
const decoded = (part: string): string => decodeURIComponent(part.replaceAll(/%(?![\da-f]{2})/gi, "%25"))

const secretOf = (name: string, { password }: URL): DumpCall["secret"] =>
  password === "" ? null : { name, value: decoded(password) }

/** What libpq reads from its environment, by the URL's parameter. */
const pgVariables = {
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
} as const

/** A mode of node-postgres alone, in libpq's words. */
const pgValue = (value: string): string => (value === "no-verify" ? "require" : value)

const pgDump = (url: URL, file: string): DumpCall => ({
  tool: "pg_dump",
  args: [
    "--format=custom",
    "--no-password",
    ...given("file", file),
    ...given("host", url.hostname === "" ? (url.searchParams.get("host") ?? "") : decoded(url.hostname)),
    ...given("port", url.port),
    ...given("username", decoded(url.username)),
    ...given("dbname", decoded(url.pathname.slice(1))),
  ],
  variables: Object.fromEntries(
    Object.entries(pgVariables).flatMap(([parameter, name]) => {
      const value = url.searchParams.get(parameter)
      return value === null ? [] : [[name, pgValue(value)]]
    }),
  ),
  secret: secretOf("PGPASSWORD", url),
})

const mysqlDump = (url: URL, file: string, tool: DumpTool): DumpCall => ({
  tool,
  args: [
    // One snapshot without locks: all tables are InnoDB.
    "--single-transaction",
    "--skip-lock-tables",
    "--no-tablespaces",
    // Ids are in binary columns.
    "--hex-blob",
    "--default-character-set=utf8mb4",
    ...(tool === "mysqldump" ? ["--set-gtid-purged=OFF"] : []),
    ...given("result-file", file),
    ...given("host", decoded(url.hostname)),
    ...given("port", url.port),
    ...given("user", decoded(url.username)),
    ...(url.searchParams.has("ssl") ? [tool === "mysqldump" ? "--ssl-mode=REQUIRED" : "--ssl"] : []),
    decoded(url.pathname.slice(1)),
  ],
  variables: {},
  secret: secretOf("MYSQL_PWD", url),
})

/** The tool for a server, by the version that it reports. */
export const toolFor = (scheme: "mysql" | "postgres", serverVersion: string): DumpTool => {
  if (scheme === "postgres") return "pg_dump"
  return /mariadb/i.test(serverVersion) ? "mariadb-dump" : "mysqldump"
}

/** The call that dumps the database of a URL into a file. */
export const dumpCall = (url: string, file: string, tool: DumpTool): DumpCall =>
  tool === "pg_dump" ? pgDump(new URL(url), file) : mysqlDump(new URL(url), file, tool)

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** The call as a line for a shell, without the password. */
export const shellLine = ({ args, tool, variables }: DumpCall): string =>
  [...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`), tool, ...args.map(quoted)].join(" ")

/** Major and minor of a version, and whether it is MariaDB's. */
export interface ToolVersion {
  readonly major: number
  readonly minor: number
  readonly isMariaDb: boolean
}

/**
 * The version in what a tool or a server reports, such as `pg_dump (PostgreSQL) 15.20` or
 * `mariadb-dump  Ver 10.19 Distrib 10.11.19-MariaDB`; null where there is none.
 */
export const versionIn = (text: string): ToolVersion | null => {
  const found = /Distrib (\d+)\.(\d+)/.exec(text) ?? /from (\d+)\.(\d+)/.exec(text) ?? /(\d+)\.(\d+)/.exec(text)
  return found === null ? null : { major: Number(found[1]), minor: Number(found[2]), isMariaDb: /mariadb/i.test(text) }
}

/** Whether a tool is at least as new as its server: an older one refuses, or misses what the server has. */
const isNewEnough = (tool: DumpTool, own: ToolVersion, server: ToolVersion): boolean =>
  tool === "pg_dump"
    ? own.major >= server.major
    : own.major > server.major || (own.major === server.major && own.minor >= server.minor)

const toolPackage = {
  pg_dump: "postgresql-client",
  "mariadb-dump": "mariadb-client",
  mysqldump: "mysql-client",
} as const

/**
 * What is wrong with a tool for a server, or null.
 *
 * @param report - what the tool prints as its version; null where it is not installed
 */
export const toolProblem = (tool: DumpTool, report: string | null, serverVersion: string): string | null => {
  const hint = `install the package ${toolPackage[tool]} of the server's version, or run the command where it is installed`
  if (report === null) return `${tool} is not installed; ${hint}`
  const [own, server] = [versionIn(report), versionIn(serverVersion)]
  if (own === null || server === null) return null
  if (tool === "mysqldump" && own.isMariaDb) return `this mysqldump is MariaDB's, and the server is MySQL; ${hint}`
  return isNewEnough(tool, own, server)
    ? null
    : `${tool} ${own.major}.${own.minor} is older than the server, ${server.major}.${server.minor}; ${hint}`
}
