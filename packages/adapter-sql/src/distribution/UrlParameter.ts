/** The parameter `distribution` of a database's URL, which is for this package and not for a driver. */
import * as Either from "effect/Either"
import type { DistributionName } from "./Distribution.js"

/** The name of the parameter for clusters. */
const parameter = "distribution"

/** A URL without the parameter, and what it said. */
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

/** Whether a URL has the parameter. */
export const hasDistribution = (url: string): boolean =>
  url
    .split("?")
    .slice(1)
    .some((query) => new URLSearchParams(query).has(parameter))

/** The problem of a URL for another engine that has it. */
export const onlyPostgres = Either.left(`the parameter "${parameter}" is for PostgreSQL only; remove it from the URL`)
