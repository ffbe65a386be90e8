// @ts-check
// The generated parts of pages, between `<!-- generated: NAME -->` and `<!-- /generated -->`: the HTTP routes
// from the OpenAPI document, the command line from `--help`, the metrics from their declarations, the presets from their rules.
// After a build, `node scripts/reference-pages.mjs --write` writes it.
import { readFileSync, writeFileSync } from "node:fs"
import { argv } from "node:process"
import { pathToFileURL } from "node:url"
import { threatRows } from "./threats.mjs"
import { fromRoot } from "./workspace.mjs"

const service = () => import(pathToFileURL(fromRoot("packages/service/dist/index.js")).href)

/** @param {unknown} value */
const cell = (value) =>
  String(value ?? "")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .replaceAll("<", "&lt;")

/** A table with columns as wide as their cells. @param {ReadonlyArray<ReadonlyArray<string>>} rows the first is its head */
export const tableOf = (rows) => {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  const [first, ...rest] = rows.map((row) => `| ${row.map((each, i) => each.padEnd(widths[i] ?? 0)).join(" | ")} |`)
  return [first, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rest].join("\n")
}

/** Headers that the introduction of the page explains. */
const common =
  /^(x-request-id|origin|host|user-agent|if-none-match|accept-encoding|x-forwarded-for|x-cs-(country|region)|cf-.*|x-vercel-.*|x-amz-.*|x-(country|region).*)$/

/** @typedef {{ readonly name: string, readonly in: string, readonly required?: boolean, readonly description?: string }} Parameter */
/** @typedef {{ readonly description?: string, readonly $ref?: string, readonly properties?: Readonly<Record<string, Schema>>, readonly required?: ReadonlyArray<string> }} Schema */
/** @typedef {{ readonly examples?: Readonly<Record<string, { readonly value: unknown }>>, readonly schema?: Schema }} Content */
/** @typedef {{ readonly description: string, readonly content?: Readonly<Record<string, Content>> }} Answer */
/** @typedef {{ readonly summary: string, readonly description?: string, readonly tags: ReadonlyArray<string>, readonly parameters?: ReadonlyArray<Parameter>, readonly security?: ReadonlyArray<object>, readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }, readonly responses: Readonly<Record<string, Answer>> }} Operation */
/** @typedef {{ readonly tags: ReadonlyArray<{ readonly name: string, readonly description: string }>, readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>, readonly components: { readonly schemas: Readonly<Record<string, Schema>> } }} Document */

const json = "application/json"

/** @param {Document} document @param {Operation} operation */
const inputsOf = (document, { parameters = [], requestBody }) => {
  const named = parameters.filter(({ in: place, name }) => place !== "header" || !common.test(name))
  const body = requestBody?.content[json]?.schema
  const schema = body?.$ref === undefined ? body : document.components.schemas[body.$ref.split("/").at(-1) ?? ""]
  return [
    ...named.map((each) => [`\`${each.name}\``, each.in, each.required === true ? "yes" : "", cell(each.description)]),
    ...Object.entries(schema?.properties ?? {}).map(([name, { description }]) => [
      `\`${name}\``,
      "body",
      schema?.required?.includes(name) === true ? "yes" : "",
      cell(description),
    ]),
  ]
}

/** @param {ReadonlyArray<object> | undefined} security */
const keyOf = (security) => {
  if (security === undefined) return ""
  return security.some((each) => Object.keys(each).length === 0) ? "API key: optional." : "API key: required."
}

/**
 * JSON on one line, with spaces where the formatter of the pages has them.
 *
 * @param {unknown} value
 * @returns {string}
 */
const lineOf = (value) => {
  if (Array.isArray(value)) return `[${value.map(lineOf).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${lineOf(each)}`)
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`
}

/**
 * JSON with what fits on a line on one line.
 *
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
const compactJson = (value, indent = "") => {
  const line = lineOf(value)
  if (typeof value !== "object" || value === null || indent.length + line.length <= 100) return line
  const inner = `${indent}  `
  const members = Array.isArray(value)
    ? value.map((each) => compactJson(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${compactJson(each, inner)}`)
  const [open, close] = Array.isArray(value) ? "[]" : "{}"
  return `${open}\n${members.map((each) => `${inner}${each}`).join(",\n")}\n${indent}${close}`
}

