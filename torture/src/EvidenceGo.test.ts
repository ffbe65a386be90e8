/**
 * The tree, its proofs, checkpoints and keys, compared with Go's own packages for transparency logs
 * (`golang.org/x/mod/sumdb`), which `.ci/run` installs.
 */
import {
  consistencyRanges,
  encodeBase64,
  inclusionRanges,
  keyTypes,
  leafData,
  leafHash,
  proofOf,
  readNote,
  rootOf,
  type TreeNode,
  verifierKey,
  writeCheckpoint,
  writeNote,
  writeSignerKey,
  writeVerifierKey,
} from "@consent-service/core/evidence"
import { sha256Hex } from "@consent-service/core/primitives"
import { inForm } from "@consent-service/test-engines/form"
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { createPrivateKey, createPublicKey, sign } from "node:crypto"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("../go/evidence.go", import.meta.url))

/** Where Debian's package golang-golang-x-mod-dev puts the sources. */
const sources = "/usr/share/gocode"

interface Answer {
  readonly leafHashes: ReadonlyArray<string>
  readonly roots: ReadonlyArray<string>
  readonly inclusion: ReadonlyArray<ReadonlyArray<string> | null>
  readonly consistency: ReadonlyArray<ReadonlyArray<string> | null>
  readonly notes: ReadonlyArray<number>
  readonly signed: string
}

const ask = (question: object): Answer => {
  const cache = mkdtempSync(join(tmpdir(), "cs-go-"))
  try {
    const env = { ...process.env, GO111MODULE: "off", GOPATH: sources, GOCACHE: cache, GOFLAGS: "" }
    const options = { input: JSON.stringify(question), env, maxBuffer: 1 << 28, encoding: "utf8" } as const
    return JSON.parse(execFileSync("go", ["run", program], options))
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

const leaves = Array.from({ length: 600 }, (_, at) =>
  leafData({ kind: 4, time: 1796083200000 + at * 1000, commitment: sha256Hex(`commitment ${at}`) }),
)
const hashes = leaves.map(leafHash)
const hashAt = ({ index, level }: TreeNode) => rootOf(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level))

const upTo = (last: number): ReadonlyArray<number> => Array.from({ length: last + 1 }, (_, at) => at)

/** Each pair to 40, and some about tiles. */
const pairs = [
  ...Array.from({ length: 40 }, (_, last) => upTo(last).map((from) => [from, last + 1] as const)).flat(),
  ...[255, 256, 257, 511, 512, 513, 600].flatMap((size) =>
    [0, 1, 100, 254, 255, size - 1].filter((index) => index < size).map((index) => [index, size] as const),
  ),
]

const seed = new Uint8Array(32).fill(7)
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]),
  format: "der",
  type: "pkcs8",
})
const publicKey = new Uint8Array(createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32))
const key = verifierKey("log.example/shop", keyTypes.note, publicKey)

const text = writeCheckpoint({ origin: key.name, size: 600, root: rootOf(hashes) })
const signature = new Uint8Array(sign(null, Buffer.from(text), privateKey))
const note = writeNote({ text, signatures: [{ name: key.name, keyId: key.id, signature }] })

/** In CI, in the full form, and where Go is installed. The first two fail without it. */
const isJudged =
  process.env["CI"] === "true" || inForm({ short: false, full: true }) || existsSync(`${sources}/src/golang.org/x/mod`)

describe("Go's transparency log", () => {
  it("has its program", () => {
    assert.isTrue(existsSync(program))
  })

  it.each(isJudged ? ["computes the same leaves, roots, proofs, keys and signatures"] : [])(
    "%s",
    { timeout: 300_000 },
    () => {
      assert.isTrue(existsSync(`${sources}/src/golang.org/x/mod`), "install golang-go and golang-golang-x-mod-dev")
      const sizes = hashes.map((_, at) => at + 1)
      const older = pairs.map(([from, to]) => [from + 1, to] as const)
      const told = ask({
        leaves: leaves.map(encodeBase64),
        sizes,
        inclusion: pairs,
        consistency: older,
        notes: [note, note.replace("600", "601")].map((one) => ({ note: one, key: writeVerifierKey(key) })),
        text,
        signer: writeSignerKey({ name: key.name, id: key.id, seed }),
      })
      assert.deepStrictEqual(hashes.map(encodeBase64), told.leafHashes)
      assert.deepStrictEqual(
        sizes.map((size) => encodeBase64(rootOf(hashes.slice(0, size)))),
        told.roots,
      )
      pairs.forEach(([index, size], at) => {
        assert.deepStrictEqual(
          proofOf(inclusionRanges(index, size), hashAt).map(encodeBase64),
          told.inclusion[at] ?? [],
        )
      })
      older.forEach(([from, to], at) => {
        assert.deepStrictEqual(
          proofOf(consistencyRanges(from, to), hashAt).map(encodeBase64),
          told.consistency[at] ?? [],
        )
      })
      assert.deepStrictEqual(told.notes, [1, 0])
      assert.strictEqual(told.signed, note)
      assert.deepStrictEqual(
        readNote(told.signed)?.signatures.map(({ keyId }) => keyId),
        [key.id],
      )
    },
  )
})
