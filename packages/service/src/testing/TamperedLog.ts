/** A database with a signed evidence log, and how an attacker edits its rows. */
import {
  leafData,
  leafHash,
  type LoggedEntry,
  readVerifierKey,
  rootOf,
  type VerifierKey,
} from "@consent-service/core/evidence"
import { erasePerson } from "@consent-service/core/erasure"
import { type Finding, type LogVerdict, type Outside, verifyLog } from "@consent-service/core/evidence-log"
import { type EvidenceStores, StoredEvidence, Tenant } from "@consent-service/core/ports"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import * as SqlEvidenceLog from "@consent-service/adapter-sql/SqlEvidenceLog"
import type { Engine } from "@consent-service/test-engines"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schedule from "effect/Schedule"
import { randomBytes } from "node:crypto"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { aSave, instanceOn, newSubjectId, startInstance } from "./TestInstance.js"

export const origin = "consent.shop.example/evidence"

const snapshotKey = "a-snapshot-key-for-tests-0123456789"

const apiKey = "an-api-key-for-tests-0123456789"

/** What tamperings and verifications run on. */
export type TamperServices = SqlClient.SqlClient | EvidenceStores | StoredEvidence

export type Tampering<A = void> = Effect.Effect<A, unknown, TamperServices>

/** A record and the position of its entry. */
export interface PlacedRecord {
  readonly id: string
  readonly position: number
}

/** A database with a log of two full bundles and a part of a third, and one erased record. */
export interface LoggedDatabase {
  readonly url: string
  readonly signingKey: string
  readonly key: VerifierKey
  readonly records: ReadonlyArray<PlacedRecord>
  /** The position of the entry whose record was erased. */
  readonly erased: number
  /** The position of an entry whose record lost its address and browser. */
  readonly dropped: number
  /** Runs with changes that are taken back: on SQLite in a copy, on servers in a transaction. */
  readonly attempt: <A>(effect: Tampering<A>) => Promise<A>
  /** Runs without taking anything back. */
  readonly commit: <A>(effect: Tampering<A>) => Promise<A>
  readonly stop: () => Promise<void>
}

type Instance = ReturnType<typeof instanceOn>

const publishDocument = async ({ send }: Instance, version: string): Promise<void> => {
  const body = JSON.stringify({ version, hash: `sha256:${version.slice(-1).repeat(64)}`, effectiveDate: "2026-11-01" })
  await send("/legal-documents/dpa/current", { method: "PUT", headers: { authorization: `Bearer ${apiKey}` }, body })
}

const saves = 560

/** Saves of several kinds, some of them at a time; each leaves a trace, whichever of them is the one to drop it from. */
const saveAll = async ({ post, send }: Instance): Promise<void> => {
  const { body: shown } = await send("/init?country=DE")
  const asserted = { policySnapshotToken: shown.policySnapshotToken, country: "DE", region: null }
  for (let at = 0; at < saves; at += 20) {
    const some = Array.from({ length: 20 }, (_, index) => {
      const number = at + index
      const subjectId = newSubjectId()
      const metadata = { number }
      if (number % 10 === 1) {
        return post({ type: "dpa", subjectId, domain: "shop.example", givenAt: Date.now() - 1000, metadata })
      }
      const preferences = { necessary: true, measurement: number % 2 === 0, marketing: false }
      const receipts = [{ category: "measurement", value: preferences.measurement, confirmedAt: Date.now() - 2000 }]
      const change = number % 3 === 0 ? { ...asserted, receipts } : asserted
      return post(aSave({ subjectId, domain: `shop-${number % 7}.example`, preferences, metadata, ...change }))
    })
    const refused = (await Promise.all(some)).find(({ status }) => status !== 200)
    if (refused !== undefined) throw new Error(`a save was refused: ${JSON.stringify(refused.body)}`)
  }
}

const firstText = (rows: ReadonlyArray<object>, column: string): string => {
  const value: unknown = Reflect.get(rows[0] ?? {}, column)
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)
}