/** @param {unknown} value */
const shownJson = (value) => {
  const text = compactJson(value)
  return text.split("\n").length > 60 ? null : `\`\`\`json\n${text}\n\`\`\``
}

/** Texts as they are but for the ends of lines, all else as JSON. @param {string} type @param {unknown} value */
const shown = (type, value) =>
  type.startsWith("text/") && typeof value === "string"
    ? `\`\`\`text\n${value.trimEnd().replaceAll("\r\n", "\n")}\n\`\`\``
    : shownJson(value)

/** The first example of each form that an answer has. @param {Readonly<Record<string, Content>>} content */
const examplesIn = (content) =>
  Object.entries(content).flatMap(([type, { examples = {} }]) => {
    const [first] = Object.values(examples)
    const text = first === undefined ? null : shown(type, first.value)
    return text === null ? [] : [type === json ? "Response:" : `Response, as \`${type}\`:`, text]
  })

/** @param {Document} document @param {string} method @param {string} path @param {Operation} operation */
const routeSection = (document, method, path, operation) => {
  const inputs = inputsOf(document, operation)
  const example = Object.values(operation.requestBody?.content[json]?.examples ?? {})[0]
  const request = example === undefined ? null : shownJson(example.value)
  return [
    `### \`${method.toUpperCase()} ${path}\``,
    `${operation.summary}. ${keyOf(operation.security)}`.trim(),
    ...(operation.description === undefined ? [] : [operation.description.replaceAll("<", "&lt;")]),
    ...(inputs.length === 0 ? [] : [tableOf([["Input", "In", "Required", "Meaning"], ...inputs])]),
    ...(request === null ? [] : ["Request:", request]),
    ...examplesIn(operation.responses["200"]?.content ?? {}),
    tableOf([
      ["Status", "Response"],
      // 4XX stands for what a proxy or the HTTP server answers instead.
      ...Object.entries(operation.responses)
        .filter(([status]) => status !== "4XX")
        .map(([status, { description }]) => [status, cell(description)]),
    ]),
  ].join("\n\n")
}

/** `vendorLists` as a heading: Vendor lists. @param {string} name */
const titleOf = (name) => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Every route, by the groups of the OpenAPI document. */
const httpRoutes = async () => {
  const { createConsentService } = await service()
  const instance = createConsentService({ database: "sqlite::memory:", gvl: {} })
  /** @type {Document} */
  const document = await (await instance.handler(new Request("http://localhost/spec.json"))).json()
  await instance.dispose()
  return document.tags
    .map(({ description, name }) => {
      const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations)
          .filter(([, operation]) => operation.tags.includes(name))
          .map(([method, operation]) => routeSection(document, method, path, operation)),
      )
      return [`## ${titleOf(name)}`, `${description}.`, ...routes].join("\n\n")
    })
    .join("\n\n")
}

/** What `consent-service COMMAND --help` prints. @param {ReadonlyArray<string>} args */
export const helpOf = async (...args) => {
  const { runCli } = await import(pathToFileURL(fromRoot("packages/service/dist/cli/Cli.js")).href)
  /** @type {Array<string>} */
  const lines = []
  const print = (/** @type {string} */ line) => void lines.push(line)
  await runCli([...args, "--help"], { out: print, error: print })
  return lines.join("\n")
}

/** The commands that the overview lists, such as `serve` and `subject show`. @param {string} overview */
export const commandsIn = (overview) =>
  Array.from(overview.matchAll(/^ {2}((?:[a-z-]+ )?[a-z-]+) {2,}/gm), ([, name = ""]) => name)

/** What `--help` prints, for every command that it lists. */
const commandLine = async () => {
  const overview = await helpOf()
  const sections = await Promise.all(
    commandsIn(overview).map(
      async (name) => `## \`${name}\`\n\n\`\`\`text\n${await helpOf(...name.split(" "))}\n\`\`\``,
    ),
  )
  return [`\`\`\`text\n${overview}\n\`\`\``, ...sections].join("\n\n")
}

/** @typedef {{ readonly match: { readonly countries?: ReadonlyArray<string>, readonly regions?: ReadonlyArray<{ readonly country: string, readonly region: string }>, readonly regionFallbacks?: ReadonlyArray<string>, readonly fallback?: boolean, readonly isDefault?: boolean }, readonly model: string, readonly prompt: string, readonly privacySignals?: { readonly gpc?: { readonly denyCategories: ReadonlyArray<string> } } }} Rule */

