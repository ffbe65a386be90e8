/** An evidence log in memory, as it is stored after some batches: what reads of it have to give. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createHash, createPrivateKey, sign } from "node:crypto"
import { writeCheckpoint } from "../evidence/Checkpoint.js"
import { archiveStatement, commitTo, type ConsentFacts, consentStatement } from "../evidence/Statement.js"
import { emptyRoot, type TreeHead } from "../evidence/MerkleTree.js"
import { readSignerKey, writeNote } from "../evidence/SignedNote.js"
import { type Bundle, emptyEdge, integrate, type LogHead, type QueuedEntry, type Tile } from "../evidence/Tiles.js"
import { CheckpointSigner } from "../ports/CheckpointSigner.js"
import type { KeptCheckpoint } from "../ports/EvidenceLog.js"
import { EntryPlace, EvidenceReader } from "../ports/EvidenceReader.js"
import { facts, keyOf, keys, start } from "./EvidenceVectors.js"

const { name, seed } = readSignerKey(keys.logSigner) ?? { name: "", seed: new Uint8Array() }

const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed])
const privateKey = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" })

/** The checkpoint of a tree, signed by the key of the vectors. */
export const signed = ({ root, size }: TreeHead): KeptCheckpoint => {
  const text = writeCheckpoint({ origin: name, size, root })
  const signature = new Uint8Array(sign(null, Buffer.from(text), privateKey))
  const note = writeNote({ text, signatures: [{ name, keyId: keyOf(keys.log).id, signature }] })
  return { size, note, signedAt: start }
}

export const consentId = (at: number): string => `cns_${at}`

export const subjectId = (at: number): string => `sub_${at % 7}`

/** The record of an entry; each differs in each of its parts. */
const recordOf = (at: number): ConsentFacts => ({
  ...facts,
  id: consentId(at),
  subjectId: subjectId(at),
  createdAt: start - at,
  domain: `shop-${at}.example`,
  ipAddress: `203.0.113.${at % 256}`,
})

const saltOf = (at: number): string =>
  createHash("sha256").update(`${at}`).digest().subarray(0, 16).toString("base64url")

/** Each third entry is late, and each fifth is no record. */
const statementOf = (at: number) =>
  at % 5 === 4 ? archiveStatement({ digest: `${at}`, what: "texts" }) : consentStatement(recordOf(at), at % 3 === 2)

const queuedOf = (at: number): QueuedEntry => {
  const statement = statementOf(at)
  return { kind: statement.kind, id: consentId(at), receivedAt: start - at, ...commitTo(statement, saltOf(at)) }
}

/** What is stored, and how often it was read. */
export interface GrownLog {
  readonly head: LogHead
  readonly bundles: Map<number, Bundle>
  readonly tiles: Map<string, Tile>
  readonly records: Map<string, ConsentFacts>
  readonly queued: ReadonlyArray<string>
  readonly checkpoints: ReadonlyArray<KeptCheckpoint>
  readonly statements: ReadonlyMap<string, string>
  readonly isOpen: boolean
  readonly reads: { bundles: number; tiles: number }
}

/** A log after batches of these sizes, with a checkpoint after each of the first ones, and some entries that wait. */
export const grownLog = (
  batches: ReadonlyArray<number>,
  { checkpoints = batches.length, waiting = 0 } = {},
): GrownLog => {
  let head: LogHead = { size: 0, root: emptyRoot, lastTime: 0 }
  let edge = emptyEdge
  const [bundles, tiles] = [new Map<number, Bundle>(), new Map<string, Tile>()]
  const heads: Array<LogHead> = []
  for (const count of batches) {
    const next = Array.from({ length: count }, (_, at) => queuedOf(head.size + at))
    const growth = integrate(head, edge, next, start)
    if (growth === null) throw new Error("the edge is not that of the head")
    head = growth.head
    edge = growth.edge
    for (const bundle of growth.bundles) bundles.set(bundle.n, bundle)
    for (const tile of growth.tiles) tiles.set(`${tile.level}/${tile.n}`, tile)
    heads.push(head)
  }
  const ids = Array.from({ length: head.size + waiting }, (_, at) => at)
  return {
    head,
    bundles,
    tiles,
    records: new Map(ids.filter((at) => at % 5 !== 4).map((at) => [consentId(at), recordOf(at)])),
    queued: ids.slice(head.size).map(consentId),
    checkpoints: heads.slice(0, checkpoints).map(signed),
    statements: new Map(),
    isOpen: true,
    reads: { bundles: 0, tiles: 0 },
  }
}

const present = <A>(values: ReadonlyArray<A | undefined>): ReadonlyArray<A> =>
  values.filter((value) => value !== undefined)

const readerOf = (log: GrownLog): typeof EvidenceReader.Service => ({
  tenant: null,
  state: Effect.sync(() =>
    log.isOpen
      ? Option.some({
          origin: name,
          openedAt: start,
          head: log.head,
          counted: log.head.size,
          queued: log.queued.length,
          oldestQueued: null,
        })
      : Option.none(),
  ),
  checkpoint: (atLeast) =>
    Effect.sync(() => Option.filter(Option.fromNullable(log.checkpoints.at(-1)), ({ size }) => size >= atLeast)),
  checkpoints: (fromSize, limit) =>
    Effect.sync(() => log.checkpoints.filter(({ size }) => size >= fromSize).slice(0, limit)),
  timestamps: () => Effect.succeed([]),
  newestTimestamp: () => Effect.succeedNone,
  newestCheckpoints: (atLeast, limit) =>
    Effect.sync(() =>
      log.checkpoints
        .filter(({ size }) => size >= atLeast)
        .toReversed()
        .slice(0, limit),
    ),
  bundles: (first, count) =>
    Effect.sync(() => {
      log.reads.bundles += 1
      return present(Array.from({ length: count }, (_, at) => log.bundles.get(first + at)))
    }),
  tiles: (ids) =>
    Effect.sync(() => {
      log.reads.tiles += 1
      return present(ids.map(({ level, n }) => log.tiles.get(`${level}/${n}`)))
    }),
  locate: (id) =>
    Effect.sync(() => {
      const entries = Array.from(log.bundles.values()).flatMap((bundle) => bundle.entries)
      const position = entries.findIndex((entry) => entry.id === id)
      const entry = entries[position]
      if (entry !== undefined) return EntryPlace.At({ position, entry })
      return log.queued.includes(id) ? EntryPlace.Queued() : EntryPlace.Unknown()
    }),
  consentFacts: (ids) =>
    Effect.sync(() => new Map(present(ids.map((id) => log.records.get(id))).map((record) => [record.id, record]))),
  statements: (ids) => Effect.sync(() => new Map(Array.from(log.statements).filter(([id]) => ids.includes(id)))),
})

/** The ports over a log; without a key nothing is signed. */
export const portsOf = (log: GrownLog, signerKeys: ReadonlyArray<string> = [keys.log]) =>
  Layer.merge(
    Layer.succeed(EvidenceReader, readerOf(log)),
    Layer.succeed(CheckpointSigner, { keys: signerKeys, sign: () => Effect.succeed([]) }),
  )
