import { CertificateOutcome, issueCertificate } from "@consent-service/core/erasure"
import { erasedStatement, writeCheckpoint, writeNote } from "@consent-service/core/evidence"
import { LogInconsistent } from "@consent-service/core/evidence-log"
import { ErasureDecision, Erasures, EvidenceReader, type StoredErasure } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { drain, entryOf, freshSalt, opening, origin, stateOf } from "../laws/LogUnderTest.js"
import { loggedStores } from "../MemoryStores.js"

const now = 1_900_000_000_000

const erasure: StoredErasure = {
  id: "ticket 17",
  erasedAt: now,
  reason: "art. 17",
  parts: null,
  deleted: { consent: 1, subject: 1, log_statement: 0 },
  leaves: [0],
  entry: { id: "ers_1", receivedAt: now },
}

/** A note as it is signed, by a key that no reader knows. */
const noteOf = (text: string) =>
  writeNote({ text, signatures: [{ name: origin, keyId: "00000001", signature: new Uint8Array(64) }] })

/** Stores with an open log whose first entry is all that is in the tree, and with this erasure. */
const storesWith = (stored: StoredErasure, isQueued: boolean) =>
  Effect.gen(function* () {
    const stores = yield* loggedStores()("shop")
    yield* stores.log.open(opening())
    yield* drain(stores.log)
    const { erasedAt, leaves, reason } = stored
    const entry = entryOf(erasedStatement({ count: leaves.length, erasedAt, leaves, reason }), "ers_1", now)
    const changes = { records: [], traces: [], subjects: [], unlinked: [], statements: [], entries: [] }
    const plan = { ...changes, entry: isQueued ? entry : null, erasure: stored }
    yield* stores.erasures.erase([], () => ErasureDecision.Erase({ plan }))
    return stores
  })

type Stores = Effect.Effect.Success<ReturnType<typeof storesWith>>

const issued = ({ erasures, reader }: Stores, isSigned: boolean) =>
  issueCertificate("ticket 17", isSigned).pipe(
    Effect.provideService(Erasures, erasures),
    Effect.provideService(EvidenceReader, reader),
  )

describe("the certificate of an erasure", () => {
  it.scoped("waits for the tree and then for a checkpoint, if checkpoints are signed", () =>
    Effect.gen(function* () {
      const stores = yield* storesWith(erasure, true)
      const pending = CertificateOutcome.Pending({ erasure })
      assert.deepStrictEqual(yield* issued(stores, true), pending)
      yield* drain(stores.log)
      assert.deepStrictEqual(yield* issued(stores, true), pending)
      const { head } = yield* stateOf(stores.reader)
      const note = noteOf(writeCheckpoint({ origin, ...head }))
      yield* stores.log.keepCheckpoint({ size: head.size, note, signedAt: now })
      const outcome = yield* issued(stores, true)
      const { certificate } = outcome._tag === "Issued" ? outcome : assert.fail(outcome._tag)
      assert.deepStrictEqual([certificate.entry?.index, certificate.entry?.checkpoint], [1, note])
      assert.deepStrictEqual(
        certificate.leaves.map(({ index, proof }) => [index, proof?.length]),
        [[0, 1]],
      )
    }),
  )

  it.scoped("has neither proofs nor an entry where no checkpoint is signed", () =>
    Effect.gen(function* () {
      const outcome = yield* issued(yield* storesWith(erasure, true), false)
      const { certificate } = outcome._tag === "Issued" ? outcome : assert.fail(outcome._tag)
      assert.isNull(certificate.entry)
      assert.deepStrictEqual(
        certificate.leaves.map(({ index, proof }) => [index, proof]),
        [[0, null]],
      )
    }),
  )

  it.scoped("of an erasure that was not logged has no leaves", () =>
    Effect.gen(function* () {
      const stores = yield* storesWith({ ...erasure, leaves: [], entry: null }, false)
      const { deleted, erasedAt, id, parts, reason } = erasure
      const certificate = { requestId: id, erasedAt, reason, parts, deleted, leaves: [], entry: null }
      assert.deepStrictEqual(yield* issued(stores, true), CertificateOutcome.Issued({ certificate }))
    }),
  )

  it.scoped("is not there for a request that was never made", () =>
    Effect.gen(function* () {
      const stores = yield* storesWith({ ...erasure, id: freshSalt() }, true)
      assert.deepStrictEqual(yield* issued(stores, true), CertificateOutcome.NotFound())
    }),
  )

  it.scoped("is not issued by a log without what was erased or without the erasure", () =>
    Effect.gen(function* () {
      const failure = (stores: Stores, isSigned: boolean) => Effect.flip(issued(stores, isSigned))
      for (const position of [5, 600]) {
        const failed = yield* failure(yield* storesWith({ ...erasure, leaves: [position] }, true), false)
        const message = `entry ${position} was erased, and is not in the tree`
        assert.deepStrictEqual(failed, new LogInconsistent({ message }))
      }
      const message = 'the entry of erasure "ticket 17" is not in the log'
      assert.deepStrictEqual(yield* failure(yield* storesWith(erasure, false), true), new LogInconsistent({ message }))
    }),
  )
})
