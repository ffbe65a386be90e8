import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { audit, branching, memoryOf, origin } from "../testing/Audits.js"
import { checkpoints } from "../testing/EvidenceVectors.js"
import { bytesOf, filesOf, leavesOf, withFiles } from "../testing/PublishedLog.js"
import { timestampVector } from "../testing/TimestampVector.js"
import type { Finding } from "./Finding.js"

describe("published time stamps", () => {
  const [text, answer] = ["timestamps/8/tsa.txt", "timestamps/8/tsa.tsr"]
  const list = (...timestamps: ReadonlyArray<unknown>) => bytesOf(JSON.stringify({ timestamps }))
  const stamped = {
    "timestamps.json": list({ text, answer }),
    [text]: bytesOf(checkpoints.text8),
    [answer]: timestampVector.answer,
  }
  const wrong = (message: string): Finding => ({ finding: "TimestampWrong", severity: "tampered", message })

  it.effect("are of trees that this one begins with", () =>
    Effect.gen(function* () {
      for (const size of [8, 20]) {
        const { findings, verdict } = yield* audit(withFiles(filesOf(leavesOf(size)), stamped))
        assert.deepStrictEqual([findings, verdict.timestamps], [[], 1])
      }
      const { findings, verdict } = yield* audit(withFiles(filesOf(branching(3, 20)), stamped))
      const message = `${answer}: it is of another tree of 8 entries than the one that is published`
      assert.deepStrictEqual(findings, [wrong(message)])
      assert.deepStrictEqual([verdict.timestamps, verdict.memory], [1, null])
    }),
  )

  it.effect("are not looked at when they are of what was audited before, or of more than is signed", () =>
    Effect.gen(function* () {
      const behind = { text: "timestamps/900/tsa.txt", answer: "timestamps/900/tsa.tsr" }
      const before = { text: "timestamps/256/tsa.txt", answer: "timestamps/256/tsa.tsr" }
      const files = withFiles(filesOf(leavesOf(600)), { ...stamped, "timestamps.json": list(before, behind, stamped) })
      const memory = yield* memoryOf(300)
      const listed = { ...stamped, "timestamps.json": list({ text, answer }, before, behind) }
      const { findings, verdict } = yield* audit(withFiles(files, listed), { memory })
      assert.deepStrictEqual([findings, verdict.timestamps], [[], 0])
      const due = { text: "timestamps/257/tsa.txt", answer: "timestamps/257/tsa.tsr" }
      const missing = yield* audit(withFiles(files, { "timestamps.json": list(due) }), { memory })
      assert.deepStrictEqual(missing.findings, [wrong(`${due.answer}: it is missing, or what it stamps is`)])
      const last = { text: "timestamps/600/tsa.txt", answer: "timestamps/600/tsa.tsr" }
      const newest = yield* audit(withFiles(files, { "timestamps.json": list(last) }), { memory })
      assert.deepStrictEqual(newest.findings, [wrong(`${last.answer}: it is missing, or what it stamps is`)])
    }),
  )

  it.effect("are named when a file is missing, of another log, or no stamp of what it says", () =>
    Effect.gen(function* () {
      const other = checkpoints.text8.replace(origin, "other.example")
      const cases: ReadonlyArray<readonly [change: Readonly<Record<string, Uint8Array | null>>, why: string]> = [
        [{ [text]: null }, "it is missing, or what it stamps is"],
        [{ [answer]: null }, "it is missing, or what it stamps is"],
        [{ [text]: bytesOf(other) }, "it is of another log"],
        [{ [text]: bytesOf("nonsense") }, "it is of another log"],
        [{ [answer]: bytesOf("nonsense") }, "it is no answer of RFC 3161"],
        [{ [text]: bytesOf(checkpoints.text8.replace("\n8\n", "\n7\n")) }, "its time stamp is of something else"],
      ]
      for (const [change, why] of cases) {
        const { findings, verdict } = yield* audit(withFiles(filesOf(leavesOf(20)), { ...stamped, ...change }))
        assert.deepStrictEqual([findings, verdict.timestamps], [[wrong(`${answer}: ${why}`)], 0])
      }
    }),
  )

  it.effect("are read from no other files than their own", () =>
    Effect.gen(function* () {
      for (const path of [
        "/timestamps/8/x",
        "timestamps/8/x/y",
        "timestamps/8/x\n",
        "timestamps/8/",
        "timestamps/8/..",
        "timestamps/x/y",
        "timestamps//y",
        `timestamps/8/${"x".repeat(301)}`,
        `timestamps/${"0".repeat(17)}/x`,
      ]) {
        for (const stamp of [
          { text, answer: path },
          { text: path, answer },
        ]) {
          // A name of another size is left out, whatever it is.
          if (!/\/8\//.test(stamp.text)) continue
          const files = { ...stamped, [path]: stamped[text] ?? null, "timestamps.json": list(stamp) }
          const { findings } = yield* audit(withFiles(filesOf(leavesOf(20)), files))
          assert.deepStrictEqual(findings, [wrong("timestamps.json: it names other files")], path)
        }
      }
      const long = { text: `timestamps/${"8".padStart(16, "0")}/${"x".repeat(300)}`, answer: "timestamps/12/a-b.c_d" }
      const files = { ...stamped, "timestamps.json": list(long), [long.text]: bytesOf(checkpoints.text8) }
      const renamed = withFiles(filesOf(leavesOf(20)), { ...files, [long.answer]: timestampVector.answer })
      const { findings, verdict } = yield* audit(renamed)
      assert.deepStrictEqual([findings, verdict.timestamps], [[], 1])
    }),
  )

  it.effect("that are not listed as they must be are no stamps", () =>
    Effect.gen(function* () {
      const texts = ["{", "[]", "null", "{}", '{"timestamps":{}}', '{"timestamps":null}']
      const lists = [
        ...texts.map(bytesOf),
        list(null, 1, { text }, { answer }, { text: 1, answer }, { text, answer: 1 }),
      ]
      for (const bytes of lists) {
        const { findings, verdict } = yield* audit(withFiles(filesOf(leavesOf(20)), { "timestamps.json": bytes }))
        assert.deepStrictEqual([findings, verdict.timestamps], [[], 0])
      }
    }),
  )
})
