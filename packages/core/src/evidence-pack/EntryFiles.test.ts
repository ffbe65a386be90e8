import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { emptyRoot } from "../evidence/MerkleTree.js"
import { type PendingEntry, pendingEntry } from "../evidence/PendingEntry.js"
import { keyStatement, linkStatement } from "../evidence/Statement.js"
import { emptyEdge, integrate, type LoggedEntry } from "../evidence/Tiles.js"
import { verifyReceipt } from "../evidence/VerifyReceipt.js"
import { Erasures, type Footprint } from "../ports/Erasures.js"
import { EntryPlace, EvidenceReader } from "../ports/EvidenceReader.js"
import { keyOf, keys, start, verifyEd25519 } from "../testing/EvidenceVectors.js"
import { type GrownLog, portsOf, signed } from "../testing/GrownLog.js"
import { keyReceipts, linkReceipts, type ReceiptsByPath } from "./EntryFiles.js"

const impatient = { every: 0, most: 0 }
const patient = { every: 0, most: 1 }

const salt = "14e0Frw2e-rrizb_xsrDAg"

const linkOf = (id: string) =>
  pendingEntry(linkStatement({ externalId: id, identityProvider: "external", subjectId: "sub_1", verified: true }), {
    id,
    receivedAt: start,
    salt,
  })

const keyEntryAt = (at: number) =>
  pendingEntry(keyStatement({ at, new: keys.log, old: null, reason: "signing begins" }), {
    id: "key_7b36f050",
    receivedAt: at,
    salt,
  })

/** A log with these entries and their statements, over which there is a checkpoint. */
const logOf = (entries: ReadonlyArray<PendingEntry>, isSigned = true): GrownLog => {
  const growth = integrate({ size: 0, root: emptyRoot, lastTime: 0 }, emptyEdge, entries, start)
  if (growth === null) return assert.fail("the first tree is not empty")
  return {
    head: growth.head,
    bundles: new Map(growth.bundles.map((bundle) => [bundle.n, bundle])),
    tiles: new Map(),
    records: new Map(),
    queued: [],
    checkpoints: isSigned ? [signed(growth.head)] : [],
    statements: new Map(entries.map(({ id, statement }) => [id, statement ?? ""])),
    isOpen: true,
    reads: { bundles: 0, tiles: 0 },
  }
}

const entriesIn = (log: GrownLog): ReadonlyArray<LoggedEntry> =>
  Array.from(log.bundles.values()).flatMap(({ entries }) => entries)

/** What an effect gives at each question; the last for good. */
const oneAfterAnother = <A>(...answers: ReadonlyArray<A>): Effect.Effect<A> => {
  let asked = 0
  return Effect.suspend(() => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    return answer === undefined ? Effect.dieMessage("no answer") : Effect.succeed(answer)
  })
}

const footprintOf = (
  log: GrownLog,
  links: ReadonlyArray<string>,
  rest: Partial<Pick<Footprint, "queued" | "entries">> = {},
): Footprint => ({
  subjects: [],
  records: [],
  links: links.map((id) => ({ id, subjectId: "sub_1" })),
  entries: entriesIn(log).map((entry, position) => ({ position, entry })),
  queued: [],
  isLogged: true,
  legalHolds: [],
  ...rest,
})

type Reader = typeof EvidenceReader.Service

const over = <A, E, R>(effect: Effect.Effect<A, E, R>, log: GrownLog, change: Partial<Reader> = {}) =>
  effect.pipe(
    Effect.updateService(EvidenceReader, (reader) => ({ ...reader, ...change })),
    Effect.provide(portsOf(log)),
  )

/** What is given of links that these footprints have, one after another. */
const linksOf = (
  log: GrownLog,
  patience: typeof patient,
  footprints: ReadonlyArray<Footprint>,
  change?: Partial<Reader>,
) => {
  const footprint = oneAfterAnother(...footprints)
  const erasures = Layer.mock(Erasures, {
    tenant: null,
    footprint: (subjects) => (subjects.join() === "sub_1" ? footprint : Effect.dieMessage("another subject")),
  })
  const receipts = Effect.map(linkReceipts(["sub_1"], patience), Option.getOrNull)
  return Effect.runPromise(over(Effect.provide(receipts, erasures), log, change))
}

const positionsIn = (receipts: ReceiptsByPath | null) =>
  receipts === null ? null : Array.from(receipts, ([path, { index }]) => [path, index])

const areVerified = async (receipts: ReceiptsByPath | null) => {
  for (const receipt of receipts?.values() ?? []) {
    const { _tag } = await verifyReceipt(receipt, { keys: [keyOf(keys.log)] }, verifyEd25519)
    assert.strictEqual(_tag, "Verified")
  }
}

const links = [linkOf("lnk_1"), linkOf("lnk_2"), linkOf("lnk/3")]