/** @param {Rule["match"]} match */
const placesOf = ({ countries = [], fallback, isDefault, regionFallbacks = [], regions = [] }) => {
  const [first] = regions
  return [
    ...(countries.length > 3 ? [`${countries.length} countries`] : countries),
    ...(regions.length > 3
      ? [`${regions.length} regions of ${first?.country}`]
      : regions.map(({ country, region }) => `${country}-${region}`)),
    ...regionFallbacks.map((country) => `${country} without a known region`),
    ...(fallback === true ? ["unknown location"] : []),
    ...(isDefault === true ? ["all other countries"] : []),
  ].join(", ")
}

/** A row for each preset. */
const presets = async () => {
  const { policyPresets } = await service()
  /** @type {ReadonlyArray<readonly [string, () => Rule]>} */
  const all = Object.entries(policyPresets)
  const rows = all.map(([name, preset]) => {
    const { match, model, privacySignals, prompt } = preset()
    return [`\`${name}\``, placesOf(match), model, prompt, privacySignals?.gpc?.denyCategories.join(", ") ?? ""]
  })
  return tableOf([["Preset", "Places", "Model", "Prompt", "GPC denies"], ...rows])
}

/** @typedef {{ readonly name: string, readonly type: "counter" | "histogram" | "gauge", readonly help: string, readonly alert: string | null, readonly labels: ReadonlyArray<string> }} Metric */

const metricsTable = async () => {
  /** @type {{ readonly metrics: Readonly<Record<string, Metric>> }} */
  const { metrics } = await import(pathToFileURL(fromRoot("packages/service/dist/metrics/Metrics.js")).href)
  const { prometheusLabel, prometheusName } = await import(
    pathToFileURL(fromRoot("packages/service/dist/prometheus/Names.js")).href
  )
  const rows = Object.values(metrics).map((metric) => {
    const { alert, help, labels, name, type } = metric
    return [
      `\`${prometheusName(metric)}\``,
      type === "gauge" ? "–" : `\`${name}\``,
      type,
      labels.map((label) => `\`${prometheusLabel(label)}\``).join(", "),
      cell(help),
      cell(alert ?? ""),
    ]
  })
  return tableOf([["Prometheus", "OpenTelemetry", "Type", "Labels", "What it is", "Look when"], ...rows])
}

const threatsTable = async () => tableOf([["Threat", "What the service does", "Test", "What is left"], ...threatRows()])

/** @type {ReadonlyArray<{ readonly path: string, readonly name: string, readonly generate: () => Promise<string> }>} */
const pages = [
  { path: "docs/reference/http.md", name: "routes", generate: httpRoutes },
  { path: "docs/reference/cli.md", name: "commands", generate: commandLine },
  { path: "docs/reference/metrics.md", name: "metrics", generate: metricsTable },
  { path: "docs/policies/presets.md", name: "presets", generate: presets },
  { path: "SECURITY.md", name: "threats", generate: threatsTable },
]

/**
 * A page with its generated part replaced.
 *
 * @param {string} text @param {string} name @param {string} content
 */
export const withGenerated = (text, name, content) => {
  const [begin, end] = [`<!-- generated: ${name} -->`, "<!-- /generated -->"]
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)]
  if (start < 0 || stop < start) throw new Error(`the page has no place for '${name}'`)
  return `${text.slice(0, start)}${begin}\n\n${content}\n\n${text.slice(stop)}`
}

/** Every page with a generated part: as it is, and as it must be. */
export const compareReferencePages = () =>
  Promise.all(
    pages.map(async ({ generate, name, path }) => {
      const written = readFileSync(fromRoot(path), "utf8")
      return { path, written, generated: withGenerated(written, name, await generate()) }
    }),
  )

if (argv[1] === fromRoot("scripts/reference-pages.mjs")) {
  for (const { generated, path, written } of await compareReferencePages()) {
    if (argv.includes("--write")) writeFileSync(fromRoot(path), generated)
    else if (generated !== written) {
      console.error(`${path} is out of date; \`node scripts/reference-pages.mjs --write\` writes it`)
      process.exitCode = 1
    }
  }
}
