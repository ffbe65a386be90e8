/** Ways to alter what is stored of a log and its records, each with the finding that names it. */
import {
  commitTo,
  consentStatement,
  dropPart,
  integrate,
  leafData,
  leafHash,
  pendingEntry,
  readCheckpoint,
  readNote,
  rootOf,
  writeCheckpoint,
} from "@consent-service/core/evidence"
import type { FindingName, Outside } from "@consent-service/core/evidence-log"
import { CheckpointSigner, EvidenceLog, EvidenceReader, StoredEvidence } from "@consent-service/core/ports"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { randomBytes } from "node:crypto"
import * as NodeSigner from "../evidence/NodeSigner.js"
import { editBundle, editLine, type LoggedDatabase, type PlacedRecord, rehash, type Tampering } from "./TamperedLog.js"

/** What a tampering is done to. */
export interface Target {
  readonly database: LoggedDatabase
  /** In a full bundle. */
  readonly record: PlacedRecord
  /** Another one, in the same bundle. */
  readonly other: PlacedRecord
}

/** What must be found. */
export interface Expected {
  readonly finding: FindingName
  readonly id?: string
  readonly position?: number
  readonly outside?: Outside
}

/** One way to tamper. */
export interface Tamper {
  readonly title: string
  readonly run: (target: Target) => Tampering<Expected>
}

const sqlOf = SqlClient.SqlClient

const newSalt = (): string => randomBytes(16).toString("base64url")

const base64UrlOf = (hash: Uint8Array | string): string =>
  Buffer.from(typeof hash === "string" ? Buffer.from(hash, "hex") : hash).toString("base64url")

const copyId = "cns_PutInPastTheService1"

/** Sets a column of a record. */
const altering = (title: string, column: string, value: string | number): Tamper => ({
  title,
  run: ({ record: { id } }) =>
    Effect.gen(function* () {
      const sql = yield* sqlOf
      yield* sql`update cs_consent set ${sql(column)} = ${value} where id = ${id}`
      return { finding: "RecordAltered", id }
    }),
})

/** Copies a record under another id, as one puts it in past the service. */
const copyRecord = ({ record: { id } }: Target) =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    const [row = {}] = yield* sql`select * from cs_consent where id = ${id}`
    yield* sql`insert into cs_consent ${sql.insert({ ...row, id: copyId })}`
  })

const factsOf = (id: string) =>
  Effect.gen(function* () {
    const stored = yield* StoredEvidence
    return (yield* stored.records([id])).get(id) ?? (yield* Effect.die(`there is no record ${id}`))
  })

const copyEntry = Effect.map(factsOf(copyId), (facts) =>
  pendingEntry(consentStatement(facts), { id: copyId, receivedAt: facts.createdAt, salt: newSalt() }),
)

/** Rewrites a record together with the salt and the commitment of its entry. */
const rewriteEntry = ({ id, position }: PlacedRecord) =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    yield* sql`update cs_consent set domain = ${"other.example"} where id = ${id}`
    const { commitment, salt } = commitTo(consentStatement(yield* factsOf(id)), newSalt())
    yield* editLine(position, ([kind, time, name]) => [kind, time, name, salt, base64UrlOf(commitment)])
  })

const newestNote = Effect.gen(function* () {
  const reader = yield* EvidenceReader
  return Option.getOrThrow(yield* reader.checkpoint(0)).note
})

/** Another holder's copy of a checkpoint. */
const knownFrom = (note: string): Outside => {
  const body = readCheckpoint(readNote(note)?.text ?? "")
  return { checkpoints: body === null ? [] : [{ ...body, note }], leaves: [] }
}

const allEntries = Effect.gen(function* () {
  const stored = yield* StoredEvidence
  const bundles = yield* stored.bundles(0, 100)
  return bundles.flatMap(({ bundle }) => bundle?.entries ?? [])
})

