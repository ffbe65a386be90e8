/**
 * Servers that append to one database, for `explore`: `makeAppend` as it ships, with its batches, its transactions and its
 * retries, over statements that a database with locks carries out one by one.
 */
import type { ConsentDraft } from "@consent-service/core/consent"
import { AppendOutcome, type StoreError } from "@consent-service/core/ports"
import { sharedScheduler } from "@consent-service/core/primitives"
import { SubjectId } from "@consent-service/core/subject"
import type { Promised, Protocol, World } from "@consent-service/test-engines/explore"
import { makeDraft } from "@consent-service/testkit/Drafts"
import type { Row } from "@effect/sql/SqlConnection"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeAppend } from "../consent/Append.js"
import { type LedgerStatements, ledgerStatements } from "../consent/Statements.js"
import { type Database, databaseOf } from "../schema/SchemaState.js"
import { guard } from "../statement/Guard.js"
import { rowsOf } from "../statement/Queries.js"
import { clientOver } from "./InterceptedClient.js"
import { makeLockingDatabase, type Work } from "./LockingDatabase.js"

/** A save: the act, its subject, and the server that gets it. */
export interface Save {
  readonly act: string
  readonly subject: string
  readonly server: number
}

/** What is saved, and what may go wrong. */
export interface AppendScenario {
  /** What arrives together, in the order in which it does. */
  readonly bursts: ReadonlyArray<ReadonlyArray<Save>>
  /** How many records a subject may have. */
  readonly bound: number
  /** How many connections may be lost. */
  readonly faults: number
  /** The statements of a server; as they are by default. */
  readonly statements?: (statements: LedgerStatements, server: number) => LedgerStatements
}

const timeoutMs = 1_200

const subjectKey = (id: string): string => `subject ${id}`
const recordKey = (id: string): string => `record ${id}`

/** A decision for every act would only add statements that touch no row of another save. */
const draftOf = ({ act, subject }: Save, bound: number): ConsentDraft => ({
  ...makeDraft({ id: act, subjectId: SubjectId.make(subject, { disableValidation: true }) }, { decision: null }),
  bound: { acts: bound, bytes: 1_000_000 },
})

/** The columns of a stored record that are not null here. */
const rowOf = (id: string, subject: string): Row => ({
  ...Object.fromEntries(nullable.map((column) => [column, null])),
  id,
  subject_id: subject,
  type: "cookie_banner",
  domain: "example.com",
  given_at: 1,
  created_at: 1,
  content_digest: "",
})

const nullable = [
  "document_id",
  "valid_until",
  "preferences",
  "choice",
  "vendor_choice",
  "metadata",
  "jurisdiction",
  "model",
  "consent_action",
  "ui_source",
  "tc_string",
  "ip_address",
  "user_agent",
  "language",
  "decision_id",
  "decision_source",
  "experiment_id",
  "experiment_arm",
  "time_to_decision_ms",
]

const listOf = (parameter: string): ReadonlyArray<string> => {
  const list: unknown = JSON.parse(parameter)
  return Array.isArray(list) ? list.map(String) : []
}

const keysAs =
  (keyOf: (id: string) => string) =>
  (id: string): { readonly key: string; readonly value: string } => ({ key: keyOf(id), value: "" })

/** The commands that stand for the statements; each has a list as its parameter. */
const interpret =
  (saves: ReadonlyArray<Save>) =>
  (text: string, parameter: string): Work => {
    const list = listOf(parameter)
    const acts = Array.from(new Set(saves.map(({ act }) => act)))
    if (text.startsWith("subjects")) {
      const result: Work["result"] = (inserted) =>
        list.filter((id) => inserted.has(subjectKey(id))).map((id) => ({ id }))
      return { rows: list.map(keysAs(subjectKey)), result }
    }
    if (text.startsWith("records")) {
      const pairs = list.map((pair) => pair.split("/"))
      const rows = pairs.map(([id = "", subject = ""]) => ({ key: recordKey(id), value: subject }))
      return { rows, result: (inserted) => pairs.flatMap(([id = ""]) => (inserted.has(recordKey(id)) ? [{ id }] : [])) }
    }
    if (text.startsWith("hold"))
      return { rows: list.map((id) => ({ key: subjectKey(id), value: null })), result: () => [] }
    if (text.startsWith("count")) {
      const result: Work["result"] = (_, sees) =>
        list.map((subject) => {
          const held = acts.filter((act) => sees(recordKey(act)) === subject).length
          return { subject_id: subject, acts: held, bytes: held }
        })
      return { rows: [], result }
    }
    if (text.startsWith("select")) {
      const result: Work["result"] = (_, sees) =>
        list.flatMap((act) => {
          const subject = sees(recordKey(act))
          return subject === undefined ? [] : [rowOf(act, subject)]
        })
      return { rows: [], result }
    }
    // No subject is another tenant's.
    return { rows: [], result: () => [] }
  }

const idsOf = (rows: ReadonlyArray<Row>): ReadonlySet<string> => new Set(rows.map(({ id }) => String(id)))

/** The real statements, with those that read or write as commands. */
const statementsOf = (database: Database): LedgerStatements => {
  const { sql } = database
  const command = (name: string, list: ReadonlyArray<string>) => sql<Row>`${sql.literal(name)} ${JSON.stringify(list)}`
  const run = (name: string, list: ReadonlyArray<string>) => Effect.map(rowsOf(command(name, list)), idsOf)
  return {
    ...ledgerStatements(database, ""),
    insertSubjects: (drafts) =>
      run(
        "subjects",
        drafts.map(({ record }) => record.subjectId),
      ),
    insertConsents: (rows) =>
      run(
        "records",
        rows.map(([id, , subject]) => `${id}/${subject}`),
      ),
    holdSubjects: (ids) => command("hold", Array.from(new Set(ids))),
    countActs: (ids) => command("count", Array.from(new Set(ids))),
    selectRecords: (ids) => command("select", Array.from(new Set(ids))),
    selectForeignSubject: () => command("foreign", []),
  }
}