/** Edits the lines of a bundle. */
export const editBundle = (n: number, edit: (lines: ReadonlyArray<string>) => ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`select content from cs_log_bundle where n = ${n}`
    const lines = edit(firstText(rows, "content").split("\n"))
    yield* sql`update cs_log_bundle set content = ${lines.join("\n")} where n = ${n}`
  })

/** The fields of a line: kind, time, id, opener, commitment. */
export type Line = readonly [kind: string, time: string, id: string, opener: string, commitment: string]

/** Edits the line of an entry. */
export const editLine = (position: number, edit: (line: Line) => ReadonlyArray<string>) =>
  editBundle(Math.floor(position / 256), (lines) =>
    lines.map((line, at) => {
      const [kind = "", time = "", id = "", opener = "", commitment = ""] = line.split(" ")
      return at === position % 256 ? edit([kind, time, id, opener, commitment]).join(" ") : line
    }),
  )

/** Writes the hash of a full bundle into its tile, as its entries have it now. */
export const rehash = (n: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const stored = yield* StoredEvidence
    const [row] = yield* stored.bundles(n, 1)
    const hash = rootOf((row?.bundle?.entries ?? []).map((entry: LoggedEntry) => leafHash(leafData(entry))))
    const text = firstText(yield* sql`select hashes from cs_log_tile where level = 1 and n = 0`, "hashes")
    const hashes = text.slice(0, n * 43) + Buffer.from(hash).toString("base64url") + text.slice((n + 1) * 43)
    yield* sql`update cs_log_tile set hashes = ${hashes} where level = 1 and n = 0`
  })

const subjectOf = (position: number): Tampering<string> =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    const [row] = yield* stored.bundles(Math.floor(position / 256), 1)
    const id = row?.bundle?.entries[position % 256]?.id ?? ""
    return (yield* stored.records([id])).get(id)?.subjectId ?? ""
  })

/** Erases the subject of a record, or only what the request left behind. */
const erase = (position: number, part: "trace" | null): Tampering =>
  Effect.gen(function* () {
    const person = { subjectId: yield* subjectOf(position) }
    const salts = () => randomBytes(16).toString("base64url")
    const outcome = yield* erasePerson({ person, part, reason: "art. 17", requestId: `request ${part}`, salts })
    if (outcome._tag !== "Erased") throw new Error(outcome._tag)
  })

const listRecords: Tampering<ReadonlyArray<PlacedRecord>> = Effect.gen(function* () {
  const stored = yield* StoredEvidence
  const bundles = yield* stored.bundles(0, 10)
  return bundles.flatMap(({ bundle, n }) =>
    (bundle?.entries ?? []).flatMap(({ id, kind }, at) =>
      kind === 1 && id !== null ? [{ id, position: n * 256 + at }] : [],
    ),
  )
})

/** Of records. They are in the second bundle. */
const [erasedPosition, droppedPosition] = [300, 320]

type Runtime = ManagedRuntime.ManagedRuntime<TamperServices, never>

const runtimeOn = (url: string): Runtime =>
  ManagedRuntime.make(
    Layer.mergeAll(SqlEvidenceLog.layer(), SqlEvidenceLog.layerStored()).pipe(
      Layer.provideMerge(Layer.merge(Layer.orDie(clientFromUrl(url)), Tenant.layer(null))),
    ),
  )

const runOn = async <A>(url: string, effect: Tampering<A>): Promise<A> => {
  const runtime = runtimeOn(url)
  try {
    return await runtime.runPromise(effect)
  } finally {
    await runtime.dispose()
  }
}

