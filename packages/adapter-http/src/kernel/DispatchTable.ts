/**
 * Finds the route of a path: one map look-up for plain paths, a segment match for the few with parameters; the last parameter
 * may take all remaining segments.
 *
 * @module
 */
import { decodeSegment } from "../request/Target.js"
import type { Route } from "./Route.js"

/** The routes that share a path, by method. */
export interface PathRoutes {
  readonly byMethod: ReadonlyMap<string, Route>
  /** The value of an `Allow` header. */
  readonly allow: string
}

/** A path found, with its parameters decoded. */
export interface Match {
  readonly routes: PathRoutes
  readonly parameters: Readonly<Record<string, string>>
}

/** Looks a path up; null when there is none. */
export type DispatchTable = (path: string) => Match | null

const pathRoutes = (routes: ReadonlyArray<Route>): PathRoutes => {
  const byMethod = new Map(routes.map((route) => [route.method, route]))
  const get = byMethod.get("GET")
  if (get !== undefined) byMethod.set("HEAD", get)
  return { byMethod, allow: [...byMethod.keys(), "OPTIONS"].join(", ") }
}

const noParameters: Match["parameters"] = {}

/** A segment of a template: fixed text, or a parameter between two fixed parts. */
interface Part {
  readonly before: string
  /** Null where the segment is `before`. */
  readonly parameter: string | null
  readonly after: string
}

const partOf = (segment: string): Part => {
  const [, before = segment, parameter = null, after = ""] = /^([^:]*):(\w+)(.*)$/.exec(segment) ?? []
  return { before, parameter, after }
}

/** A parameter next to fixed text is a digest, so that the route does not match other paths like `/cs.other.js`. */
const digest = /^[0-9a-f]{32}$/

/** The value of a part's parameter; null where the segment is another one. */
const valueOf = ({ after, before }: Part, segment: string): string | null => {
  if (before === "" && after === "") return decodeSegment(segment) || null
  if (!segment.startsWith(before) || !segment.endsWith(after)) return null
  const value = segment.slice(before.length, segment.length - after.length)
  return digest.test(value) ? value : null
}

/** A segment that must not be decoded: empty, or one that changes the path when it is resolved again. */
const misleading = /^(?:\.|%2e){0,2}$/i

/** Joins the segments from the given one on; null where one of them is unsafe. */
const joinRest = (segments: ReadonlyArray<string>, count: number): ReadonlyArray<string> | null => {
  const rest = segments.slice(count - 1)
  return rest.some((segment) => misleading.test(segment)) ? null : [...segments.slice(0, count - 1), rest.join("/")]
}

const matchTemplate = (template: ReadonlyArray<Part>, segments: ReadonlyArray<string>): Match["parameters"] | null => {
  if (template.length !== segments.length) return null
  const parameters: Record<string, string> = {}
  for (const [i, part] of template.entries()) {
    const segment = segments[i] ?? ""
    if (part.parameter === null) {
      if (part.before !== segment) return null
      continue
    }
    const value = valueOf(part, segment)
    if (value === null) return null
    parameters[part.parameter] = value
  }
  return parameters
}

/** Compiles the routes into a look-up. */
export const compileDispatch = (routes: ReadonlyArray<Route>): DispatchTable => {
  const templates = Array.from(new Set(routes.map(({ template }) => template)))
  const compiled = templates.map((template) => ({
    template,
    segments: template.split("/").map(partOf),
    takesRest: routes.some((route) => route.template === template && route.takesRest),
    match: { routes: pathRoutes(routes.filter((route) => route.template === template)), parameters: noParameters },
  }))
  const plain = new Map(compiled.map(({ match, template }) => [template, match]))
  const withParameters = compiled.filter(({ template }) => template.includes(":"))
  return (path) => {
    const match = plain.get(path)
    // The map has the templates too: a literal request for one has the parameter `:id`.
    if (match !== undefined && !path.includes(":")) return match
    const segments = path.split("/")
    for (const entry of withParameters) {
      const joined = entry.takesRest ? joinRest(segments, entry.segments.length) : segments
      const parameters = joined === null ? null : matchTemplate(entry.segments, joined)
      if (parameters !== null) return { routes: entry.match.routes, parameters }
    }
    return null
  }
}
