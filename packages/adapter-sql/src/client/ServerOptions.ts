/** Shared options of the two database servers' layers. */
import * as Redacted from "effect/Redacted"

/** How to use a database server. */
export interface ServerOptions {
  /** The maximum number of connections; 10 by default. */
  readonly maxConnections?: number
  /** Timeout for a connection and, where the server supports one, for a statement; 5,000 by default. */
  readonly timeoutMs?: number
}

export const defaultTimeoutMs = 5_000
export const defaultMaxConnections = 10

/** Adds a query parameter that the URL does not have; a URL that has it wins. The rest is unchanged. */
export const withParameter = (url: Redacted.Redacted, name: string, value: string): Redacted.Redacted => {
  const text = Redacted.value(url)
  const query = text.includes("?") ? text.slice(text.indexOf("?") + 1) : ""
  return new URLSearchParams(query).has(name)
    ? url
    : Redacted.make(`${text}${text.includes("?") ? "&" : "?"}${name}=${value}`)
}

/** Removes the named query parameters where their value is 0. The rest is unchanged. */
export const withoutZeros = (url: Redacted.Redacted, names: ReadonlyArray<string>): Redacted.Redacted => {
  const text = Redacted.value(url)
  const start = text.indexOf("?")
  if (start < 0) return url
  const isZero = (parameter: string) =>
    Array.from(new URLSearchParams(parameter)).some(([name, value]) => names.includes(name) && Number(value) === 0)
  const kept = text
    .slice(start + 1)
    .split("&")
    .filter((parameter) => !isZero(parameter))
  return Redacted.make(kept.length > 0 ? `${text.slice(0, start)}?${kept.join("&")}` : text.slice(0, start))
}