/** Makes the log's head and its only checkpoint those of the entries as they are now. */
const signAgain = (signingKey: string): Tampering =>
  Effect.gen(function* () {
    const sql = yield* sqlOf
    const log = yield* EvidenceLog
    const leaves = (yield* allEntries).map((entry) => leafHash(leafData(entry)))
    const head = { size: leaves.length, root: rootOf(leaves) }
    yield* sql`update cs_log set size = ${head.size}, root = ${base64UrlOf(head.root)}`
    yield* sql`delete from cs_log_checkpoint`
    const signer = yield* Effect.provide(CheckpointSigner, NodeSigner.layer([signingKey]))
    const state = Option.getOrThrow(yield* Effect.flatMap(EvidenceReader, (reader) => reader.state))
    const text = writeCheckpoint({ origin: state.origin, ...head })
    const lines = yield* signer.sign(text)
    yield* log.keepCheckpoint({ size: head.size, note: `${text}\n${lines.join("\n")}\n`, signedAt: Date.now() })
  })

/** Alterations of records, one after another as the design of the log numbers them. */
const ofRecords: ReadonlyArray<Tamper> = [
  altering("1 a preference is flipped", "preferences", '{"marketing":true,"measurement":true,"necessary":true}'),
  altering("2 the time of the act is altered", "given_at", 1_700_000_000_000),
  altering("3 the time of the record is put back", "created_at", 1_700_000_000_000),
  altering("4 the type is altered", "type", "privacy_policy"),
  altering("5 the domain is altered", "domain", "other.example"),
  altering("6 the decision is swapped", "decision_id", "rpd_other"),
  altering("7 receipts are altered", "choice", '{"at":1700000000000,"by":"banner","on":["marketing"]}'),
  altering("8 vendor grants are altered", "vendor_choice", '{"vendors":{"1":true}}'),
  altering("9 the browser is altered", "user_agent", "Other/1.0"),
  {
    title: "10 subjects are swapped between two records",
    run: ({ other, record }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        const [one, two] = [yield* factsOf(record.id), yield* factsOf(other.id)]
        yield* sql`update cs_consent set subject_id = ${two.subjectId} where id = ${record.id}`
        yield* sql`update cs_consent set subject_id = ${one.subjectId} where id = ${other.id}`
        return { finding: "RecordAltered", id: record.id }
      }),
  },
  {
    title: "11 a record is moved to another tenant",
    run: ({ record: { id } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        yield* sql`update cs_consent set tenant = ${"other"} where id = ${id}`
        return { finding: "RecordMissing", id }
      }),
  },
  {
    title: "12 a salt is replaced",
    run: ({ record: { id, position } }) =>
      Effect.as(
        editLine(position, ([kind, time, name, , commitment]) => [kind, time, name, newSalt(), commitment]),
        { finding: "RecordAltered", id },
      ),
  },
  {
    title: "13 a record is deleted",
    run: ({ record: { id } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        yield* sql`delete from cs_consent where id = ${id}`
        return { finding: "RecordMissing", id }
      }),
  },
]

const ofTheTree: ReadonlyArray<Tamper> = [
  {
    title: "14 a record is deleted together with its line",
    run: ({ record: { id, position } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        yield* sql`delete from cs_consent where id = ${id}`
        yield* editBundle(Math.floor(position / 256), (lines) => lines.filter((_, at) => at !== position % 256))
        return { finding: "BundleBroken", position }
      }),
  },
  {
    title: "15 a record is rewritten together with its salt and commitment",
    run: ({ record }) => Effect.as(rewriteEntry(record), { finding: "TreeAltered", position: record.position }),
  },
  {
    title: "16 two lines are swapped",
    run: ({ other, record: { position } }) =>
      editBundle(Math.floor(position / 256), (lines) =>
        lines.map((line, at) => {
          if (at === position % 256) return lines[other.position % 256] ?? line
          return at === other.position % 256 ? (lines[position % 256] ?? line) : line
        }),
      ).pipe(Effect.as({ finding: "TreeAltered", position })),
  },
  {
    title: "17 a line is put in",
    run: ({ record: { position } }) =>
      editBundle(Math.floor(position / 256), (lines) => lines.toSpliced(position % 256, 0, lines[0] ?? "")).pipe(
        Effect.as({ finding: "BundleBroken", position }),
      ),
  },
  {
    title: "18 a bundle is cut",
    run: ({ record: { position } }) =>
      editBundle(Math.floor(position / 256), (lines) => lines.slice(0, 200)).pipe(
        Effect.as({ finding: "BundleBroken", position }),
      ),
  },
  {
    title: "19 a tile is altered",
    run: ({ record: { position } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        const stored = yield* StoredEvidence
        const hashes = (yield* stored.tiles(1, 0, 1))[0]?.tile?.hashes ?? []
        const altered = hashes.map((hash, at) => (at === Math.floor(position / 256) ? new Uint8Array(32) : hash))
        const text = altered.map(base64UrlOf).join("")
        yield* sql`update cs_log_tile set hashes = ${text} where level = 1 and n = 0`
        return { finding: "TreeAltered", position }
      }),
  },
  {
    title: "20 a bundle and the tile above it are rewritten",
    run: ({ record }) =>
      rewriteEntry(record).pipe(
        Effect.zipRight(rehash(Math.floor(record.position / 256))),
        Effect.as({ finding: "TreeAltered", position: record.position }),
      ),
  },
]

