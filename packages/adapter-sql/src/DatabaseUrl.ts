/**
 * Parses database URLs: `sqlite:<file>`, `postgres://…`, `mysql://…` and their other spellings.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { DistributionName } from "./distribution/Distribution.js"

/** A database named by a URL. Server URLs may have a password, so they print as `<redacted>`. */
export type DatabaseUrl = Data.TaggedEnum<{
  /** A file's path, or `:memory:`. */
  Sqlite: { readonly filename: string }
  Postgres: {
    /** Without what is only for this package. */
    readonly url: Redacted.Redacted
    /** How its tables are divided between servers; null for one server. */
    readonly distribution: DistributionName | null
  }
  /** MySQL or MariaDB, both with the scheme `mysql:`. */
  Mysql: { readonly url: Redacted.Redacted }
}>

export const DatabaseUrl = Data.taggedEnum<DatabaseUrl>()

const expected = "use sqlite:<file>, postgres://user:password@host/database or mysql://user:password@host/database"

/** The name of the parameter for clusters. */
const parameter = "distribution"

interface Divided {
  readonly url: string
  readonly distribution: DistributionName | null
}

/** Takes the parameter `distribution` out of a URL. */
export const takeDistribution = (url: string): Either.Either<Divided, string> => {
  const [base = "", ...rest] = url.split("?")
  const parts = rest.join("?").split("&")
  const isOwn = (part: string) => new URLSearchParams(part).has(parameter)
  const own = parts.filter(isOwn)
  if (own.length === 0) return Either.right({ url, distribution: null })
  if (own.some((part) => new URLSearchParams(part).get(parameter) !== "citus")) {
    return Either.left(`the parameter "${parameter}" of the URL must be "citus", or be left out for one server`)
  }
  const others = parts.filter((part) => !isOwn(part))
  return Either.right({ url: others.length === 0 ? base : `${base}?${others.join("&")}`, distribution: "citus" })
}

const hasDistribution = (url: string): boolean =>
  url
    .split("?")
    .slice(1)
    .some((query) => new URLSearchParams(query).has(parameter))

const onlyPostgres = Either.left(`the parameter "${parameter}" is for PostgreSQL only; remove it from the URL`)

const schemeOf = (text: string): string => /^[a-z][a-z0-9+.-]*(?=:)/i.exec(text)?.[0]?.toLowerCase() ?? ""

/** `sqlite:` is followed by a path; the empty authority of `sqlite:///abs` only means an absolute path. */
const parseSqlite = (path: string): Either.Either<DatabaseUrl, string> => {
  if (path === "") return Either.left(`"sqlite:" names no file; ${expected}`)
  if (hasDistribution(path)) return onlyPostgres
  if (!path.startsWith("//")) return Either.right(DatabaseUrl.Sqlite({ filename: path }))
  return path.startsWith("///")
    ? Either.right(DatabaseUrl.Sqlite({ filename: path.slice(2) }))
    : Either.left(`"sqlite://" is followed by no path; write sqlite:./file or sqlite:/directory/file`)
}

const canonicalSchemes: ReadonlyMap<string, string> = new Map([
  ["postgres", "postgres"],
  ["postgresql", "postgres"],
  ["mysql", "mysql"],
  ["mariadb", "mysql"],
])

const parseServer = (scheme: string, text: string): Either.Either<DatabaseUrl, string> => {
  const rest = text.slice(scheme.length)
  const canonical = canonicalSchemes.get(scheme) ?? scheme
  const url = `${canonical}${rest}`
  if (!rest.startsWith("://") || !URL.canParse(url)) {
    return Either.left(
      `the ${scheme} URL is malformed (percent-encode special characters in the password); ${expected}`,
    )
  }
  if (canonical === "postgres") {
    return Either.map(takeDistribution(url), (taken) =>
      DatabaseUrl.Postgres({ ...taken, url: Redacted.make(taken.url) }),
    )
  }
  if (hasDistribution(url)) return onlyPostgres
  const { hostname, pathname } = new URL(url)
  return hostname === "" || pathname.length < 2
    ? Either.left(`the ${scheme} URL has no ${hostname === "" ? "host" : "database"}; ${expected}`)
    : Either.right(DatabaseUrl.Mysql({ url: Redacted.make(url) }))
}

/**
 * Parses a database URL.
 *
 * @returns the database, or the problem; it never repeats the URL, which may have a password
 *
 * @example
 * ```ts
 * import { parseDatabaseUrl } from "@consent-service/adapter-sql/DatabaseUrl"
 * import * as Either from "effect/Either"
 *
 * Either.isRight(parseDatabaseUrl("sqlite:./consent.db")) // true
 * Either.isRight(parseDatabaseUrl("oracle://host/consent")) // false
 * ```
 */
export const parseDatabaseUrl = (text: string): Either.Either<DatabaseUrl, string> => {
  const scheme = schemeOf(text)
  if (scheme === "sqlite") return parseSqlite(text.slice("sqlite:".length))
  if (canonicalSchemes.has(scheme)) return parseServer(scheme, text)
  return Either.left(
    scheme === "" ? `no database URL; ${expected}` : `no support for "${scheme}:" databases; ${expected}`,
  )
}
