/**
 * Options from variables of the environment: each has the name of its option, as `CONSENT_LIMITS_MAX_BODY_BYTES` has
 * that of `limits.maxBodyBytes`. A name with `_FILE` behind it names a file that holds the value, as secrets come in
 * containers.
 *
 * @module
 */
import type { ConfigurationIssue } from "../configuration/ConsentConfigurationError.js"
import { nearest } from "../options/Nearest.js"
import { shortened } from "../options/Shortened.js"
import { isSecretName } from "../options/ShownOptions.js"
import { codeOf } from "../thrown/Thrown.js"
import type { LeafForm, OptionLeaf } from "./OptionLeaves.js"

/** A value and its source. */
export interface SaidValue {
  readonly path: ReadonlyArray<string>
  readonly value: unknown
  /** The variable's name. */
  readonly source: string
}

/** What variables say. */
export interface SaidValues {
  readonly values: ReadonlyArray<SaidValue>
  readonly issues: ReadonlyArray<ConfigurationIssue>
  /** The dotted names of options whose variable names a file that cannot be read. */
  readonly unread: ReadonlyArray<string>
  /** The files that variables name. */
  readonly files: ReadonlyArray<string>
  /** Variables that start with `CONSENT_` but name no option, each with the probable name, or null. */
  readonly unknown: ReadonlyArray<{ readonly name: string; readonly meant: string | null }>
}

/** Variables by name, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>

const prefix = "CONSENT_"

/** The variable of an option. */
export const variableOf = (path: ReadonlyArray<string>): string =>
  prefix + path.map((name) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase()).join("_")

/** Other names of variables: those that platforms give to every program, and short ones. */
const otherNames: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["CONSENT_DATABASE", ["DATABASE_URL"]],
  ["CONSENT_API_KEYS", ["CONSENT_API_KEY"]],
  ["CONSENT_POLICY_SNAPSHOT_SIGNING_KEY", ["CONSENT_POLICY_KEY"]],
  ["CONSENT_SERVER_PORT", ["CONSENT_PORT", "PORT"]],
  ["CONSENT_SERVER_HOST", ["CONSENT_HOST"]],
])

/**
 * Kubernetes sets these in every container next to a Service whose name starts with `consent`, with addresses such
 * as `tcp://10.0.0.1:80`.
 */
const isServiceLink = (name: string, value: string): boolean =>
  /^CONSENT_([A-Z0-9_]+_)?(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT(_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)$/.test(
    name,
  ) &&
  (/^(tcp|udp):\/\//.test(value) || name.includes("_SERVICE_") || /_(TCP|UDP)(_|$)/.test(name))

const expectations: Readonly<Record<LeafForm, string>> = {
  text: "a text",
  number: "a number",
  flag: "true or false",
  texts: "texts with commas between them",
  numbers: "numbers with commas between them",
}

const items = (text: string): ReadonlyArray<string> =>
  text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "")

const numberIn = (text: string): number | undefined => {
  const number = Number(text)
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number
}

const flags = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
])

/** How each type reads a string; undefined for invalid ones. */
const readers: Readonly<Record<LeafForm, (text: string) => unknown>> = {
  text: (text) => text,
  number: numberIn,
  flag: (text) => flags.get(text.trim().toLowerCase()),
  texts: items,
  numbers: (text) => {
    const numbers = items(text).map(numberIn)
    return numbers.includes(undefined) ? undefined : numbers
  },
}

/** The strictest first: `5` is a number where numbers are allowed, `private` a string. */
const strictness: ReadonlyArray<LeafForm> = ["flag", "number", "numbers", "text", "texts"]

const readAs = (forms: ReadonlyArray<LeafForm>, text: string): unknown => {
  for (const form of strictness) {
    const value = forms.includes(form) ? readers[form](text) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** `trustedProxies` takes a single word or a list. */
const words: Readonly<Record<string, ReadonlySet<string>>> = { trustedProxies: new Set(["private"]) }

const valueOf = ({ forms, path }: OptionLeaf, text: string): unknown =>
  words[path.join(".")]?.has(text.trim()) === true ? text.trim() : readAs(forms, text)

/** The value of a variable, and its source. */
export interface Said {
  readonly text: string
  readonly source: string
  readonly isOfFile: boolean
}

const namesFile = "names the file "

/** Why a file cannot be read, and the fix, by the code of the system. */
const unreadable: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", "which does not exist; create it, or correct the path"],
  ["EACCES", "which this user may not read; change its permissions"],
  ["EISDIR", "which is a directory; name the file in it that holds the value"],
])

