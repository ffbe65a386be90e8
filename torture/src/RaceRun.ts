/** Sends one act through several server processes concurrently, and checks the outcome. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, actMaker, type Expected, keyOf, ofSubject, plainAct } from "./Act.js"
import { audit, type Finding } from "./Audit.js"
import type { ServerChild } from "./Children.js"
import { type Client, isSaved, member, openClient, type Outcome, parsed } from "./Client.js"
import { reportOnLog } from "./LogAudit.js"
import { seededRandom } from "./Random.js"
import { readStored, type Stored, type StoredRow } from "./Store.js"

/** The contents that were sent for one act, and each sender's answer. */
export interface Round {
  readonly contents: ReadonlyArray<Act>
  readonly told: ReadonlyArray<{ readonly content: Act; readonly outcome: Outcome }>
}

export interface RacePlan {
  readonly databaseUrl: string
  readonly rounds: number
  readonly senders: number
  readonly seed: number
  readonly budgetMs: number
}

export interface RaceReport {
  readonly rounds: number
  readonly rowsAtStart: number
  readonly saved: number
  readonly conflicts: number
  /** What is wrong with the answers, a line each. */
  readonly wrong: ReadonlyArray<string>
  /** What is wrong with the records. */
  readonly findings: ReadonlyArray<Finding>
  /** What is wrong with the evidence log. */
  readonly log: ReadonlyArray<string>
}

const contentsOf = (act: Act, differing: boolean): ReadonlyArray<Act> =>
  differing ? [1, 2, 3].map((content) => ({ ...plainAct(act), preferences: { [`content${content}`]: true } })) : [act]

/** Every third act is one more of the subject before, whose row is there already. */
const roundMaker = (seed: number) => {
  const random = seededRandom(seed)
  const nextAct = actMaker(random, null)
  let last = nextAct()
  return (round: number): ReadonlyArray<Act> => {
    const next = nextAct()
    last = round % 3 === 2 ? ofSubject(last, next) : next
    return contentsOf(last, round % 2 === 1)
  }
}

const sendAll = async (
  clients: ReadonlyArray<Client>,
  contents: ReadonlyArray<Act>,
  senders: number,
): Promise<Round> => {
  const sends = Array.from({ length: senders }, async (_, sender) => {
    // Neighbours go to different processes, and each process gets every content.
    const content = contents[Math.floor(sender / clients.length) % contents.length]
    const client = clients[sender % clients.length]
    if (content === undefined || client === undefined) throw new Error("a race needs processes and contents")
    const outcome = await client.send({ method: "POST", path: "/subjects", body: JSON.stringify(content) })
    return { content, outcome }
  })
  return { contents, told: await Promise.all(sends) }
}

const idIn = (outcome: Outcome): string | null => {
  const id = outcome._tag === "Answer" ? member(parsed(outcome.body), "consentId") : null
  return typeof id === "string" ? id : null
}

const isConflict = (outcome: Outcome): boolean =>
  outcome._tag === "Answer" && outcome.status === 409 && member(parsed(outcome.body), "cause", "code") === "CONFLICT"

const describe = (outcome: Outcome): string =>
  outcome._tag === "Answer" ? `${outcome.status} ${outcome.body}` : `no answer: ${outcome.reason}`

/**
 * What is wrong with a round: one row, one id, one creation, 200 for those who sent what is on record, and 409 for the others.
 *
 * @param rows - the rows of the round's act
 * @param createdIds - the ids of the records that the processes say they made, all rounds together
 */
export const judgeRound = (
  { contents, told }: Round,
  rows: ReadonlyArray<StoredRow>,
  createdIds: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const [row] = rows
  const stored = row?.["preferences"] ?? null
  const ids = new Set(told.flatMap(({ outcome }) => idIn(outcome) ?? []))
  const created = createdIds.filter((id) => ids.has(id)).length
  const mistold = told.filter(({ content, outcome }) =>
    JSON.stringify(content.preferences) === stored
      ? !isSaved(outcome) || idIn(outcome) !== row?.["id"]
      : !isConflict(outcome),
  )
  const act = contents[0] === undefined ? "" : keyOf(contents[0])
  return [
    ...(rows.length === 1 ? [] : [`${rows.length} rows`]),
    ...(ids.size === 1 ? [] : [`${ids.size} ids answered`]),
    ...(created === 1 ? [] : [`${created} times created`]),
    ...mistold.slice(0, 3).map(({ outcome }) => `told ${describe(outcome)}`),
  ].map((problem) => `${act}: ${problem}`)
}

const createdIn = (server: ServerChild): ReadonlyArray<string> =>
  server.lines().flatMap((line) => (line.startsWith("created ") ? line.slice("created ".length) : []))

const judge = (rounds: ReadonlyArray<Round>, { consents }: Stored, servers: ReadonlyArray<ServerChild>) => {
  const created = servers.flatMap(createdIn)
  const failures = servers.flatMap((server) => server.lines().filter((line) => line.startsWith("failed ")))
  const wrong = rounds.flatMap((round) => {
    const [act] = round.contents
    const rows = consents.filter(
      (row) => row["subject_id"] === act?.subjectId && row["given_at"] === String(act?.givenAt),
    )
    return judgeRound(round, rows, created)
  })
  return [...wrong, ...failures.slice(0, 5)]
}

/** What must be on record: in each round the content that was answered with 200. */
const expectedOf = (rounds: ReadonlyArray<Round>): ReadonlyArray<Expected> =>
  rounds.flatMap(({ told }) => {
    const winner = told.find(({ outcome }) => isSaved(outcome))
    return winner === undefined ? [] : [{ act: winner.content, consentId: idIn(winner.outcome) ?? "" }]
  })

/** Runs the rounds, stops the servers, and judges. */
export const runRace = async (servers: ReadonlyArray<ServerChild>, plan: RacePlan): Promise<RaceReport> => {
  const rowsAtStart = (await readStored(plan.databaseUrl)).consents.length
  const clients = servers.map(({ port }) => openClient(port, Math.ceil(plan.senders / servers.length)))
  const contentsOfRound = roundMaker(plan.seed)
  const rounds: Array<Round> = []
  const deadline = Date.now() + plan.budgetMs
  while (rounds.length < plan.rounds && Date.now() < deadline) {
    rounds.push(await sendAll(clients, contentsOfRound(rounds.length), plan.senders))
    // Every few rounds the processes' pools idle, so that they are not in step in every round.
    if (rounds.length % 10 === 0) await sleep(20)
  }
  for (const client of clients) client.close()
  await Promise.all(servers.map((server) => server.stop()))
  const stored = await readStored(plan.databaseUrl)
  const { log } = await reportOnLog(plan.databaseUrl, stored)
  const outcomes = rounds.flatMap(({ told }) => told.map(({ outcome }) => outcome))
  return {
    rounds: rounds.length,
    rowsAtStart,
    saved: outcomes.filter(isSaved).length,
    conflicts: outcomes.filter(isConflict).length,
    wrong: judge(rounds, stored, servers),
    findings: audit(expectedOf(rounds), stored),
    log,
  }
}
