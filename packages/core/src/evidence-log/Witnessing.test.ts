import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { readNote, writeSignatureLine } from "../evidence/SignedNote.js"
import { WitnessAnswer, type Witness } from "../ports/Witnesses.js"
import { type AskedWitness, honestWitness, newCosigner, witnessAnswering } from "../testing/Cosigners.js"
import { signed } from "../testing/GrownLog.js"
import { type CosignedLog, cosignedLog, witnessed } from "../testing/CosignedLog.js"
import { makeWitnessing, WitnessRun } from "./Witnessing.js"

const [first, second] = [newCosigner("witness.example/w1"), newCosigner("witness.example/w2")]

const oldIn = ({ requests }: AskedWitness): ReadonlyArray<string | undefined> =>
  requests.map((request) => request.split("\n")[0])

const textOf = (note: string): string => readNote(note)?.text ?? assert.fail("no note")

const namesIn = (note: string): ReadonlyArray<string> => (readNote(note)?.signatures ?? []).map(({ name }) => name)

const origin = "evidence.example/shop"

describe("a witnessed log", () => {
  it("has its newest checkpoint cosigned by every witness, and asks none that has cosigned it", async () => {
    const log = cosignedLog([10, 20, 30])
    const witnesses = [honestWitness(first), honestWitness(second)]
    const witnessing = makeWitnessing()
    const cosigned = [first, second].map(({ key }) => WitnessRun.Witnessed({ witness: key.name, size: 60 }))
    assert.deepStrictEqual(await witnessed(witnessing, log, witnesses), cosigned)
    const note = log.note(60)
    assert.deepStrictEqual(namesIn(note), [origin, first.key.name, second.key.name])
    assert.isTrue(note.endsWith(`${first.lineUnder(textOf(note))}${second.lineUnder(textOf(note))}`))
    assert.deepStrictEqual(namesIn(log.note(30)), [origin])
    assert.deepStrictEqual(await witnessed(witnessing, log, witnesses), cosigned)
    assert.deepStrictEqual(witnesses.map(oldIn), [["old 0"], ["old 0"]])
  })

  it("has a later checkpoint proven from the one that a witness cosigned last", async () => {
    const log = cosignedLog([10, 20, 30], { checkpoints: 2 })
    const [witness, witnessing] = [honestWitness(first), makeWitnessing()]
    await witnessed(witnessing, log, [witness])
    log.sign(60)
    assert.deepStrictEqual(await witnessed(witnessing, log, [witness]), [
      WitnessRun.Witnessed({ witness: first.key.name, size: 60 }),
    ])
    assert.deepStrictEqual(oldIn(witness), ["old 0", "old 30"])
  })

  it("asks once more from the size that a witness names", async () => {
    const log = cosignedLog([10, 20, 30], { checkpoints: 2 })
    const witness = honestWitness(first)
    await witnessed(makeWitnessing(), log, [witness])
    log.sign(60)
    const [outcome] = await witnessed(makeWitnessing(), log, [witness])
    assert.deepStrictEqual(outcome, WitnessRun.Witnessed({ witness: first.key.name, size: 60 }))
    assert.deepStrictEqual(oldIn(witness), ["old 0", "old 0", "old 30"])
  })

  it("sends no witness the lines of others", async () => {
    const log = cosignedLog([10])
    const own = log.note(10)
    const later = honestWitness(second)
    await witnessed(makeWitnessing(), log, [honestWitness(first)])
    await witnessed(makeWitnessing(), log, [later])
    assert.deepStrictEqual(later.requests, [`old 0\n\n${own}`])
  })

  it("is asked about from no size that is not signed here any more", async () => {
    const log = cosignedLog([10, 20, 30])
    const [witness, witnessing] = [honestWitness(first), makeWitnessing()]
    await witnessed(witnessing, log, [witness])
    log.forget(60)
    assert.deepStrictEqual(await witnessed(witnessing, log, [witness]), [
      WitnessRun.Contradicted({
        witness: first.key.name,
        problem: "it has cosigned a tree of 60 entries, but 30 are signed here",
      }),
    ])
    assert.deepStrictEqual(oldIn(witness), ["old 0", "old 30"])
  })

  it("asks all witnesses together", async () => {
    const log = cosignedLog([10])
    const isAsked = Effect.runSync(Deferred.make<void>())
    const answer = WitnessAnswer.Unsigned({ reason: "busy" })
    const waits = witnessAnswering(first.key, Effect.as(Deferred.await(isAsked), answer))
    const frees = witnessAnswering(second.key, Effect.as(Deferred.succeed(isAsked, undefined), answer))
    assert.deepStrictEqual(
      await witnessed(makeWitnessing(), log, [waits, frees]),
      [first, second].map(({ key }) => WitnessRun.Unwitnessed({ witness: key.name, reason: "busy" })),
    )
  })

  it("asks no witness before the first checkpoint", async () => {
    const witness = honestWitness(first)
    assert.deepStrictEqual(await witnessed(makeWitnessing(), cosignedLog([10], { checkpoints: 0 }), [witness]), [])
    assert.deepStrictEqual(witness.requests, [])
  })

  it("takes neither the same name nor the same id alone for a witness's line", async () => {
    for (const { keyId, name } of [
      { keyId: first.key.id, name: second.key.name },
      { keyId: second.key.id, name: first.key.name },
    ]) {
      const log = cosignedLog([10])
      log.addLine(10, writeSignatureLine({ keyId, name, signature: new Uint8Array(72) }))
      const witness = honestWitness(first)
      await witnessed(makeWitnessing(), log, [witness])
      assert.lengthOf(witness.requests, 1)
      assert.isTrue(log.note(10).endsWith(first.lineUnder(textOf(log.note(10)))))
    }
  })
})

