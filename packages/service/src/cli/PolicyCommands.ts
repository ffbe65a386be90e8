/**
 * `consent-service policy …`: rules checked, proven, compared and tried before they go live, on a developer's machine
 * or in a pull request's checks.
 *
 * @module
 */
import { resolveVisitor, unknownVisitor } from "@consent-service/core/visitor"
import { diffPolicyRules, type Finding, placeIssues, provePolicyRules } from "@consent-service/core/policy/prove"
import { inspectPolicyRules } from "@consent-service/core/policy"
import { compileManifest } from "@consent-service/core/manifest"
import * as Either from "effect/Either"
import { readFile } from "node:fs/promises"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"
import { type PolicyFile, readPolicyFile } from "./PolicyFile.js"
import { diffLines, inspectionLines, proofLines, resolutionLines } from "./PolicyReport.js"
import { fileReasonOf, messageOf } from "../thrown/Thrown.js"

const iabOptions = {
  iab: { type: "boolean", help: "assume that IAB support is on" },
  "no-iab": { type: "boolean", help: "assume that IAB support is off" },
} as const

/** Whether IAB support is on: what the command line says, else what the file says. */
const iabSetting = ({ flags }: Given, file: PolicyFile): { readonly iabEnabled: boolean | undefined } => ({
  iabEnabled: flags.has("iab") ? true : flags.has("no-iab") ? false : file.iabEnabled,
})

const withFile = async (
  given: Given,
  use: (file: PolicyFile) => CommandResult | Promise<CommandResult>,
): Promise<CommandResult> => {
  const [path] = given.positionals
  if (path === undefined || given.positionals.length > 1) return usageError("expected one file")
  const file = await readPolicyFile(path)
  return Either.isLeft(file) ? usageError(file.left) : use(file.right)
}

const check: Command = {
  name: "policy check",
  synopsis: "policy check FILE [--iab | --no-iab] [--json]",
  summary: "report every error and warning in policy rules",
  options: iabOptions,
  run: (given) =>
    withFile(given, (file) => {
      const inspection = inspectPolicyRules(file.rules, iabSetting(given, file))
      return { ok: inspection.errors.length === 0, data: inspection, lines: inspectionLines(inspection) }
    }),
}

const statementsIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))

const readStatementFile = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: unknown) => {
    throw new Error(`--statements ${path}: ${fileReasonOf(error)}`, { cause: error })
  })

const readStatements = async (given: Given): Promise<Either.Either<ReadonlyArray<string>, string>> => {
  try {
    const texts = await Promise.all(given.values("statements").map(readStatementFile))
    return Either.right([...texts.flatMap(statementsIn), ...given.values("statement")])
  } catch (error) {
    return Either.left(messageOf(error))
  }
}

const allowable: ReadonlyArray<Finding["kind"]> = ["unreachable", "shadowed", "unknown-country", "uncovered"]

const prove: Command = {
  name: "policy prove",
  synopsis: "policy prove FILE [--statement TEXT]... [--statements FILE] [--allow KIND]... [--iab | --no-iab] [--json]",
  summary: "check policy rules against every possible visitor",
  options: {
    statement: { type: "string", help: "a requirement, such as 'EEA and UK => model is opt-in'; may be repeated" },
    statements: { type: "string", help: "a file of statements, one per line; # starts a comment" },
    allow: { type: "string", help: `a kind of finding to accept: ${allowable.join(", ")}; may be repeated` },
    ...iabOptions,
  },
  run: async (given) => {
    const statements = await readStatements(given)
    if (Either.isLeft(statements)) return usageError(statements.left)
    const allowed = given.values("allow")
    const unknown = allowed.filter((kind) => !allowable.some((one) => one === kind))
    if (unknown.length > 0) return usageError(`--allow ${unknown.join(", ")}: expected ${allowable.join(", ")}`)
    return withFile(given, (file) => {
      const proof = provePolicyRules(file.rules, statements.right, iabSetting(given, file))
      const findings = proof.findings.filter(({ kind }) => !allowed.includes(kind))
      const proven = findings.length === 0 && proof.statements.every(({ verdict }) => verdict === "holds")
      const shown = { ...proof, findings, proven }
      return { ok: proven, data: shown, lines: proofLines(shown) }
    })
  },
}

const diff: Command = {
  name: "policy diff",
  synopsis: "policy diff BEFORE AFTER [--allow-weaker] [--json]",
  summary: "compare policy rules: who is affected, and whether any visitor is protected less",
  options: { "allow-weaker": { type: "boolean", help: "exit 0 even when a policy is weaker" } },
  run: async (given) => {
    const [before, after, ...rest] = given.positionals
    if (before === undefined || after === undefined || rest.length > 0) return usageError("expected two files")
    const files = Either.all(await Promise.all([readPolicyFile(before), readPolicyFile(after)]))
    if (Either.isLeft(files)) return usageError(files.left)
    const found = diffPolicyRules(files.right[0].rules, files.right[1].rules)
    const usable = found.errors.before.length + found.errors.after.length === 0
    return {
      ok: usable && (!found.weakened || given.flags.has("allow-weaker")),
      data: found,
      lines: diffLines(found),
    }
  },
}

const resolve: Command = {
  name: "policy resolve",
  synopsis: "policy resolve FILE [--country CC] [--region RR] [--gpc] [--language TAGS] [--iab | --no-iab] [--json]",
  summary: "show which rule a visitor gets",
  options: {
    country: { type: "string", help: "an ISO 3166-1 alpha-2 code, such as US; default: unknown" },
    region: { type: "string", help: "an ISO 3166-2 code, such as US-CA or CA; default: unknown" },
    gpc: { type: "boolean", help: "the visitor sends Global Privacy Control" },
    language: { type: "string", help: "as in Accept-Language; default: en" },
    ...iabOptions,
  },
  run: (given) => {
    const issues = placeIssues(given.value("country"), given.value("region"))
    if (issues.length > 0) return usageError(issues.map(({ message, path }) => `--${path} ${message}`).join("; "))
    return withFile(given, (file) => {
      const manifest = compileManifest(
        { policyRules: file.rules, iab: { enabled: iabSetting(given, file).iabEnabled ?? true } },
        { hosting: "self-hosted", geolocation: true },
      )
      const visitor = resolveVisitor(manifest, {
        ...unknownVisitor,
        country: given.value("country"),
        region: given.value("region"),
        gpc: given.flags.has("gpc"),
        acceptLanguage: given.value("language") ?? unknownVisitor.acceptLanguage,
      })
      const { jurisdiction, location, policyResolution, translations } = visitor.body
      return {
        ok: policyResolution.status !== "failed",
        data: { policyResolution, jurisdiction, location, language: translations.language, gpc: visitor.report.gpc },
        lines: [...manifest.policyErrors.map((error) => `error: ${error}`), ...resolutionLines(visitor)],
      }
    })
  },
}

/** The commands, in the order the help lists them. */
export const policyCommands: ReadonlyArray<Command> = [check, prove, diff, resolve]
