/**
 * Which statements reach rows of other tenants: reads the text of a statement with what is bound to it, and names each table
 * of tenants that has no condition on its tenant.
 */

/** A word, an operator or a placeholder; names without quotes, in lower case. */
interface Token {
  readonly text: string
  /** What is bound to a placeholder. */
  readonly bound?: unknown
}

/** What is between two parentheses. */
type Group = ReadonlyArray<Token | Group>

/** A statement as it was sent. */
export interface Sent {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

const isGroup = (node: Token | Group | undefined): node is Group => Array.isArray(node)

const isToken = (node: Token | Group): node is Token => !isGroup(node)

const name = '[`"]?[A-Za-z_]\\w*[`"]?'

const tokens = new RegExp(`'(?:[^']|'')*'|${name}(?:\\.${name})*|\\$\\d+|\\?|<>|<=|>=|!=|::|[^\\s]`, "g")

const parse = ({ parameters, text }: Sent): Group => {
  let placeholders = 0
  const open: Array<Array<Token | Group>> = [[]]
  for (const [found] of text.matchAll(tokens)) {
    const inner = open.at(-1) ?? []
    if (found === "(") open.push([])
    else if (found === ")") open.at(-2)?.push(open.pop() ?? [])
    else if (found === "?") inner.push({ text: found, bound: parameters[placeholders++] })
    else if (/^\$\d/.test(found)) inner.push({ text: found, bound: parameters[Number(found.slice(1)) - 1] })
    else inner.push({ text: found.replaceAll(/["`]/g, "").toLowerCase() })
  }
  return open[0] ?? []
}

/** The parts of a union. */
const partsOf = (group: Group): ReadonlyArray<Group> => {
  const parts: Array<Array<Token | Group>> = [[]]
  for (const node of group) {
    if (isToken(node) && /^(union|except|intersect)$/.test(node.text)) parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts
}

/** A table in a part of a statement. */
interface Place {
  readonly table: string
  /** The name that its columns are qualified with. */
  readonly as: string
  readonly isTarget: boolean
  /** The list of columns of an insert. */
  readonly columns: Group
}

const keywords = /^(where|on|set|cross|left|inner|join|order|limit|group|values|select|for|using|not|and|returning|,)$/

const placesIn = (part: Group, tables: ReadonlySet<string>): ReadonlyArray<Place> =>
  part.flatMap((node, at): ReadonlyArray<Place> => {
    const [before, next, second] = [part[at - 1], part[at + 1], part[at + 2]]
    if (isGroup(node) || !tables.has(node.text)) return []
    const introduced = before !== undefined && isToken(before) ? before.text : ""
    const alias = next !== undefined && isToken(next) && next.text === "as" ? second : next
    const named = alias !== undefined && isToken(alias) && /^\w+$/.test(alias.text) && !keywords.test(alias.text)
    const columns = isGroup(next) ? next : []
    return [{ table: node.text, as: named ? alias.text : node.text, isTarget: introduced === "into", columns }]
  })

/** Where conditions begin: `on conflict` is none. */
const conditionsOf = (part: Group): Group => {
  const start = part.findIndex((node, at) => {
    const next = part[at + 1]
    if (isGroup(node)) return false
    return node.text === "where" || (node.text === "on" && !(next && isToken(next) && next.text === "conflict"))
  })
  return start === -1 ? [] : part.slice(start)
}

/** Both sides of each equation. */
const equationsIn = (conditions: Group): ReadonlyArray<readonly [Token, Token]> =>
  conditions.flatMap((node, at) => {
    const [left, right] = [conditions[at - 1], conditions[at + 1]]
    const isEquation = isToken(node) && node.text === "="
    return isEquation && left && right && isToken(left) && isToken(right)
      ? [
          [left, right],
          [right, left],
        ]
      : []
  })

/** The names whose rows are those of the tenant. */
const boundNames = (places: ReadonlyArray<Place>, conditions: Group, tenant: string): ReadonlySet<string> => {
  const names = new Set(places.map(({ as }) => as))
  const [only] = names.size === 1 ? names : []
  /** Whose tenant a side of an equation is. */
  const ownerOf = ({ text }: Token): string | undefined => {
    const [, owner = only] = /^(?:(\w+)\.)?tenant$/.exec(text) ?? [undefined, ""]
    return owner
  }
  const bound = new Set<string>()
  const isBound = (side: Token): boolean => {
    if ("bound" in side) return side.bound === tenant
    const [owner, ...column] = side.text.split(".")
    if (owner === undefined || column.length === 0) return false
    // Rows of values, which SQLite numbers, or of a query around this one.
    return names.has(owner) ? bound.has(owner) && column[0] === "tenant" : /^(tenant|column\d+)$/.test(column.join("."))
  }
  // Each equation may follow from the others.
  for (const _ of names) {
    for (const [side, other] of equationsIn(conditions)) {
      const owner = ownerOf(side)
      if (owner !== undefined && names.has(owner) && isBound(other)) bound.add(owner)
    }
  }
  return bound
}

const hasText = (group: Group, text: string): boolean => group.some((node) => isToken(node) && node.text === text)

const problemsOf = (group: Group, tables: ReadonlySet<string>, tenant: string): ReadonlyArray<string> => {
  const own = partsOf(group).flatMap((part) => {
    const places = placesIn(part, tables)
    const read = places.filter(({ isTarget }) => !isTarget)
    const conditions = conditionsOf(part)
    const bound = boundNames(read, conditions, tenant)
    const either = read.length > 0 && hasText(conditions, "or") ? ["a condition that `or` makes optional"] : []
    return [
      ...read.filter(({ as }) => !bound.has(as)).map(({ table }) => `no condition on the tenant of ${table}`),
      ...places
        .filter(({ columns, isTarget }) => isTarget && !hasText(columns, "tenant"))
        .map(({ table }) => `no tenant for the rows of ${table}`),
      ...either,
    ]
  })
  return [...own, ...group.flatMap((node) => (isGroup(node) ? problemsOf(node, tables, tenant) : []))]
}

const placesWithin = (group: Group, tables: ReadonlySet<string>): ReadonlyArray<Place> => [
  ...partsOf(group).flatMap((part) => placesIn(part, tables)),
  ...group.flatMap((node) => (isGroup(node) ? placesWithin(node, tables) : [])),
]

/** The tables of tenants in a statement, in the order of its text. */
export const tablesIn = (sent: Sent, tables: ReadonlySet<string>): ReadonlyArray<string> =>
  placesWithin(parse(sent), tables).map(({ table }) => table)

/** What lets a statement reach rows of another tenant; nothing for one that reads and writes this tenant's rows only. */
export const tenantProblems = (sent: Sent, tables: ReadonlySet<string>, tenant: string): ReadonlyArray<string> => {
  const group = parse(sent)
  if (placesWithin(group, tables).length === 0) return []
  const isBound = sent.parameters.flat().includes(tenant)
  return [...(isBound ? [] : ["the tenant is not bound"]), ...problemsOf(group, tables, tenant)]
}

const compared = /([`"]?)\btenant\b[`"]?(?=\s*=)/g
const comparedWith = /(?<==\s*\w+\.)([`"]?)\btenant\b[`"]?/g
const listed = /(?<=\binto\s+\S+\s*\([^)]*)([`"]?)\btenant\b[`"]?/

/** The statement as often as it names a tenant in a condition or a list of inserted columns, each time with another column there. */
export const withoutEach = ({ parameters, text }: Sent): ReadonlyArray<Sent> => {
  const at = [
    ...text.matchAll(compared),
    ...text.matchAll(comparedWith),
    ...(listed.exec(text) ? [listed.exec(text)] : []),
  ]
  return at.flatMap((match) =>
    match === null
      ? []
      : [{ parameters, text: `${text.slice(0, match.index)}id${text.slice(match.index + match[0].length)}` }],
  )
}
