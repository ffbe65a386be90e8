/** What is before and after a server's mistreatment, whatever it is: an empty database, and everything settled and checked. */
import { setTimeout as sleep } from "node:timers/promises"
import { type Act, actMaker, assertionIn, type Book } from "./Act.js"
import { audit, type Finding } from "./Audit.js"
import type { Children, ServerChild, ServerSettings } from "./Children.js"
import { type Client, member, openClient, type Outcome, parsed } from "./Client.js"
import { type LogReport, reportOnLog, untilLogged } from "./LogAudit.js"
import { seededRandom } from "./Random.js"
import { corruption, readStored } from "./Store.js"

const savers = 16

/** What is found when all is over. */
export interface Aftermath extends LogReport {
  readonly acknowledged: number
  /** Saves whose outcome is unknown. */
  readonly indeterminate: number
  /** Those of them that were on record before they were sent again. */
  readonly landed: number
  /** Those of them that were not answered with 200 although they were sent again. */
  readonly unsettled: number
  readonly unexpected: ReadonlyArray<string>
  readonly findings: ReadonlyArray<Finding>
  readonly corruption: ReadonlyArray<string>
  /** The times when the records were received, as the servers' clocks were. */
  readonly receivedAt: ReadonlyArray<number>
}

/** Sends an act to be saved. */
export const save = (client: Client, act: Act): Promise<Outcome> =>
  client.send({ method: "POST", path: "/subjects", body: JSON.stringify(act) })

/** Starts a server on an empty database and ends it again; gives what makes the acts, and how many rows there are. */
export const firstLook = async (children: Children, server: ServerSettings, url: string, seed: number) => {
  const child = await children.start(server)
  const client = openClient(child.port, 1)
  const init = await client.send({ method: "GET", path: "/init?country=DE" })
  client.close()
  await child.kill()
  const { consents, decisions, subjects } = await readStored(url)
  const assertion = assertionIn(init._tag === "Answer" ? init.body : init.reason)
  const random = seededRandom(seed)
  return {
    random,
    nextAct: actMaker(random, assertion),
    rowsAtStart: consents.length + decisions.length + subjects.length,
  }
}

/** Sends what is indeterminate once more to a server that lives, and gives what does not settle. */
const settle = async (child: ServerChild, book: Book): Promise<number> => {
  const client = openClient(child.port, savers)
  const waiting = Array.from(book.indeterminate.values())
  const settler = async () => {
    for (let act = waiting.pop(); act !== undefined; act = waiting.pop()) book.note(act, await save(client, act))
  }
  // A connection that the killed server left behind may hold locks for a moment.
  for (let attempt = 0; attempt < 3 && waiting.length > 0; attempt += 1) {
    await Promise.all(Array.from({ length: savers }, settler))
    waiting.push(...book.indeterminate.values())
    if (waiting.length > 0) await sleep(500)
  }
  client.close()
  return book.indeterminate.size
}

const countLanded = async (url: string, indeterminate: Book["indeterminate"]): Promise<number> => {
  const canaries = new Set(Array.from(indeterminate.values(), ({ metadata }) => metadata["canary"]))
  const { consents } = await readStored(url)
  return consents.filter(({ metadata }) => canaries.has(member(parsed(metadata ?? ""), "canary"))).length
}

/** Settles what is indeterminate with a server that lives, waits for the log, ends all servers, and checks the database. */
export const lookAfter = async (
  url: string,
  server: ServerChild,
  book: Book,
  others: ReadonlyArray<ServerChild> = [],
): Promise<Aftermath> => {
  const acknowledged = book.acknowledged.size
  const indeterminate = book.indeterminate.size
  const landed = await countLanded(url, book.indeterminate)
  const unsettled = await settle(server, book)
  await untilLogged(url)
  await Promise.all([...others, server].map((one) => one.stop()))
  const stored = await readStored(url)
  return {
    acknowledged,
    indeterminate,
    landed,
    unsettled,
    unexpected: book.unexpected,
    findings: audit(Array.from(book.acknowledged.values()), stored),
    corruption: await corruption(url),
    ...(await reportOnLog(url, stored)),
    receivedAt: stored.consents.map((row) => Number(row["created_at"])),
  }
}