describe("the receipts of a person's links", () => {
  it("are of each link that the log has, and verify", async () => {
    const log = logOf(links)
    // One of another person, and one from before there was a log.
    const receipts = await linksOf(log, impatient, [footprintOf(log, ["lnk/3", "lnk_1", "lnk_0"])])
    assert.deepStrictEqual(positionsIn(receipts), [
      ["links/lnk.2f.3", 2],
      ["links/lnk_1", 0],
    ])
    await areVerified(receipts)
  })

  it("are not of those that were erased", async () => {
    const log = logOf(links)
    const entries = entriesIn(log).map((entry, position) => ({
      position,
      entry: position === 1 ? { ...entry, opener: null } : entry,
    }))
    const receipts = await linksOf(log, impatient, [footprintOf(log, ["lnk_1", "lnk_2"], { entries })])
    assert.deepStrictEqual(positionsIn(receipts), [["links/lnk_1", 0]])
  })

  it("are none while one of them waits for the tree, for which the patient wait", async () => {
    const log = logOf(links)
    const waiting = footprintOf(log, ["lnk_1", "lnk_2"], { queued: ["cns_1", "lnk_2"] })
    const settled = footprintOf(log, ["lnk_1", "lnk_2"], { queued: ["cns_1"] })
    assert.isNull(await linksOf(log, impatient, [waiting, settled]))
    assert.isNull(await linksOf(log, patient, [waiting, waiting, settled]))
    assert.strictEqual((await linksOf(log, patient, [waiting, settled]))?.size, 2)
  })

  it("are none while no checkpoint covers one of them", async () => {
    const log = logOf(links, false)
    assert.isNull(await linksOf(log, patient, [footprintOf(log, ["lnk_1"])]))
    assert.strictEqual((await linksOf(log, patient, [footprintOf(log, [])]))?.size, 0)
    const first = signed(logOf(links.slice(0, 1)).head)
    const behind = { ...log, checkpoints: [first] }
    assert.strictEqual((await linksOf(behind, impatient, [footprintOf(log, ["lnk_1"])]))?.size, 1)
    assert.isNull(await linksOf(behind, impatient, [footprintOf(log, ["lnk_1", "lnk_2"])]))
  })

  it("are there once a checkpoint covers them, for which the patient wait", async () => {
    const log = logOf(links)
    const checkpoint = () => oneAfterAnother(Option.none(), Option.fromNullable(log.checkpoints[0]))
    const receiptsOf = (patience: typeof patient) => {
      const asked = checkpoint()
      return linksOf(log, patience, [footprintOf(log, ["lnk_1"])], { checkpoint: () => asked })
    }
    assert.isNull(await receiptsOf(impatient))
    assert.strictEqual((await receiptsOf(patient))?.size, 1)
  })
})

const logKey = (key: string) => ({ key, from: 1, until: null })

const introducedAt = start - 5_000

describe("the receipts of a log's keys", () => {
  const log = logOf([linkOf("lnk_1"), keyEntryAt(introducedAt)])
  const place = EntryPlace.At({ position: 1, entry: entriesIn(log)[1] ?? assert.fail("no entry") })

  const receiptsOf = (
    names: ReadonlyArray<string>,
    {
      change = {},
      patience = impatient,
    }: { readonly change?: Partial<Reader>; readonly patience?: typeof patient } = {},
  ) => Effect.runPromise(over(keyReceipts(names.map(logKey), patience), log, change))

  it("are of the entries that introduced them, and verify", async () => {
    const receipts = await receiptsOf([keys.log])
    assert.deepStrictEqual(positionsIn(receipts), [["log/entries/key_7b36f050", 1]])
    await areVerified(receipts)
  })

  it("are of no key that has no entry, and of nothing that is no key", async () => {
    assert.deepStrictEqual(positionsIn(await receiptsOf([keys.next, "no key"])), [])
    assert.deepStrictEqual(positionsIn(await receiptsOf([keys.next, keys.log, "no key"])), [
      ["log/entries/key_7b36f050", 1],
    ])
  })

  it("are of no key whose statement cannot be read, or which is not in the tree or under no checkpoint", async () => {
    const statements = () => Effect.succeed(new Map([["key_7b36f050", "{}"]]))
    assert.deepStrictEqual(positionsIn(await receiptsOf([keys.log], { change: { statements } })), [])
    const newest = () => Effect.succeed(Option.fromNullable(log.checkpoints[0]))
    for (const change of [
      { locate: () => Effect.succeed(EntryPlace.Unknown()), checkpoint: newest },
      { locate: () => Effect.succeed(EntryPlace.Queued()), checkpoint: newest },
      { checkpoint: () => Effect.succeedNone },
    ]) {
      assert.deepStrictEqual(positionsIn(await receiptsOf([keys.log], { change })), [])
    }
  })

  it("are found by when the key was introduced, and waited for by the patient", async () => {
    const asked: Array<readonly [string, number]> = []
    const receiptsWith = (patience: typeof patient) => {
      const places = oneAfterAnother<EntryPlace>(EntryPlace.Queued(), place)
      const locate: Reader["locate"] = (...question) => {
        asked.push(question)
        return places
      }
      return receiptsOf([keys.log], { change: { locate }, patience })
    }
    assert.strictEqual((await receiptsWith(impatient)).size, 0)
    assert.strictEqual((await receiptsWith(patient)).size, 1)
    assert.deepStrictEqual(asked[0], ["key_7b36f050", introducedAt])
  })
})