/** Whether an issue is about a file that a variable names and that cannot be read. */
export const isUnreadableFile = ({ message }: ConfigurationIssue): boolean => message.startsWith(namesFile)

/** Reads the file that `NAME_FILE` names. A trailing line break comes from the editor and is not part of the secret. */
const fromFile = (name: string, path: string, readFile: (path: string) => string): Said | ConfigurationIssue => {
  try {
    return { text: readFile(path).replace(/\r?\n$/, ""), source: `${name} (${path})`, isOfFile: true }
  } catch (error) {
    const code = codeOf(error)
    const why = unreadable.get(code) ?? `which cannot be read${typeof code === "string" ? `: ${code}` : ""}`
    return { option: name, message: `${namesFile}${path}, ${why}` }
  }
}

/** The value of one variable, or of its file; null where it is missing, an issue where its file cannot be read. */
export const saidBy = (
  name: string,
  variables: Variables,
  readFile: (path: string) => string,
): Said | ConfigurationIssue | null => {
  const inline = variables[name] ?? ""
  const file = variables[`${name}_FILE`] ?? ""
  if (inline !== "" && file !== "") return { option: name, message: `and ${name}_FILE are both set; unset one` }
  if (file !== "") return fromFile(`${name}_FILE`, file, readFile)
  return inline === "" || isServiceLink(name, inline) ? null : { text: inline, source: name, isOfFile: false }
}

/** What came, to find the mistake by; nothing of a secret, nor of a file, which may be another one than was meant. */
const came = ({ path }: OptionLeaf, { isOfFile, text }: Said): string =>
  isOfFile || path.some(isSecretName) ? "" : `, got ${JSON.stringify(shortened(text, 40))}`

const valueIn = (leaf: OptionLeaf, said: Said): SaidValue | ConfigurationIssue => {
  const { source, text } = said
  const value = valueOf(leaf, text)
  if (value !== undefined) return { path: leaf.path, value, source }
  const expected = leaf.forms.map((form) => expectations[form]).join(", or ")
  return { option: source, message: `must be ${expected}${came(leaf, said)}` }
}

/**
 * Reads the options that variables set. An empty variable counts as left out.
 *
 * @param readFile - reads a file as text; throws when it cannot
 */
export const readVariables = (
  leaves: ReadonlyArray<OptionLeaf>,
  variables: Variables,
  readFile: (path: string) => string,
): SaidValues => {
  const names = new Map(leaves.map((leaf) => [variableOf(leaf.path), leaf]))
  const values: Array<SaidValue> = []
  const issues: Array<ConfigurationIssue> = []
  const unread: Array<string> = []
  for (const [name, leaf] of names) {
    const all = [name, ...(otherNames.get(name) ?? [])].map((each) => saidBy(each, variables, readFile))
    const said = all.find((each) => each !== null) ?? null
    const found = said === null || "message" in said ? said : valueIn(leaf, said)
    if (found === null) continue
    if ("message" in found && isUnreadableFile(found)) unread.push(leaf.path.join("."))
    if ("message" in found) issues.push(found)
    else values.push(found)
  }
  const known = new Set([...names.keys(), ...Array.from(otherNames.values()).flat()])
  const unknown = Object.entries(variables)
    .filter(([name, value = ""]) => name.startsWith(prefix) && value !== "" && !isServiceLink(name, value))
    .filter(([name]) => !known.has(name) && !known.has(name.replace(/_FILE$/, "")))
    .map(([name]) => ({ name, meant: nearest(name, names.keys()) }))
  const files = Array.from(known, (name) => variables[`${name}_FILE`] ?? "").filter((path) => path !== "")
  return { values, issues, unread, files, unknown }
}
