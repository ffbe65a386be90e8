/**
 * `consent-service subject show` and `subject export`: everything that is on record about a person.
 *
 * @module
 */
import type { Person } from "@consent-service/core/erasure"
import { personPage, type PersonReport, readPersonReport, type ReportedRecord } from "@consent-service/core/person"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { writeFile } from "node:fs/promises"
import { newFileProblem, writeWhole } from "../backup/WholeFile.js"
import { reasonOf } from "../thrown/Thrown.js"
import { plural } from "./Amounts.js"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"
import { personIn, personOptions } from "./PersonOptions.js"
import { failed, notFound, reading, tenantOptions } from "./TenantStores.js"

const recordLines = ({ document, missing, record, shown }: ReportedRecord): ReadonlyArray<string> => [
  `  ${record.givenAt} ${record.type} on ${record.domain}: ${JSON.stringify(record.preferences)}`,
  `    record ${record.id}, rule ${record.rule ?? "none"}, ${[record.country, record.region].filter((part) => part !== null).join(" ") || "place unknown"}`,
  ...(document === null ? [] : [`    document ${document.type}, version ${document.version}`]),
  ...(shown === null ? [] : [`    shown: “${shown.title}” (${shown.language})`]),
  ...(missing.length === 0 ? [] : [`    missing: ${missing.join(", ")}`]),
]

const linesOf = ({ subjects }: PersonReport): ReadonlyArray<string> =>
  subjects.flatMap(({ externalId, id, records }) => [
    `${id}${externalId === null ? "" : `, linked to ${externalId}`}: ${plural(records.length, "record")}`,
    ...records.flatMap(recordLines),
  ])

const nothing = (given: Given): CommandResult => notFound(given, "there are no records of this person")

const oneOf = "expected either --subject or --external-id, and no argument"

const personGiven = (given: Given): Person | null => (given.positionals.length > 0 ? null : personIn(given))

const show: Command = {
  name: "subject show",
  synopsis:
    "subject show --subject ID|--external-id ACCOUNT --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "show everything that is on record about a person, and what they were shown",
  options: { ...personOptions, ...tenantOptions },
  run: (given) => {
    const person = personGiven(given)
    if (person === null) return usageError(oneOf)
    return reading(
      given,
      readPersonReport(person),
      Option.match({
        onNone: () => nothing(given),
        onSome: (report) => ({ ok: true, data: report, lines: linesOf(report) }),
      }),
    )
  },
}

const formats: ReadonlyMap<string, (report: PersonReport) => string> = new Map([
  ["html", personPage],
  ["json", (report) => `${JSON.stringify(report, null, 2)}\n`],
])

const written = async (path: string, text: string, records: number): Promise<CommandResult> => {
  try {
    await writeWhole(path, (partial) => writeFile(partial, text))
  } catch (error) {
    return failed(`cannot export: ${reasonOf(error)}`)
  }
  return { ok: true, data: { file: path, records }, lines: [`${path}: ${plural(records, "record")}`] }
}

const countOf = ({ subjects }: PersonReport): number => subjects.reduce((sum, { records }) => sum + records.length, 0)

const exportPerson: Command = {
  name: "subject export",
  synopsis:
    "subject export --subject ID|--external-id ACCOUNT --out FILE [--format html|json] [--force] --database URL [--tenant TENANT] [--table-prefix PREFIX] [--json]",
  summary: "write everything that is on record about a person to a file: a page to read, or data",
  options: {
    ...personOptions,
    out: { type: "string", help: "the file to write, readable by its owner only" },
    format: { type: "string", help: "html, a page in the person's language, or json; default: html" },
    force: { type: "boolean", help: "replace an existing file" },
    ...tenantOptions,
  },
  run: async (given) => {
    const person = personGiven(given)
    if (person === null) return usageError(oneOf)
    const format = formats.get(given.value("format") ?? "html")
    if (format === undefined) return usageError("--format must be html or json")
    const path = given.value("out") ?? ""
    if (path === "") return usageError("--out names the file to write, for example --out person.html")
    const problem = newFileProblem({ path, force: given.flags.has("force"), protectedFiles: [] })
    if (problem !== null) return failed(`cannot export: ${problem}`)
    const exported = Effect.flatMap(
      readPersonReport(person),
      Option.match({
        onNone: () => Effect.succeed(nothing(given)),
        onSome: (report) => Effect.promise(() => written(path, format(report), countOf(report))),
      }),
    )
    return reading(given, exported, (result) => result)
  },
}

/** The commands. */
export const personCommands: ReadonlyArray<Command> = [show, exportPerson]