interface Saved extends Save {
  exit: Exit.Exit<AppendOutcome, StoreError> | null
}

const absent = (): never => {
  throw new Error("no schedule runs")
}

type LockingDatabase = ReturnType<typeof makeLockingDatabase>

/** Servers of one database. What is prepared once, such as statements, serves all schedules. */
const prepareServers = ({ bursts, faults, statements = (same) => same }: AppendScenario) => {
  const saves = bursts.flat()
  let current: LockingDatabase | null = null
  const connect = Effect.sync(() => (current ?? absent()).connect())
  const client = Effect.runSync(clientOver("postgres", connect))
  const schema = Effect.runSync(Effect.provideService(databaseOf("cs_"), SqlClient, client))
  const prepared = Array.from(new Set(saves.map(({ server }) => server)), (server) =>
    statements(statementsOf(schema), server),
  )
  return (world: World) => {
    const database = makeLockingDatabase(world, interpret(saves), faults)
    current = database
    const servers = prepared.map((each) =>
      makeAppend(schema, each, timeoutMs, (operation, effect) => guard(operation, timeoutMs)(effect)),
    )
    return { database, servers }
  }
}

const listed = <A>(wrong: ReadonlyArray<A>, show: (one: A) => string): string | null =>
  wrong.length === 0 ? null : wrong.map(show).join(", ")

const showArrival = ({ act, server, subject }: Save): string => `${act} of ${subject} arrives at server ${server}`

const showSave = ({ act, exit, subject }: Saved): string =>
  `${act} of ${subject}: ${exit === null ? "no answer" : Exit.isSuccess(exit) ? exit.value._tag : String(exit.cause)}`

const outcomeOf = ({ exit }: Saved): AppendOutcome | null => (exit !== null && Exit.isSuccess(exit) ? exit.value : null)

const twice = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value, at) => values.indexOf(value) !== at)

const isTrue = (saved: Saved, committed: ReadonlyMap<string, string>): boolean => {
  const outcome = outcomeOf(saved)
  if (outcome === null) return true
  const subject = committed.get(recordKey(saved.act))
  return AppendOutcome.$match(outcome, {
    Inserted: () => subject === saved.subject,
    Existing: ({ record }) => subject === record.subjectId,
    HeldElsewhere: () => false,
    SubjectFull: () => subject === undefined,
  })
}

type Committed = () => ReadonlyMap<string, string>

const whatHolds = (
  saved: ReadonlyArray<Saved>,
  committed: Committed,
  deadlocks: () => number,
  bound: number,
): Promised["always"] => ({
  "what is acknowledged is true": () =>
    listed(
      saved.filter((one) => !isTrue(one, committed())),
      showSave,
    ),
  "an act is acknowledged as new once": () =>
    listed(
      twice(saved.flatMap((one) => (outcomeOf(one)?._tag === "Inserted" ? [one.act] : []))),
      (act) => `${act} twice`,
    ),
  "a subject is acknowledged as new once": () =>
    listed(
      twice(
        saved.flatMap((one) => {
          const outcome = outcomeOf(one)
          return outcome?._tag === "Inserted" && outcome.newSubject ? [one.subject] : []
        }),
      ),
      (subject) => `${subject} twice`,
    ),
  "no subject is stored without a record": () => {
    const subjects = Array.from(committed().keys()).filter((key) => key.startsWith("subject "))
    const withRecords = new Set(Array.from(committed().values(), subjectKey))
    return listed(
      subjects.filter((key) => !withRecords.has(key)),
      (key) => key,
    )
  },
  "each subject keeps within its bound": () => {
    const owners = Array.from(committed()).flatMap(([key, subject]) => (key.startsWith("record ") ? [subject] : []))
    return listed(
      owners.filter((subject) => owners.filter((other) => other === subject).length > bound),
      (subject) => subject,
    )
  },
  "no transactions deadlock": () => (deadlocks() === 0 ? null : `${deadlocks()} deadlocks`),
})

/** Servers, their callers and their database, as a protocol to explore. */
export const appendProtocol = (scenario: AppendScenario): Protocol => {
  const serversIn = prepareServers(scenario)
  return (world) => {
    const { database, servers } = serversIn(world)
    const saved: Array<Saved> = []
    const save = (one: Save): void => {
      const entry: Saved = { ...one, exit: null }
      saved.push(entry)
      const append = servers[one.server]
      if (append === undefined) return
      const fiber = Effect.runFork(append(draftOf(one, scenario.bound)), { scheduler: sharedScheduler })
      fiber.addObserver((exit) => void (entry.exit = exit))
    }
    const saveNext = (at: number): void => {
      const next = scenario.bursts[at]
      if (next === undefined) return
      const arrive = (): void => {
        for (const one of next) save(one)
        saveNext(at + 1)
      }
      world.may({ label: `${next.map(showArrival).join(", ")}`, act: arrive })
    }
    saveNext(0)
    return {
      always: whatHolds(saved, database.committed, database.deadlocks, scenario.bound),
      atEnd: {
        "no save is left without an answer": () =>
          listed(
            saved.filter(({ exit }) => exit === null),
            showSave,
          ),
        "without a fault no save fails": () =>
          world.wasSlow() || database.faults() > 0
            ? null
            : listed(
                saved.filter((one) => outcomeOf(one) === null),
                showSave,
              ),
      },
    }
  }
}
