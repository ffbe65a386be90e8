import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import { emptyRoot } from "../evidence/MerkleTree.js"
import { pendingEntry } from "../evidence/PendingEntry.js"
import { linkStatement } from "../evidence/Statement.js"
import { emptyEdge, integrate } from "../evidence/Tiles.js"
import { verifyReceipt } from "../evidence/VerifyReceipt.js"
import { keyOf, keys, start, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { consentId, type GrownLog, grownLog, portsOf, signed } from "../testing/GrownLog.js"
import { checkpointOver, storedEntryReceipt } from "./StoredEntry.js"

const linkOf = (at: number) =>
  linkStatement({ externalId: `user-${at}`, identityProvider: "external", subjectId: "sub_1", verified: true })

/** A log of links, whose statements are stored with their entries. */
const linkLog = (count: number): GrownLog => {
  const entries = Array.from({ length: count }, (_, at) =>
    pendingEntry(linkOf(at), { id: consentId(at), receivedAt: start + at, salt: "xh7DYDLe8SCGKnMPT9Tr8Q" }),
  )
  const growth = integrate({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, entries, start)
  if (growth === null) return assert.fail("the edge is not that of the head")
  return {
    ...grownLog([0]),
    head: growth.head,
    bundles: new Map(growth.bundles.map((bundle) => [bundle.n, bundle])),
    checkpoints: [signed(growth.head)],
    statements: new Map(entries.map(({ id, statement }) => [id, statement ?? ""])),
  }
}

const run = <A, E>(log: GrownLog, effect: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof portsOf>>>) =>
  Effect.runSync(Effect.either(Effect.provide(effect, portsOf(log))))

const covered = (log: GrownLog, at: number) =>
  run(log, checkpointOver({ id: consentId(at), receivedAt: start + at }, "the entry of a pack"))

const receiptIn = (log: GrownLog, at: number) => {
  const found = Either.getOrThrow(covered(log, at)) ?? assert.fail("not covered")
  return run(log, storedEntryReceipt(found))
}

const problemIn = (log: GrownLog, at: number): string =>
  Either.match(receiptIn(log, at), {
    onLeft: (error) => (error._tag === "LogInconsistent" ? error.message : error._tag),
    onRight: () => "issued",
  })

describe("an entry whose statement is stored", () => {
  it("is covered by the newest checkpoint, at its position", () => {
    const log = linkLog(5)
    const found = Either.getOrThrow(covered(log, 4))
    assert.deepStrictEqual(found, {
      id: consentId(4),
      position: 4,
      entry: log.bundles.get(0)?.entries[4],
      checkpoint: log.checkpoints[0],
    })
  })

  it("is covered by none while it waits for the tree or for a checkpoint", () => {
    assert.isNull(Either.getOrThrow(covered(grownLog([5], { waiting: 1 }), 5)))
    assert.isNull(Either.getOrThrow(covered(grownLog([4, 1], { checkpoints: 1 }), 4)))
    assert.isNotNull(Either.getOrThrow(covered(grownLog([4, 1], { checkpoints: 1 }), 3)))
  })

  it("is missed in words when it is not in the log", () => {
    const problem = Either.flip(covered(linkLog(5), 5))
    assert.deepInclude(Either.getOrThrow(problem), {
      _tag: "LogInconsistent",
      message: "the entry of a pack is not in the log",
    })
  })

  it("has a receipt that discloses all and verifies", async () => {
    const receipt = Either.getOrThrow(receiptIn(linkLog(5), 3))
    assert.strictEqual(receipt.index, 3)
    assert.include({ text: null, ...receipt.entry.parts["link"] }, { text: linkOf(3).parts[0]?.text ?? "" })
    const verdict = await verifyReceipt(receipt, { keys: [keyOf(keys.log)] }, verifyEd25519)
    assert.deepStrictEqual(verdict, { _tag: "Verified", size: 5, witnesses: [] })
  })

  it("has none when its statement is missing or none, or nothing opens it", () => {
    const log = linkLog(5)
    assert.strictEqual(problemIn(log, 3), "issued")
    const unreadable = "the statement of entry 3 cannot be read"
    for (const statements of [new Map(), new Map([[consentId(3), "{}"]])]) {
      assert.strictEqual(problemIn({ ...log, statements }, 3), unreadable)
    }
    for (const opener of [null, "?", "log=x"]) {
      const bundle = log.bundles.get(0) ?? assert.fail()
      const entries = bundle.entries.map((entry) => ({ ...entry, opener }))
      assert.strictEqual(problemIn({ ...log, bundles: new Map([[0, { ...bundle, entries }]]) }, 3), unreadable)
    }
  })

  it("has none when it is another statement than what was logged", () => {
    const log = linkLog(5)
    const other = log.statements.get(consentId(2)) ?? assert.fail()
    assert.strictEqual(
      problemIn({ ...log, statements: new Map([[consentId(3), other]]) }, 3),
      "the record of entry 3 or the tree above it is not what the checkpoint of 5 entries covers",
    )
  })

  it("has none under a checkpoint that cannot be read", () => {
    const log = { ...linkLog(5), checkpoints: [{ size: 5, note: "?", signedAt: start }] }
    assert.strictEqual(problemIn(log, 3), "the checkpoint of 5 entries cannot be read")
  })
})