const ofCheckpoints: ReadonlyArray<Tamper> = [
  {
    title: "21 the newest checkpoint is deleted",
    run: () =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        const state = Option.getOrThrow(yield* Effect.flatMap(EvidenceReader, (reader) => reader.state))
        yield* sql`delete from cs_log_checkpoint where size = ${state.head.size}`
        return { finding: "CheckpointMissing", position: state.head.size - 1 }
      }),
  },
  {
    title: "21 all checkpoints are deleted",
    run: () =>
      Effect.flatMap(sqlOf, (sql) => Effect.as(sql`delete from cs_log_checkpoint`, { finding: "CheckpointMissing" })),
  },
  {
    title: "22 a checkpoint is altered",
    run: () =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        const note = yield* newestNote
        const { root, size } = knownFrom(note).checkpoints[0] ?? { root: new Uint8Array(32), size: 0 }
        const encoded = Buffer.from(root).toString("base64")
        const altered = note.replace(encoded, Buffer.alloc(32).toString("base64"))
        yield* sql`update cs_log_checkpoint set note = ${altered} where size = ${size}`
        return { finding: "SignatureWrong", position: size - 1 }
      }),
  },
  {
    title: "26 the whole database is set back",
    run: () =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        const outside = knownFrom(yield* newestNote)
        const reader = yield* EvidenceReader
        const older = (yield* reader.checkpoints(0, 1_000)).at(-2)?.note ?? ""
        const [body] = knownFrom(older).checkpoints
        if (body === undefined) return yield* Effect.die("there is no older checkpoint")
        const last = Math.floor(body.size / 256)
        const taken = (yield* allEntries).slice(body.size).flatMap(({ id }) => (id === null ? [] : [id]))
        yield* editBundle(last, (lines) => lines.slice(0, body.size % 256))
        yield* sql`delete from cs_log_bundle where n > ${last}`
        yield* sql`delete from cs_consent where ${sql.in("id", taken)}`
        yield* sql`delete from cs_log_checkpoint where size > ${body.size}`
        yield* sql`update cs_log set size = ${body.size}, root = ${base64UrlOf(body.root)}`
        return { finding: "SetBack", position: body.size, outside }
      }),
  },
  {
    title: "27 the log is rebuilt and signed with the same key",
    run: ({ database: { signingKey }, record }) =>
      Effect.gen(function* () {
        const outside = knownFrom(yield* newestNote)
        yield* rewriteEntry(record)
        yield* rehash(Math.floor(record.position / 256))
        yield* signAgain(signingKey)
        return { finding: "Forked", position: record.position, outside }
      }),
  },
  {
    title: "27 the log is rebuilt and signed with the same key, and a visitor has the receipt of a record",
    run: ({ database: { signingKey }, record }) =>
      Effect.gen(function* () {
        const leaf = (yield* allEntries)[record.position] ?? (yield* Effect.die("there is no such entry"))
        const outside = { checkpoints: [], leaves: [{ position: record.position, hash: leafHash(leafData(leaf)) }] }
        yield* rewriteEntry(record)
        yield* rehash(Math.floor(record.position / 256))
        yield* signAgain(signingKey)
        return { finding: "Forked", position: record.position, outside }
      }),
  },
]

