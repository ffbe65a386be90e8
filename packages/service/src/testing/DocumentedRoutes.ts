/**
 * The routes of an OpenAPI document, found by path without the service's own dispatch table.
 */

/** A documented path. */
import { documentedMethods, type OpenApiDocument, type Operation } from "@consent-service/adapter-http/openapi"
export interface DocumentedRoute {
  /** As documented: `/things/{id}`. */
  readonly template: string
  /** By upper-case method; `HEAD` is answered as `GET` is. */
  readonly operations: ReadonlyMap<string, Operation>
  /** The expected `Allow` where the path lacks the method. */
  readonly allow: string
  /** Whether the last parameter takes all segments that are left. */
  readonly takesRest: boolean
}

/** Every path of a document; those without parameters first, as they go before those with. */
export const routesOf = ({ paths }: OpenApiDocument): ReadonlyArray<DocumentedRoute> =>
  Object.entries(paths)
    .sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")))
    .map(([template, item]) => {
      const operations = new Map(
        documentedMethods.flatMap((method) => {
          const operation = item[method]
          return operation === undefined ? [] : [[method.toUpperCase(), operation] as const]
        }),
      )
      const get = operations.get("GET")
      if (get !== undefined) operations.set("HEAD", get)
      const parameters = Array.from(operations.values()).flatMap((operation) => operation.parameters)
      return {
        template,
        operations,
        allow: [...operations.keys(), "OPTIONS"].sort().join(", "),
        takesRest: parameters.some((parameter) => parameter["x-takes-rest"] === true),
      }
    })

const isParameterValue = (segment: string): boolean => {
  try {
    return decodeURIComponent(segment) !== ""
  } catch {
    return false
  }
}

/** A parameter between two texts is a digest; other names there belong to no route. */
const partMatches = (part: string, segment: string): boolean => {
  const [, before = "", after = ""] = /^([^{]*)\{\w+\}(.*)$/.exec(part) ?? []
  if (!part.includes("{")) return part === segment
  if (before === "" && after === "") return isParameterValue(segment)
  const value = segment.slice(before.length, segment.length - after.length)
  return `${before}${value}${after}` === segment && /^[0-9a-f]{32}$/.test(value)
}

const matches = ({ takesRest, template }: DocumentedRoute, path: string): boolean => {
  const parts = template.split("/")
  const all = path.split("/")
  const rest = all.slice(parts.length - 1)
  if (takesRest && rest.some((segment) => ["", ".", ".."].includes(segment))) return false
  const segments = takesRest ? [...all.slice(0, parts.length - 1), rest.join("/")] : all
  return parts.length === segments.length && parts.every((part, at) => partMatches(part, segments[at] ?? ""))
}

/** The route of a path, one trailing slash ignored; null when none is documented. */
export const findRoute = (routes: ReadonlyArray<DocumentedRoute>, path: string): DocumentedRoute | null => {
  const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
  return routes.find((route) => matches(route, plain)) ?? null
}
