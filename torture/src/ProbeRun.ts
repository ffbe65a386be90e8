/** Probes every scope from every other one, and reports leaks. */
import { type Act, actMaker } from "./Act.js"
import type { ServerChild } from "./Children.js"
import { type Client, member, openClient, type Outcome, parsed } from "./Client.js"
import { blindProbes, conflictProbes, type Probe, type Target } from "./Probes.js"
import { newSubjectId, type Random } from "./Random.js"

/** A tenant's server, or the one of the scope without a tenant. */
export interface Scope {
  readonly tenant: string
  readonly server: ServerChild
}

/** A record, and every text in it that only its own scope may ever see. */
export interface Owned {
  readonly scope: Scope
  readonly target: Target
  readonly secrets: ReadonlyArray<string>
  /** Those of them that its owner is shown. */
  readonly shown: ReadonlyArray<string>
  /** What its owner reads. */
  readonly answer: string
}

export interface ProbeReport {
  readonly probes: number
  readonly leaks: ReadonlyArray<string>
  readonly failures: ReadonlyArray<string>
  /** Answers that tell a foreign id from an absent one. */
  readonly oracles: ReadonlyArray<string>
}

const connections = 8

const text = (outcome: Outcome): string => (outcome._tag === "Answer" ? outcome.body : outcome.reason)

const readBy = (client: Client, { subjectId }: Act) => client.send({ method: "GET", path: `/subjects/${subjectId}` })

const own = async (scope: Scope, client: Client, act: Act): Promise<Owned> => {
  const externalId = `customer-${crypto.randomUUID()}`
  const body = JSON.stringify({ ...act, externalSubjectId: externalId })
  const saved = await client.send({ method: "POST", path: "/subjects", body })
  const consentId = member(parsed(text(saved)), "consentId")
  const { canary } = act.metadata
  if (typeof consentId !== "string" || typeof canary !== "string") throw new Error(`not saved: ${text(saved)}`)
  const target = { tenant: scope.tenant, act, externalId }
  const shown = [consentId, act.domain, new Date(act.givenAt).toISOString()]
  return { scope, target, secrets: [...shown, externalId, canary], shown, answer: text(await readBy(client, act)) }
}

/** Saves some subjects in a scope; each has a domain that occurs nowhere else. */
export const settleIn = async (scope: Scope, subjects: number, random: Random): Promise<ReadonlyArray<Owned>> => {
  const client = openClient(scope.server.port, connections)
  const nextAct = actMaker(random, null)
  const acts = Array.from({ length: subjects }, (_, n) => ({
    ...nextAct(),
    subjectId: newSubjectId(),
    domain: `secret-${scope.tenant}-${n}.example`,
  }))
  const owned = await Promise.all(acts.map((act) => own(scope, client, act)))
  client.close()
  return owned
}

/** A target of the same form that does not exist. */
const absentLike = ({ act, tenant }: Target): Target => ({
  tenant,
  act: { ...act, subjectId: newSubjectId() },
  externalId: `customer-${crypto.randomUUID()}`,
})

/** An answer without what differs from request to request. */
const asText = (outcome: Outcome): string => {
  if (outcome._tag === "NoAnswer") return `no answer: ${outcome.reason}`
  const { date: _, "x-request-id": __, ...headers } = outcome.headers
  return JSON.stringify([outcome.status, headers, outcome.body])
}

const failed = (outcome: Outcome): boolean => outcome._tag === "NoAnswer" || outcome.status >= 500

interface Tally {
  readonly leaks: Array<string>
  readonly failures: Array<string>
  readonly oracles: Array<string>
}

const notice = (tally: Tally, line: string, { secrets }: Owned, outcome: Outcome): void => {
  const answer = asText(outcome)
  if (secrets.some((secret) => answer.includes(secret))) tally.leaks.push(`${line}: ${answer}`)
  if (failed(outcome)) tally.failures.push(`${line}: ${answer}`)
}

const tryBlind = async (client: Client, probe: Probe, line: string, owned: Owned, tally: Tally): Promise<void> => {
  const foreign = await client.send(probe.about(owned.target))
  const absent = await client.send(probe.about(absentLike(owned.target)))
  notice(tally, line, owned, foreign)
  if (asText(foreign) !== asText(absent)) tally.oracles.push(`${line}: ${asText(foreign)} is not ${asText(absent)}`)
}

const tryConflict = async (client: Client, probe: Probe, line: string, owned: Owned, tally: Tally): Promise<void> => {
  const answer = await client.send(probe.about(owned.target))
  notice(tally, line, owned, answer)
  const status = answer._tag === "Answer" ? answer.status : 0
  const code = member(parsed(text(answer)), "cause", "code")
  if (status !== 409 || code !== "SUBJECT_CONFLICT") tally.oracles.push(`${line}: ${asText(answer)}`)
}

/** Probes others' records from one scope. */
export const probeFrom = async (prober: Scope, others: ReadonlyArray<Owned>): Promise<ProbeReport> => {
  const client = openClient(prober.server.port, connections)
  const tally: Tally = { leaks: [], failures: [], oracles: [] }
  const waiting = others.flatMap((owned) => [
    ...blindProbes.map((probe) => ({ attempt: tryBlind, owned, probe })),
    ...conflictProbes.map((probe) => ({ attempt: tryConflict, owned, probe })),
  ])
  const probes = waiting.length
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const line = `${prober.tenant} probes ${next.owned.scope.tenant}, ${next.probe.name}`
      await next.attempt(client, next.probe, line, next.owned, tally)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  client.close()
  return { probes, ...tally }
}

/** Whether each owner still reads what it read before. */
export const changedFor = async (scope: Scope, owned: ReadonlyArray<Owned>): Promise<ReadonlyArray<string>> => {
  const client = openClient(scope.server.port, connections)
  const changed: Array<string> = []
  for (const { answer, target } of owned) {
    const now = text(await readBy(client, target.act))
    if (now !== answer) changed.push(`${answer} became ${now}`)
  }
  client.close()
  return changed
}