const ofUnloggedRecords: ReadonlyArray<Tamper> = [
  {
    title: "23 a record is put in without an entry",
    run: (target) => Effect.as(copyRecord(target), { finding: "Unlogged", id: copyId }),
  },
  {
    title: "25 the queued entry of a record is deleted",
    run: (target) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        yield* copyRecord(target)
        yield* Effect.flatMap(EvidenceLog, (log) => Effect.flatMap(copyEntry, (entry) => log.queue([entry])))
        yield* sql`delete from cs_log_queue where id = ${copyId}`
        return { finding: "Unlogged", id: copyId }
      }),
  },
]

const altersFirst = (title: string, table: string, column: string, value: string, finding: FindingName): Tamper => ({
  title,
  run: () =>
    Effect.gen(function* () {
      const sql = yield* sqlOf
      const [row] = yield* sql`select id from ${sql(table)} order by id`
      const raw: unknown = row?.["id"]
      const id = raw instanceof Uint8Array ? Buffer.from(raw).toString() : String(raw)
      yield* sql`update ${sql(table)} set ${sql(column)} = ${value} where id = ${id}`
      return { finding, id }
    }),
})

const ofReferences: ReadonlyArray<Tamper> = [
  altersFirst("28 archived content is altered", "cs_manifest_archive", "content", "{}", "ArchiveAltered"),
  altersFirst("29 a decision is altered", "cs_policy_decision", "country", "XX", "DecisionAltered"),
  altersFirst("29 a legal document is altered", "cs_legal_document", "version", "2020-01", "DocumentAltered"),
]

const ofErasures: ReadonlyArray<Tamper> = [
  {
    title: "30 an erased record is put back, with its entry",
    run: ({ database: { erased } }) =>
      Effect.as(
        editLine(erased, ([kind, time, , , commitment]) => [kind, time, copyId, newSalt(), commitment]),
        { finding: "ErasedReturned", position: erased },
      ),
  },
  {
    title: "30 the statement of an erasure is removed",
    run: ({ database: { erased } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        yield* sql`delete from cs_log_statement where id like ${"ers_%"}`
        return { finding: "OpenerGone", position: erased }
      }),
  },
  {
    title: "30 a dropped address is put back",
    run: ({ database: { dropped } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        const stored = yield* StoredEvidence
        const [row] = yield* stored.bundles(Math.floor(dropped / 256), 1)
        const id = row?.bundle?.entries[dropped % 256]?.id ?? ""
        yield* sql`update cs_consent set ip_address = ${"203.0.113.9"} where id = ${id}`
        return { finding: "ErasedReturned", id }
      }),
  },
  {
    title: "30 an address is dropped without an erasure",
    run: ({ record: { id, position } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        const facts = yield* factsOf(id)
        yield* sql`update cs_consent set ip_address = null, user_agent = null, language = null, metadata = null
          where id = ${id}`
        yield* editLine(position, ([kind, time, name, opener, commitment]) => {
          const rest = dropPart(opener ?? "", consentStatement(facts), "trace")
          return [kind, time, name, rest ?? "", commitment]
        })
        return { finding: "OpenerGone", position }
      }),
  },
  {
    title: "30 a record is erased without an erasure",
    run: ({ record: { id, position } }) =>
      Effect.gen(function* () {
        const sql = yield* sqlOf
        yield* sql`delete from cs_consent where id = ${id}`
        yield* editLine(position, ([kind, time, , , commitment]) => [kind, time, "-", "-", commitment])
        return { finding: "OpenerGone", position }
      }),
  },
]

/** All of them but the one that needs a transaction of its own. */
export const tamperings: ReadonlyArray<Tamper> = [
  ...ofRecords,
  ...ofTheTree,
  ...ofCheckpoints,
  ...ofUnloggedRecords,
  ...ofReferences,
  ...ofErasures,
]

/** A record that is put in with a back-dated entry, which the service then logs. It commits. */
export const backdated: Tamper = {
  title: "24 a record is put in with a back-dated entry",
  run: (target) =>
    Effect.gen(function* () {
      const sql = yield* sqlOf
      const log = yield* EvidenceLog
      yield* copyRecord(target)
      yield* sql`update cs_consent set created_at = ${Date.now() - 86_400_000} where id = ${copyId}`
      yield* log.queue([yield* copyEntry])
      yield* log.integrate(256, (head, edge, queued) => integrate(head, edge, queued, Date.now()))
      return { finding: "LoggedLate", id: copyId }
    }),
}
