import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import type { PartName } from "../evidence/Entry.js"
import { readReceipt, readTlogProof, writeReceipt, writeTlogProof } from "../evidence/Receipt.js"
import { type Trust, verifyReceipt } from "../evidence/VerifyReceipt.js"
import { keyOf, keys, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { consentId, type GrownLog, grownLog, portsOf, subjectId } from "../testing/GrownLog.js"
import { issueReceipt, ReceiptOutcome } from "./Receipts.js"

const trust: Trust = { keys: [keyOf(keys.log)] }

const issue = (log: GrownLog, at: number, withhold: ReadonlyArray<PartName> = [], signerKeys?: ReadonlyArray<string>) =>
  issueReceipt({ subjectId: subjectId(at), consentId: consentId(at), withhold }).pipe(
    Effect.provide(portsOf(log, signerKeys)),
    Effect.either,
    Effect.runPromise,
  )

const outcomeOf = async (...asked: Parameters<typeof issue>): Promise<string> =>
  Either.match(await issue(...asked), { onLeft: ({ _tag }) => _tag, onRight: ({ _tag }) => _tag })

const issued = async (...asked: Parameters<typeof issue>) => {
  const outcome = Either.getOrThrow(await issue(...asked))
  return ReceiptOutcome.$is("Issued")(outcome) ? outcome.receipt : assert.fail(outcome._tag)
}

const parts: ReadonlyArray<PartName> = ["act", "subject", "trace"]

describe("a receipt that is issued", () => {
  it("verifies at every size, with every subset of parts withheld, in both forms", async () => {
    const sizes = FastCheck.array(FastCheck.nat(700), { minLength: 1, maxLength: 4 })
    await FastCheck.assert(
      FastCheck.asyncProperty(
        sizes,
        FastCheck.nat(),
        FastCheck.subarray([...parts]),
        async (batches, any, withhold) => {
          const log = grownLog(batches)
          FastCheck.pre(log.head.size > 0)
          const at = any % log.head.size
          FastCheck.pre(at % 5 !== 4)
          const receipt = await issued(log, at, withhold)
          assert.strictEqual(receipt.index, at)
          for (const name of parts)
            assert.strictEqual("text" in (receipt.entry.parts[name] ?? {}), !withhold.includes(name))
          for (const again of [readReceipt(writeReceipt(receipt)), readTlogProof(writeTlogProof(receipt))]) {
            const verdict = await verifyReceipt(again ?? assert.fail(), trust, verifyEd25519)
            assert.deepStrictEqual(verdict, { _tag: "Verified", size: log.head.size, witnesses: [] })
          }
          assert.isAtMost(log.reads.bundles, 2)
          assert.isAtMost(log.reads.tiles, 1)
        },
      ),
      { numRuns: 40 },
    )
  })

  it("is over the newest checkpoint, which may be behind the tree", async () => {
    const log = grownLog([300, 300, 300], { checkpoints: 2 })
    const receipt = await issued(log, 10)
    const verdict = await verifyReceipt(receipt, trust, verifyEd25519)
    assert.deepStrictEqual(verdict, { _tag: "Verified", size: 600, witnesses: [] })
  })

  it("reads two bundles and the tiles above them in a tree of 70,000 entries", async () => {
    const log = grownLog([70_000])
    const receipt = await issued(log, 65_000)
    assert.strictEqual((await verifyReceipt(receipt, trust, verifyEd25519))._tag, "Verified")
    assert.deepStrictEqual(log.reads, { bundles: 2, tiles: 1 })
  })
})

describe("no receipt is issued", () => {
  const log = grownLog([10, 10], { checkpoints: 1, waiting: 10 })

  it.each([
    ["of an entry that waits", 21, "Pending"],
    ["of an entry behind the newest checkpoint", 11, "Pending"],
    ["of the first of them", 10, "Pending"],
    ["of an unknown record", 99, "NotFound"],
    ["of an entry that is no record", 4, "NotFound"],
  ])("%s", async (_, at, outcome) => {
    assert.strictEqual(await outcomeOf(log, at), outcome)
  })

  it("of another subject's record", async () => {
    const asked = { subjectId: subjectId(1), consentId: consentId(0), withhold: [] }
    const outcome = await Effect.runPromise(Effect.provide(issueReceipt(asked), portsOf(log)))
    assert.deepStrictEqual(outcome, ReceiptOutcome.NotFound())
  })

  it("of a record that is not in the log", async () => {
    const without = { ...grownLog([10]), bundles: new Map() }
    assert.strictEqual(await outcomeOf(without, 0), "NotFound")
  })

  it("of an entry whose salt was erased", async () => {
    const erased = grownLog([10])
    const bundle = erased.bundles.get(0) ?? assert.fail()
    const entries = bundle.entries.map((entry, at) => (at === 3 ? { ...entry, opener: null } : entry))
    erased.bundles.set(0, { ...bundle, entries })
    assert.strictEqual(await outcomeOf(erased, 3), "NotFound")
    assert.strictEqual(await outcomeOf(erased, 2), "Issued")
  })

  it("before the first checkpoint", async () => {
    assert.strictEqual(await outcomeOf(grownLog([10], { checkpoints: 0 }), 0), "Pending")
  })

  it("without a key", async () => {
    assert.strictEqual(await outcomeOf(log, 0, [], []), "Unsigned")
  })

  it("of a record that was altered, of an altered tree, of a lost tile, and under a damaged checkpoint", async () => {
    const altered = grownLog([10])
    altered.records.set(consentId(3), { ...(altered.records.get(consentId(3)) ?? assert.fail()), givenAt: 0 })
    assert.strictEqual(await outcomeOf(altered, 3), "LogInconsistent")
    assert.strictEqual(await outcomeOf(altered, 2), "Issued")
    const lost = grownLog([600])
    const tile = lost.tiles.get("1/0") ?? assert.fail()
    lost.tiles.set("1/0", { ...tile, hashes: tile.hashes.map((hash) => hash.toReversed()) })
    assert.strictEqual(await outcomeOf(lost, 3), "LogInconsistent")
    lost.tiles.clear()
    assert.strictEqual(await outcomeOf(lost, 3), "LogInconsistent")
    const damaged = grownLog([10])
    const checkpoints = damaged.checkpoints.map((checkpoint) => ({ ...checkpoint, note: "" }))
    assert.strictEqual(await outcomeOf({ ...damaged, checkpoints }, 3), "LogInconsistent")
  })
})
