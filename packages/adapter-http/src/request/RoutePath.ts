/**
 * The path a request is routed by (contract decision 46, wire.md 1.1).
 *
 * @module
 */

/** Normalises `basePath`: no trailing slash; `""` when there is none. */
export const normalizeBasePath = (basePath: string): string => {
  const trimmed = basePath.replace(/\/+$/, "")
  return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`
}

/** Strips the prefix on a segment boundary and one trailing slash; a path without the prefix stays as it is. */
export const routePath = (path: string, basePath: string): string => {
  const hasPrefix = basePath !== "" && (path === basePath || path.startsWith(`${basePath}/`))
  const inner = hasPrefix ? path.slice(basePath.length) : path
  if (inner === "") return "/"
  return inner.length > 1 && inner.endsWith("/") ? inner.slice(0, -1) : inner
}

/** A path segment decoded; null when its percent-encoding is broken. */
export const decodeSegment = (segment: string): string | null => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
