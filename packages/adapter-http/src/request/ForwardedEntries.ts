/**
 * The entries that proxies add to a header, the last one first: each proxy appends the address that it saw, so that
 * only the right end of a header comes from the site's own proxies.
 *
 * @module
 */
import { type Address, parseAddress } from "./Address.js"

/** The entries of a header. */
export interface Entries {
  readonly count: number
  /** The address of an entry, counted from the right and from 0; null for one that holds none. */
  readonly address: (index: number) => Address | null
}

/** Whether the character at a place follows an odd number of backslashes. */
const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0
  while (text[at - 1 - slashes] === "\\") slashes++
  return slashes % 2 === 1
}

/**
 * Splits at a separator outside of quoted strings, the last part first. Read from the right, an unclosed quote that a client sent
 * cannot reach into the part that a proxy appended.
 */
const splitFromRight = (text: string, separator: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let [end, quoted] = [text.length, false]
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '"' && !isEscaped(text, at)) quoted = !quoted
    else if (text[at] === separator && !quoted) {
      parts.push(text.slice(at + 1, end))
      end = at
    }
  }
  parts.push(text.slice(0, end))
  return parts
}

const unquoted = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"')
    ? value.slice(1, -1).replaceAll(/\\(.)/gs, "$1")
    : value

/** The address that an element of RFC 7239 was forwarded for; null unless it names exactly one. */
const forwardedFor = (element: string): Address | null => {
  const values = splitFromRight(element, ";").flatMap((pair) => {
    const equals = pair.indexOf("=")
    return equals > 0 && pair.slice(0, equals).trim().toLowerCase() === "for" ? [pair.slice(equals + 1).trim()] : []
  })
  const [value] = values
  return value === undefined || values.length > 1 ? null : parseAddress(unquoted(value))
}

/** No entries. */
export const noEntries: Entries = { count: 0, address: () => null }

/** The entries of a header: RFC 7239 for `forwarded`, else a list of addresses. */
export const readEntries = (name: string, value: string): Entries => {
  const isForwarded = name === "forwarded"
  const texts = isForwarded ? splitFromRight(value, ",") : value.split(",").reverse()
  const read = isForwarded ? forwardedFor : parseAddress
  // Read lazily: a client may send thousands, and most are to the left of the trusted ones.
  return { count: texts.length, address: (index) => read(texts[index] ?? "") }
}
