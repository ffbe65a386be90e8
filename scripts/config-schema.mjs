// @ts-check
// The JSON Schema of consent.config.{json,yaml}, by which editors complete it: made of the option schemas and their
// docstrings. After a build, `node scripts/config-schema.mjs --write` writes it.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { argv } from "node:process"
import { fileURLToPath, pathToFileURL } from "node:url"
import { optionRows } from "./options-table.mjs"
import { fromRoot } from "./workspace.mjs"

/** @typedef {Awaited<ReturnType<typeof optionRows>>[number]} Row */
/** @typedef {{ readonly path: ReadonlyArray<string>, readonly forms: ReadonlyArray<string>, readonly words: ReadonlyArray<string> }} Leaf */
/** @typedef {{ [name: string]: unknown }} Json */

const file = fromRoot("packages/service/config.schema.json")

/** Options that are documents: the service checks what is in them. @type {Readonly<Record<string, Json>>} */
const documents = {
  "manifest.policyRules": { type: "array", items: { type: "object" } },
  "manifest.customTranslations": { type: "object" },
  "manifest.i18n": { type: "object" },
  "manifest.iab.customVendors": { type: "array", items: { type: "object" } },
  "manifest.vendors": { type: "array", items: { type: "object" } },
  "gvl.bundled": { type: "object" },
  "openapi.servers": { type: "array", items: { type: "object" } },
  "openapi.security": { type: "array", items: { type: "object" } },
  "openapi.securitySchemes": { type: "object" },
  "script.config": { type: "object" },
  "telemetry.defaultAttributes": { type: "object" },
}

/** What can be written for more than its form says. @type {Readonly<Record<string, Json>>} */
const besides = {
  database: { type: "object" },
  trustedProxies: { type: "string", enum: ["private"] },
}

/** @type {Readonly<Record<string, Json>>} */
const typeOf = {
  text: { type: "string" },
  number: { type: "number" },
  flag: { type: "boolean" },
  texts: { type: "array", items: { type: "string" } },
  numbers: { type: "array", items: { type: "number" } },
}

/** @param {string} name @param {Leaf | undefined} leaf @returns {Json | null} */
const valueOf = (name, leaf) => {
  const document = documents[name]
  if (document !== undefined) return document
  if (leaf === undefined) return null
  const forms = leaf.forms.map((form) =>
    form === "text" && leaf.words.length > 0 ? { type: "string", enum: leaf.words } : (typeOf[form] ?? {}),
  )
  const all = name in besides ? [...forms, besides[name]] : forms
  return all.length === 1 ? { ...all[0] } : { anyOf: all }
}

/** Options that cannot be JSON, such as functions, are left out. @param {ReadonlyArray<Row>} rows @param {ReadonlyMap<string, Leaf>} leaves */
const schemaOf = (rows, leaves) => {
  const names = [...rows.map(({ name }) => name), ...leaves.keys()]
  /** @type {(prefix: string) => Json} */
  const membersOf = (prefix) =>
    Object.fromEntries(
      Array.from(
        new Set(
          names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split(".")[0] ?? ""),
        ),
      )
        .map((member) => /** @type {const} */ ([member, memberOf(`${prefix}${member}`)]))
        .filter(([, schema]) => schema !== null),
    )
  /** @type {(name: string) => Json | null} */
  const memberOf = (name) => {
    const row = rows.find((each) => each.name === name)
    const value = valueOf(name, leaves.get(name))
    const members = documents[name] === undefined ? membersOf(`${name}.`) : {}
    const group =
      Object.keys(members).length === 0 ? null : { type: "object", properties: members, additionalProperties: false }
    const schema = group !== null && value !== null ? { anyOf: [value, group] } : (group ?? value)
    if (schema === null) return null
    const description =
      row === undefined ? {} : { description: `${row.meaning} Default: ${row.byDefault.replaceAll("`", "")}.` }
    return { ...description, ...schema }
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of consent-service serve",
    type: "object",
    properties: { $schema: { type: "string" }, ...membersOf("") },
    additionalProperties: false,
  }
}

/** The file as it is, and as it must be. @param {ReadonlyArray<Row>} rows - of {@link optionRows} */
export const compareSchema = async (rows) => {
  const built = pathToFileURL(fromRoot("packages/service/dist/server/OptionLeaves.js")).href
  const { optionLeaves } = await import(built)
  /** @type {ReadonlyArray<Leaf>} */
  const all = optionLeaves
  const leaves = new Map(all.map((leaf) => [leaf.path.join("."), leaf]))
  const generated = `${JSON.stringify(schemaOf(rows, leaves), null, 2)}\n`
  return { generated, written: existsSync(file) ? readFileSync(file, "utf8") : "" }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const { generated, written } = await compareSchema(await optionRows())
  if (argv.includes("--write")) writeFileSync(file, generated)
  else if (generated !== written) {
    console.error(
      "packages/service/config.schema.json is out of date; `node scripts/config-schema.mjs --write` writes it",
    )
    process.exitCode = 1
  }
}