describe("a cosignature", () => {
  const cosigns = (log: CosignedLog, before: () => void = () => {}): Witness =>
    witnessAnswering(
      first.key,
      Effect.sync(() => {
        before()
        return WitnessAnswer.Cosigned({ lines: first.lineUnder(textOf(log.note(10))) })
      }),
    )

  it("is put to a checkpoint to which another line is put meanwhile", async () => {
    const log = cosignedLog([10])
    log.beforeReplacing(1, () => log.addLine(10, second.lineUnder(textOf(log.note(10)))))
    await witnessed(makeWitnessing(), log, [cosigns(log)])
    assert.deepStrictEqual(namesIn(log.note(10)), [origin, second.key.name, first.key.name])
    assert.strictEqual(log.attempts(), 2)
  })

  it("is put in the tenth attempt, and not tried an eleventh time", async () => {
    for (const [disturbances, isPut] of [
      [9, true],
      [10, false],
    ] as const) {
      const log = cosignedLog([10])
      log.beforeReplacing(disturbances, () => log.addLine(10, newCosigner("other.example").lineUnder("text\n")))
      await witnessed(makeWitnessing(), log, [cosigns(log)])
      assert.deepStrictEqual([namesIn(log.note(10)).includes(first.key.name), log.attempts()], [isPut, 10])
    }
  })

  it("is not put twice when another process was first", async () => {
    const log = cosignedLog([10])
    const first10 = () => log.addLine(10, first.lineUnder(textOf(log.note(10))))
    await witnessed(makeWitnessing(), log, [cosigns(log, first10)])
    assert.deepStrictEqual(namesIn(log.note(10)), [origin, first.key.name])
    assert.strictEqual(log.attempts(), 0)
  })

  it("is put to no other checkpoint when its own is forgotten meanwhile", async () => {
    const log = cosignedLog([10, 10])
    log.forget(20)
    const line = first.lineUnder(textOf(log.note(10)))
    const answer = Effect.sync(() => {
      log.sign(20)
      log.forget(10)
      return WitnessAnswer.Cosigned({ lines: line })
    })
    assert.deepStrictEqual(await witnessed(makeWitnessing(), log, [witnessAnswering(first.key, answer)]), [
      WitnessRun.Witnessed({ witness: first.key.name, size: 10 }),
    ])
    assert.deepStrictEqual([namesIn(log.note(20)), log.attempts()], [[origin], 0])
  })

  it("is put to nothing when its checkpoint is gone or damaged meanwhile", async () => {
    for (const change of [(log: CosignedLog) => log.forget(10), (log: CosignedLog) => log.rewrite(10, "?")]) {
      const log = cosignedLog([10])
      const lines = first.lineUnder(textOf(log.note(10)))
      const answer = Effect.sync(() => {
        change(log)
        return WitnessAnswer.Cosigned({ lines })
      })
      assert.deepStrictEqual(await witnessed(makeWitnessing(), log, [witnessAnswering(first.key, answer)]), [
        WitnessRun.Witnessed({ witness: first.key.name, size: 10 }),
      ])
      assert.strictEqual(log.attempts(), 0)
    }
  })
})

