/**
 * `consent-service init`: writes a first configuration into a project, and never over a file that is there.
 *
 * @module
 */
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { type Framework, frameworkOf, frameworks, isFramework } from "../scaffold/Framework.js"
import { type Scaffold, scaffold, type ScaffoldedFile } from "../scaffold/Scaffold.js"
import { type Command, type CommandResult, usageError } from "./Command.js"

const newKey = (): string => randomBytes(32).toString("base64")

/** The names of all dependencies of the project in a folder; null where its package.json cannot be read. */
const dependenciesIn = (folder: string): ReadonlyArray<string> | null => {
  const path = join(folder, "package.json")
  if (!existsSync(path)) return []
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, "utf8"))
    if (typeof manifest !== "object" || manifest === null) return null
    const members: Readonly<Record<string, unknown>> = { ...manifest }
    return ["dependencies", "devDependencies"].flatMap((key) => Object.keys(members[key] ?? {}))
  } catch {
    return null
  }
}

const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EEXIST"

/** Creates a file; false when there is one by that name. */
const create = (folder: string, { content, isSecret = false, path }: ScaffoldedFile): boolean => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, content, { flag: "wx", mode: isSecret ? 0o600 : 0o644 })
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/** What a kept file of variables may lack. The keys are fresh, so they may be shown: no file has them yet. */
const envLines = (file: ScaffoldedFile): ReadonlyArray<string> => [
  `\nAdd to your ${file.path} what it lacks:\n`,
  ...file.content
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`),
]

/** Whether .gitignore has a line for a file of variables: its name, or a pattern such as `.env*` or `.env*.local`. */
const isIgnored = (folder: string, file: string): boolean => {
  const path = join(folder, ".gitignore")
  if (!existsSync(path)) return false
  const lines = readFileSync(path, "utf8").split(/\r?\n/)
  return lines.some((line) => {
    const [start = "", ...rest] = line.trim().replace(/^\//, "").split("*")
    const end = rest.at(-1)
    return end === undefined
      ? start === file
      : rest.length === 1 && start.startsWith(".env") && file.startsWith(start) && file.endsWith(end)
  })
}

const indented = (code: string): string =>
  code
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n")

interface Outcome {
  readonly framework: Framework
  readonly created: ReadonlyArray<string>
  readonly kept: ReadonlyArray<string>
}

const report = (folder: string, { commands, files, pastes }: Scaffold, outcome: Outcome): ReadonlyArray<string> => {
  const secret = files.find(({ isSecret }) => isSecret)
  const keptEnv = secret !== undefined && outcome.kept.includes(secret.path) ? secret : undefined
  return [
    ...outcome.created.map((path) => `created  ${path}`),
    ...outcome.kept.map((path) => `kept     ${path} (it exists)`),
    ...(keptEnv === undefined ? [] : envLines(keptEnv)),
    ...(secret === undefined || isIgnored(folder, secret.path)
      ? []
      : [`\nAdd ${secret.path} to .gitignore: it holds keys.`]),
    ...pastes.map(({ code, where }) => `\nPaste ${where}:\n\n${indented(code)}`),
    `\nThen run:\n\n${indented(commands.join("\n"))}`,
  ]
}

/** The command. */
export const init: Command = {
  name: "init",
  synopsis: "init [FOLDER] [--framework NAME] [--json]",
  summary: "write a first configuration, policy and keys into a project; existing files are kept",
  options: {
    framework: { type: "string", help: `${frameworks.join(", ")}; by package.json when left out` },
  },
  run: (given): CommandResult => {
    if (given.positionals.length > 1) return usageError("expected one FOLDER at most")
    const folder = resolve(given.positionals[0] ?? ".")
    if (!existsSync(folder)) return usageError(`there is no folder ${folder}`)
    const named = given.value("framework")
    if (named !== null && !isFramework(named)) return usageError(`--framework takes one of ${frameworks.join(", ")}`)
    const dependencies = dependenciesIn(folder)
    if (dependencies === null) return usageError(`${join(folder, "package.json")} is not a JSON object`)
    const framework = named ?? frameworkOf(dependencies)
    const plan = scaffold({
      framework,
      isInSrc: existsSync(join(folder, "src", "app")),
      keys: { apiKey: newKey(), policyKey: newKey() },
    })
    const written = plan.files.map((file) => ({ path: file.path, isNew: create(folder, file) }))
    const outcome: Outcome = {
      framework,
      created: written.filter(({ isNew }) => isNew).map(({ path }) => path),
      kept: written.filter(({ isNew }) => !isNew).map(({ path }) => path),
    }
    return {
      ok: true,
      data: { ...outcome, paste: plan.pastes, run: plan.commands },
      lines: report(folder, plan, outcome),
    }
  },
}
