/**
 * JSON whose problems are named by their place only: the messages of `JSON.parse` quote the text, which may hold a key.
 *
 * @module
 */

const space = /[ \t\n\r]*/y
const text = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y
const scalar = new RegExp(`${text.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[Ee][+-]?\\d+)?|true|false|null`, "y")

/** More than any configuration has; what is nested deeper would overflow the stack, and counts as a problem. */
const mostDepth = 1_000

/** Finds where a text stops being JSON, by the grammar of RFC 8259. */
const makeScanner = (json: string) => {
  let [at, depth] = [0, 0]
  const matches = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(json)
    if (found === null) return false
    at += found[0].length
    return true
  }
  const takes = (character: string): boolean => {
    matches(space)
    if (json[at] !== character) return false
    at += 1
    return true
  }
  const member = (isObject: boolean): boolean => {
    if (!isObject) return value()
    matches(space)
    return matches(text) && takes(":") && value()
  }
  const members = (end: string): boolean => {
    if (takes(end)) return true
    do {
      if (!member(end === "}")) return false
    } while (takes(","))
    return takes(end)
  }
  const nested = (end: string): boolean => {
    depth += 1
    const isRead = depth <= mostDepth && members(end)
    depth -= 1
    return isRead
  }
  const value = (): boolean => {
    if (takes("{")) return nested("}")
    if (takes("[")) return nested("]")
    return matches(scalar)
  }
  return (): number | null => {
    const isWhole = value()
    matches(space)
    return isWhole && at === json.length ? null : at
  }
}

/** Where a text is no JSON; null for valid JSON. */
export const jsonProblemAt = (json: string): number | null => makeScanner(json)()

/** The place of an offset, as editors count. */
const placeOf = (json: string, offset: number): string => {
  const before = json.slice(0, offset).split("\n")
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`
}

/**
 * The content of a JSON file.
 *
 * @returns throws where it is invalid: the line and the column, without any text of the file
 */
export const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    const offset = jsonProblemAt(json) ?? json.length
    const what = offset === json.length ? "it ends too early" : "something unexpected"
    throw new Error(`is not valid JSON: ${what} at ${placeOf(json, offset)}`)
  }
}