describe("a witness that has not signed", () => {
  const judged = async (log: CosignedLog, ...answers: ReadonlyArray<Effect.Effect<WitnessAnswer> | WitnessAnswer>) => {
    const witness = witnessAnswering(first.key, ...answers)
    const [outcome] = await witnessed(makeWitnessing(), log, [witness])
    return { outcome, asked: oldIn(witness) }
  }
  const unwitnessed = (reason: string) => WitnessRun.Unwitnessed({ witness: first.key.name, reason })
  const contradicted = (problem: string) => WitnessRun.Contradicted({ witness: first.key.name, problem })

  it("leaves the log as it is, and gives its reason", async () => {
    const log = cosignedLog([10])
    const { outcome } = await judged(log, WitnessAnswer.Unsigned({ reason: "away" }))
    assert.deepStrictEqual(outcome, unwitnessed("away"))
    assert.deepStrictEqual(namesIn(log.note(10)), [origin])
  })

  it("is one whose signature is of something else", async () => {
    const log = cosignedLog([10, 10])
    const { outcome } = await judged(log, WitnessAnswer.Cosigned({ lines: first.lineUnder(textOf(log.note(10))) }))
    assert.deepStrictEqual(outcome, unwitnessed("its answer has no right signature"))
    assert.deepStrictEqual(namesIn(log.note(20)), [origin])
  })

  it("contradicts the log when it knows another tree of the same size", async () => {
    const { asked, outcome } = await judged(cosignedLog([10]), WitnessAnswer.Knows({ size: 10 }))
    assert.deepStrictEqual(outcome, contradicted("it has cosigned another tree of 10 entries"))
    assert.deepStrictEqual(asked, ["old 0", "old 10"])
  })

  it("contradicts the log when it knows a larger tree than any that is signed here", async () => {
    const log = cosignedLog([10, 10])
    log.forget(20)
    const answer = Effect.sync(() => {
      log.sign(20)
      return WitnessAnswer.Knows({ size: 21 })
    })
    const { asked, outcome } = await judged(log, answer)
    assert.deepStrictEqual(outcome, contradicted("it has cosigned a tree of 21 entries, but 20 are signed here"))
    assert.deepStrictEqual(asked, ["old 0"])
  })

  it("contradicts nothing when what it knows was signed here meanwhile", async () => {
    const log = cosignedLog([10, 10])
    log.forget(20)
    const answer = Effect.sync(() => {
      log.sign(20)
      return WitnessAnswer.Knows({ size: 20 })
    })
    assert.deepStrictEqual((await judged(log, answer)).outcome, unwitnessed("it knows a tree of 20 entries"))
  })

  it("contradicts nothing when it names a smaller tree again and again", async () => {
    const { asked, outcome } = await judged(cosignedLog([10, 10]), WitnessAnswer.Knows({ size: 10 }))
    assert.deepStrictEqual(outcome, unwitnessed("it knows a tree of 10 entries"))
    assert.deepStrictEqual(asked, ["old 0", "old 10"])
  })

  it("contradicts nothing that is gone meanwhile by a smaller tree", async () => {
    const log = cosignedLog([10, 10])
    const answer = Effect.sync(() => {
      log.forget(20)
      log.forget(10)
      return WitnessAnswer.Knows({ size: 10 })
    })
    assert.deepStrictEqual((await judged(log, answer)).outcome, unwitnessed("it knows a tree of 10 entries"))
  })

  it("contradicts nothing when it refuses a proof where none is needed", async () => {
    const { outcome } = await judged(cosignedLog([10]), WitnessAnswer.Inconsistent())
    assert.deepStrictEqual(outcome, unwitnessed("it refuses a proof where none is needed"))
  })

  it("contradicts nothing when it refuses what continues its own cosignature", async () => {
    const log = cosignedLog([10, 20, 30])
    log.addLine(30, first.lineUnder(textOf(log.note(30))))
    const { outcome } = await judged(log, WitnessAnswer.Knows({ size: 30 }), WitnessAnswer.Inconsistent())
    assert.deepStrictEqual(
      outcome,
      unwitnessed("it refuses what continues the tree of 30 entries that it has cosigned itself"),
    )
  })

  it("contradicts the log when it refuses a proof from what is not here with its own cosignature", async () => {
    const without: ReadonlyArray<(log: CosignedLog) => void> = [
      () => {},
      (log) => log.addLine(30, second.lineUnder(textOf(log.note(30)))),
      (log) => log.addLine(30, first.lineUnder(textOf(log.note(10)))),
      (log) => log.forget(30),
      (log) => log.rewrite(30, "?"),
      (log) => log.rewrite(30, `no checkpoint\n\n${first.lineUnder("no checkpoint\n")}`),
      // Of a tree that the newest one does not continue.
      (log) => {
        log.rewrite(30, signed({ size: 30, root: new Uint8Array(32) }).note)
        log.addLine(30, first.lineUnder(textOf(log.note(30))))
      },
    ]
    for (const change of without) {
      const log = cosignedLog([10, 20, 30])
      change(log)
      const { outcome } = await judged(log, WitnessAnswer.Knows({ size: 30 }), WitnessAnswer.Inconsistent())
      assert.deepStrictEqual(
        outcome,
        contradicted("the tree of 60 entries does not continue that of 30 entries which it has cosigned"),
      )
    }
  })

  it("is one to which no proof can be sent, as hashes are lost", async () => {
    const log = cosignedLog([10, 20, 30])
    log.loseEntries()
    const { outcome } = await judged(log, WitnessAnswer.Knows({ size: 30 }))
    assert.deepStrictEqual(outcome, unwitnessed("hashes are missing in tile 0/0 of the evidence log"))
  })

  it("is not sent a checkpoint that cannot be read", async () => {
    for (const note of ["?", `no checkpoint\n\n${first.lineUnder("no checkpoint\n")}`]) {
      const log = cosignedLog([10])
      log.rewrite(10, note)
      const witness = witnessAnswering(first.key, WitnessAnswer.Unsigned({ reason: "malformed" }))
      assert.deepStrictEqual(await witnessed(makeWitnessing(), log, [witness]), [
        unwitnessed("the newest checkpoint in the database, of 10 entries, cannot be read"),
      ])
      assert.deepStrictEqual(witness.requests, [])
    }
  })

  it("contradicts the log when it refuses a proof from a tree that is gone meanwhile", async () => {
    const log = cosignedLog([10, 20])
    const refuses = Effect.sync(() => {
      log.forget(30)
      log.forget(10)
      return WitnessAnswer.Inconsistent()
    })
    const { outcome } = await judged(log, WitnessAnswer.Knows({ size: 10 }), refuses)
    assert.deepStrictEqual(
      outcome,
      contradicted("the tree of 30 entries does not continue that of 10 entries which it has cosigned"),
    )
  })
})
