import {
  findCosignature,
  consistencyRanges,
  type Hash,
  leafHash,
  proofOf,
  readCheckpointNote,
  readVerifierKey,
  rootOf,
  writeCheckpoint,
  writeWitnessRequest,
} from "@consent-service/core/evidence"
import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { cosignerOf, makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import * as NodeSigner from "../evidence/NodeSigner.js"
import { CheckpointSigner } from "@consent-service/core/ports"
import * as Effect from "effect/Effect"
import { listenOnLoopback } from "../testing/Loopback.js"
import { openWitnessFile } from "./WitnessFile.js"
import { witnessServer } from "./WitnessServer.js"

const origin = "log.example/shop"
const signingKey = makeSigningKey(origin)
const logKey = readVerifierKey(verifierOf(signingKey) ?? "")
const cosigner = cosignerOf(makeSigningKey("witness.example/w1"))
const witnessKey = readVerifierKey(cosigner?.verifier ?? "")

const sign = (text: string, key = signingKey): string =>
  Effect.runSync(
    Effect.flatMap(CheckpointSigner, (signer) => signer.sign(text)).pipe(Effect.provide(NodeSigner.layer([key]))),
  )
    .map((line) => `${line}\n`)
    .join("")

const leaves = (count: number, branch: number) =>
  Array.from({ length: count }, (_, at) => leafHash(Uint8Array.of(at, at < 3 ? 0 : branch)))

const textOf = (count: number, branch = 0) =>
  writeCheckpoint({ origin, size: count, root: rootOf(leaves(count, branch)) })

const noteOf = (count: number, branch = 0, key = signingKey): string => {
  const text = textOf(count, branch)
  return `${text}\n${sign(text, key)}`
}

const proofBetween = (from: number, to: number, branch = 0): ReadonlyArray<Hash> =>
  from === 0 || from === to
    ? []
    : proofOf(consistencyRanges(from, to), ({ index, level }) =>
        rootOf(leaves(to, branch).slice(index * 2 ** level, (index + 1) * 2 ** level)),
      )

/** A witness over a state file, until `use` ends. */
const withWitness = async (
  state: string,
  use: (
    ask: (old: number, to: number, branch?: number, key?: string) => Promise<Response>,
    notices: ReadonlyArray<string>,
    url: string,
  ) => Promise<void>,
) => {
  const file = await openWitnessFile(state)
  if (Either.isLeft(file) || cosigner === null || logKey === null) throw new Error("the witness cannot begin")
  const notices: Array<string> = []
  const notice = (line: string): void => void notices.push(line)
  const server = witnessServer({ cosigner, logs: [logKey], file: file.right, notice })
  const { close, url } = await listenOnLoopback(server)
  const ask = (old: number, to: number, branch = 0, key = signingKey) => {
    const request = { old, proof: proofBetween(old, to, branch), checkpoint: noteOf(to, branch, key) }
    return fetch(`${url}/add-checkpoint`, { method: "POST", body: writeWitnessRequest(request) })
  }
  try {
    await use(ask, notices, url)
  } finally {
    await close()
    await file.right.close()
  }
}

const inDirectory = async (use: (state: string) => Promise<void>) => {
  const directory = mkdtempSync(join(tmpdir(), "consent-witness-"))
  try {
    await use(join(directory, "state.json"))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe("a witness", () => {
  it("cosigns what continues the log, has it on the disk before it answers, and goes on after a restart", () =>
    inDirectory(async (state) => {
      await withWitness(state, async (ask) => {
        const answer = await ask(0, 5)
        assert.strictEqual(answer.status, 200)
        const kept: { readonly checkpoints: ReadonlyArray<string> } = JSON.parse(readFileSync(state, "utf8"))
        assert.strictEqual(readCheckpointNote(kept.checkpoints[0] ?? "")?.size, 5)
        if (witnessKey === null) throw new Error("no key")
        const line = await answer.text()
        assert.isNotNull(await findCosignature(line, textOf(5), witnessKey, verifyEd25519))
        assert.isNull(await findCosignature(line, textOf(6), witnessKey, verifyEd25519))
      })
      await withWitness(state, async (ask) => {
        const answer = await ask(0, 7)
        assert.deepStrictEqual([answer.status, await answer.text()], [409, "5\n"])
        assert.strictEqual(answer.headers.get("content-type"), "text/x.tlog.size")
        assert.strictEqual((await ask(5, 7)).status, 200)
      })
    }))

  it("refuses a rewritten log, and says which two signed checkpoints contradict each other", () =>
    inDirectory((state) =>
      withWitness(state, async (ask, notices) => {
        assert.strictEqual((await ask(0, 5)).status, 200)
        assert.strictEqual((await ask(5, 8, 1)).status, 422)
        assert.deepStrictEqual(notices, [])
        assert.strictEqual((await ask(5, 5, 1)).status, 409)
        assert.lengthOf(notices, 1)
        for (const note of [noteOf(5), noteOf(5, 1)]) assert.include(notices[0] ?? "", note)
        assert.strictEqual((await ask(5, 8)).status, 200)
      }),
    ))

  it("answers nothing else", () =>
    inDirectory((state) =>
      withWitness(state, async (ask, _, url) => {
        assert.strictEqual((await ask(0, 5, 0, makeSigningKey(origin))).status, 403)
        const post = (body: string, path = "/add-checkpoint") => fetch(`${url}${path}`, { method: "POST", body })
        const foreign = noteOf(5).replaceAll(origin, "another.example")
        assert.strictEqual((await post(`old 0\n\n${foreign}`)).status, 404)
        assert.strictEqual((await post("old 0\n")).status, 400)
        assert.strictEqual((await post("x".repeat(80_000))).status, 413)
        assert.strictEqual((await post("old 0\n", "/")).status, 404)
        assert.strictEqual((await fetch(`${url}/add-checkpoint`)).status, 405)
      }),
    ))

  it("cosigns one of two histories that arrive together", () =>
    inDirectory((state) =>
      withWitness(state, async (ask) => {
        const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(0, 5 + (at % 3), at)))
        assert.lengthOf(
          answers.filter(({ status }) => status === 200),
          1,
        )
      }),
    ))

  it("is one process over its state, and begins with no damaged one", () =>
    inDirectory(async (state) => {
      const opened = await Promise.all(Array.from({ length: 8 }, () => openWitnessFile(state)))
      const [held, ...more] = opened.filter(Either.isRight)
      assert.isEmpty(more)
      const refused = opened.filter(Either.isLeft).map(({ left }) => left)
      assert.lengthOf(refused, 7)
      for (const why of refused) assert.match(why, /uses the same state$/)
      await held?.right.close()
      writeFileSync(state, "{")
      const damaged = await openWitnessFile(state)
      assert.match(Either.isLeft(damaged) ? damaged.left : "", /no state of a witness/)
      rmSync(state)
      const file = await openWitnessFile(state)
      assert.isTrue(Either.isRight(file))
      if (Either.isRight(file)) await file.right.close()
    }))

  // A process has the same number in each container, and after a reboot any other program may have it.
  it("decides by no number of a process who holds the state", () =>
    inDirectory(async (state) => {
      const first = Either.getOrThrow(await openWitnessFile(state))
      const second = await openWitnessFile(state)
      assert.strictEqual(
        Either.isLeft(second) ? second.left : "",
        `the process ${process.pid} on ${hostname()} uses the same state`,
      )
      await first.close()
      await Either.getOrThrow(await openWitnessFile(state)).close()
    }))

  it("cosigns nothing over a state that another program has written, where the locks of a file system do nothing", () =>
    inDirectory((state) =>
      withWitness(state, async (ask, notices) => {
        assert.strictEqual((await ask(0, 5)).status, 200)
        const own = readFileSync(state, "utf8")
        writeFileSync(state, ` ${own}`)
        assert.strictEqual((await ask(5, 7)).status, 500)
        assert.match(notices.join(), /state\.json was changed by another program/)
        rmSync(state)
        assert.strictEqual((await ask(5, 7)).status, 500)
        writeFileSync(state, own)
        assert.strictEqual((await ask(5, 7)).status, 200)
      }),
    ))
})