/** On a copy of the file. */
const onCopy = async <A>(url: string, effect: Tampering<A>): Promise<A> => {
  const directory = mkdtempSync(join(tmpdir(), "consent-tampering-"))
  try {
    const copy = join(directory, "consent.db")
    copyFileSync(url.slice("sqlite:".length), copy)
    return await runOn(`sqlite:${copy}`, effect)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** In a transaction that fails at its end. */
const takenBack = async <A>(runtime: Runtime, effect: Tampering<A>): Promise<A> => {
  const results: Array<A> = []
  const end = Symbol("the end")
  const inside = Effect.flatMap(effect, (value) => {
    results.push(value)
    return Effect.fail(end)
  })
  const whole = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(inside)).pipe(
    Effect.catchAll((error) => (error === end ? Effect.void : Effect.fail(error))),
  )
  await runtime.runPromise(whole)
  return results[0]!
}

const isSigned: Tampering<boolean> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [waiting] = yield* sql`select id from cs_log_queue limit 1`
  const [signed] =
    yield* sql`select l.size from cs_log l join cs_log_checkpoint c on c.tenant = l.tenant and c.size = l.size`
  return waiting === undefined && signed !== undefined
})

/** Waits until all is in the tree and signed: a service that ends on a busy machine leaves that to the next one. */
const untilSigned: Tampering = isSigned.pipe(
  Effect.repeat({ until: (isSo) => isSo, schedule: Schedule.spaced("100 millis") }),
  Effect.timeoutFail({ duration: "60 seconds", onTimeout: () => new Error("the log is not signed to its end") }),
  Effect.asVoid,
)

/** Builds the database. */
export const loggedDatabase = async (engine: Engine): Promise<LoggedDatabase> => {
  const signingKey = makeSigningKey(origin)
  const options = {
    apiKeys: [apiKey],
    policySnapshot: { signingKey: snapshotKey },
    evidence: { signingKeys: [signingKey], checkpointEveryMs: 100 },
  }
  const instance = await startInstance(engine, options)
  const { url } = instance
  await publishDocument(instance, "2026-11")
  await saveAll(instance)
  await runOn(url, untilSigned)
  await instance.service.dispose()
  const first = await runOn(url, listRecords)
  const recordFrom = (least: number): number => {
    const found = first.find(({ position }) => position >= least)
    if (found === undefined) throw new Error(`no record at position ${least} or later`)
    return found.position
  }
  const [erased, dropped] = [recordFrom(erasedPosition), recordFrom(droppedPosition)]
  await runOn(url, erase(erased, null))
  await runOn(url, erase(dropped, "trace"))
  // The erasure is put into the tree, and signed.
  const again = instanceOn(url, options)
  await publishDocument(again, "2026-12")
  await runOn(url, untilSigned)
  await again.service.dispose()
  const records = await runOn(url, listRecords)
  const runtime = engine === "sqlite" ? null : runtimeOn(url)
  const attempt = <A>(effect: Tampering<A>): Promise<A> =>
    runtime === null ? onCopy(url, effect) : takenBack(runtime, effect)
  const stop = async () => {
    await runtime?.dispose()
    await instance.stop()
  }
  const key = readVerifierKey(verifierOf(signingKey) ?? "")
  if (key === null) throw new Error("the key cannot be read")
  return { url, signingKey, key, records, erased, dropped, attempt, commit: (effect) => runOn(url, effect), stop }
}

/** What a verification found, and what it came to. */
export interface Verified {
  readonly verdict: LogVerdict
  readonly findings: ReadonlyArray<Finding>
}

/** As long after the last save as everything has been logged and signed. */
const laterMs = 120_000

const clock = Clock.make()

const later: Clock.Clock = {
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() + laterMs,
  unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + laterMs),
  currentTimeNanos: clock.currentTimeNanos,
  sleep: (duration) => clock.sleep(duration),
}

/** Verifies a log with the key that it was signed with, two minutes later. */
export const verifyWith = (
  key: VerifierKey,
  options: { readonly outside?: Outside; readonly verifiedSize?: number } = {},
): Tampering<Verified> =>
  Effect.suspend(() => {
    const findings: Array<Finding> = []
    const onFinding = (finding: Finding) => Effect.sync(() => void findings.push(finding))
    return Effect.map(verifyLog({ keys: [key], verify: verifyEd25519, onFinding, ...options }), (verdict) => ({
      verdict,
      findings,
    })).pipe(Effect.withClock(later))
  })
