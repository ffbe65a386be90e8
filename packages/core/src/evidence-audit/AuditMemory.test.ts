import { assert, describe, it } from "@effect/vitest"
import * as fc from "effect/FastCheck"
import { encodeBase64 } from "../digest/Base64.js"
import { sha256 } from "../digest/Sha256.js"
import { signed } from "../testing/GrownLog.js"
import { type AuditMemory, inFullBundles, readAuditMemory, writeAuditMemory } from "./AuditMemory.js"
import { CompactRange } from "./CompactRange.js"

/** What is remembered of a log with made-up bundles. */
const memoryOf = (size: number): AuditMemory => {
  const bundles = new CompactRange()
  for (let n = 0; n < Math.floor(size / 256); n++) bundles.push(8, sha256(Uint8Array.of(n)))
  return { checkpoint: signed({ size, root: bundles.root() }).note, bundles, lastTime: size * 1_000 }
}

const hash = encodeBase64(new Uint8Array(32))

/** A memory of 600 entries as it is written, but for some members. */
const written = (change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ ...JSON.parse(writeAuditMemory(memoryOf(600))), ...change })

describe("what an auditor remembers", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(fc.nat({ max: 5_000 }), fc.boolean(), (size, byProofs) => {
        const memory = byProofs ? { ...memoryOf(size), bundles: null } : memoryOf(size)
        const read = readAuditMemory(writeAuditMemory(memory))
        assert.deepStrictEqual(read, memory)
        // What a class keeps to itself is not compared.
        assert.deepStrictEqual(read?.bundles?.subtrees(), memory.bundles?.subtrees())
      }),
      { numRuns: 20 },
    )
  })

  it("is JSON of a named format, with the subtrees of the full bundles", () => {
    const { bundles, checkpoint, lastTime } = memoryOf(300)
    const text = writeAuditMemory({ bundles, checkpoint, lastTime })
    const subtrees = [encodeBase64(sha256(Uint8Array.of(0)))]
    assert.deepStrictEqual(JSON.parse(text), { format: "consent-service/audit/v1", checkpoint, lastTime, subtrees })
    assert.isTrue(text.endsWith("}\n"))
  })

  it("is not begun with when it is anything else", () => {
    assert.isNotNull(readAuditMemory(written()))
    assert.isNotNull(readAuditMemory(written({ subtrees: [hash] })))
    const changes = [
      { format: "consent-service/audit/v2" },
      { format: undefined },
      { checkpoint: 1 },
      { checkpoint: "nonsense" },
      { lastTime: "0" },
      { lastTime: undefined },
      { subtrees: undefined },
      { subtrees: 1 },
      { subtrees: { length: 1, 0: hash } },
      { subtrees: [] },
      { subtrees: [hash, hash] },
      { subtrees: [1] },
      { subtrees: [["a", "b", "c", "d"]] },
      { subtrees: ["?"] },
      { subtrees: [encodeBase64(new Uint8Array(31))] },
    ]
    for (const change of changes) assert.isNull(readAuditMemory(written(change)), JSON.stringify(change))
    for (const text of ["", "{", "{}", "[]", "null"]) assert.isNull(readAuditMemory(text), text)
  })
})

describe("full bundles", () => {
  it("have 256 entries each", () => {
    assert.deepStrictEqual([0, 255, 256, 257, 600].map(inFullBundles), [0, 0, 256, 256, 512])
  })
})
