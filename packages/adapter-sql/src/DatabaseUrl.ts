/**
 * Parses database URLs: `sqlite:<file>`, `postgres://…`, `mysql://…` and their other spellings.
 *
 * @module
 */
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { DistributionName } from "./distribution/Distribution.js"
import { hasDistribution, onlyPostgres, takeDistribution } from "./distribution/UrlParameter.js"

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

/** A percent sign that encodes nothing, which the driver of PostgreSQL takes as it is. */
const strayPercent = /%(?![\da-f]{2})/gi

/** Whether the driver can decode the parts of a URL. */
const canBeDecoded = (canonical: string, { hostname, password, pathname, username }: URL): boolean => {
  try {
    for (const part of [hostname, password, pathname, username]) {
      decodeURIComponent(canonical === "postgres" ? part.replaceAll(strayPercent, "%25") : part)
    }
    return true
  } catch {
    return false
  }
}

const parseServer = (scheme: string, text: string): Either.Either<DatabaseUrl, string> => {
  const rest = text.slice(scheme.length)
  const canonical = canonicalSchemes.get(scheme) ?? scheme
  const url = `${canonical}${rest}`
  if (!rest.startsWith("://") || !URL.canParse(url) || !canBeDecoded(canonical, new URL(url))) {
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
