/** A strict reader of Prometheus' text format (version 0.0.4), written from its specification, independent of the printer. */

/** One line of values. */
export interface PageSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric with its lines. */
export interface PageFamily {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: ReadonlyArray<PageSample>
}

const escapes: Readonly<Record<string, string>> = { "\\\\": "\\", '\\"': '"', "\\n": "\n" }

const unescaped = (text: string): string => text.replace(/\\./g, (pair) => escapes[pair] ?? fail(`escape ${pair}`))

const fail = (what: string): never => {
  throw new Error(`not in Prometheus' format: ${what}`)
}

const labelsOf = (text: string): PageSample["labels"] => {
  const labels: Record<string, string> = {}
  let rest = text
  while (rest !== "") {
    const [whole = fail(rest), name = "", value = ""] =
      /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\.)*)"(?:,|$)/.exec(rest) ?? fail(rest)
    if (name in labels) fail(`label ${name} twice`)
    labels[name] = unescaped(value)
    rest = rest.slice(whole.length)
  }
  return labels
}

const special: Readonly<Record<string, number>> = {
  "+Inf": Infinity,
  "-Inf": -Infinity,
  NaN: Number.NaN,
  Nan: Number.NaN,
}

const sampleOf = (line: string): PageSample => {
  const [, name = "", , labels = "", value = ""] =
    /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? (\S+)$/.exec(line) ?? fail(line)
  const number = special[value] ?? Number(value)
  if (!(value in special) && Number.isNaN(number)) fail(line)
  return { name, labels: labelsOf(labels), value: number }
}

const suffixes: Readonly<Record<string, RegExp>> = { histogram: /^(_bucket|_sum|_count)$/, summary: /^(|_sum|_count)$/ }

/** Reads a page; throws for invalid text. */
export const readPage = (page: string): ReadonlyMap<string, PageFamily> => {
  if (!page.endsWith("\n")) fail("the last line has no line feed")
  const families = new Map<string, { name: string; help: string; type: string; samples: Array<PageSample> }>()
  let current: { name: string; help: string; type: string; samples: Array<PageSample> } | null = null
  for (const line of page.split("\n")) {
    if (line === "") continue
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/.exec(line)
    if (comment !== null) {
      const [, kind, name = "", text = ""] = comment
      if (kind === "HELP") {
        if (families.has(name)) fail(`${name} twice`)
        current = { name, help: unescaped(text), type: "", samples: [] }
        families.set(name, current)
      } else if (current?.name !== name || current.type !== "") fail(line)
      else current.type = text
      continue
    }
    const sample = sampleOf(line)
    if (current === null || !sample.name.startsWith(current.name)) return fail(`${line} has no HELP`)
    const suffix = sample.name.slice(current.name.length)
    if (!(suffixes[current.type] ?? /^$/).test(suffix)) fail(`${line} is not of a ${current.type}`)
    current.samples.push(sample)
  }
  return families
}

/** The buckets of a histogram for each combination of its other labels, in the order of the page. */
export const bucketsOf = ({ name, samples }: PageFamily) => {
  const series = new Map<string, { readonly buckets: Array<readonly [bound: number, count: number]>; count: number }>()
  for (const {
    labels: { le, ...labels },
    name: line,
    value,
  } of samples) {
    const key = JSON.stringify(Object.entries(labels).toSorted())
    const known = series.get(key) ?? { buckets: [], count: Number.NaN }
    series.set(key, known)
    if (line === `${name}_bucket`) known.buckets.push([special[le ?? ""] ?? Number(le), value])
    if (line === `${name}_count`) known.count = value
  }
  return Array.from(series.values())
}
