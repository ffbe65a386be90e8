import {
  consistencyRanges,
  findCosignature,
  type Hash,
  leafHash,
  proofOf,
  readVerifierKey,
  rootOf,
  writeCheckpoint,
  writeWitnessRequest,
} from "@consent-service/core/evidence"
import { CheckpointSigner } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFile, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { once } from "node:events"
import { hostname } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { cosignerOf, layer, makeSigningKey, verifierOf } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { type CommandProcess, projectFolder, startCommand } from "../testing/CommandProcess.js"

const origin = "log.example/shop"
const signingKey = makeSigningKey(origin)
const secret = makeSigningKey("witness.example/w1")
const witnessKey = readVerifierKey(cosignerOf(secret)?.verifier ?? "") ?? assert.fail("no key")

const leaves = (size: number, branch: number) =>
  Array.from({ length: size }, (_, at) => leafHash(Uint8Array.of(at >> 8, at & 255, branch)))

const textOf = (size: number, branch: number): string =>
  writeCheckpoint({ origin, size, root: rootOf(leaves(size, branch)) })

const proofBetween = (from: number, to: number): ReadonlyArray<Hash> =>
  from === 0 || from === to
    ? []
    : proofOf(consistencyRanges(from, to), ({ index, level }) =>
        rootOf(leaves(to, 0).slice(index * 2 ** level, (index + 1) * 2 ** level)),
      )

/** Asks for a cosignature of a tree that continues the one of `old` entries; another branch has no entry in common. */
const ask = (url: string, old: number, size: number, branch = 0): Promise<Response> => {
  const text = textOf(size, branch)
  const lines = Effect.runSync(
    Effect.provide(
      Effect.flatMap(CheckpointSigner, (signer) => signer.sign(text)),
      layer([signingKey]),
    ),
  )
  const checkpoint = `${text}\n${lines.join("\n")}\n`
  const body = writeWitnessRequest({ old, proof: proofBetween(old, size), checkpoint })
  return fetch(`${url}/add-checkpoint`, { method: "POST", body })
}

const folderWithKey = () => projectFolder({ "witness.key": `${secret}\n` })

const startWitness = async (folder: string): Promise<CommandProcess & { readonly url: string }> => {
  const log = verifierOf(signingKey) ?? ""
  const args = ["witness", "serve", "--key", "witness.key", "--state", "state.json", "--log", log, "--port", "0"]
  const running = startCommand(folder, args)
  const [, url = ""] = await running.printed(/listens at (http:\S+)/)
  return { ...running, url }
}

describe("consent-service witness serve, as a process", () => {
  it("ends in order on SIGTERM and SIGINT, though a client never finishes, and goes on from its state", async () => {
    const folder = await folderWithKey()
    const first = await startWitness(folder)
    const cosigned = await ask(first.url, 0, 5)
    assert.strictEqual(cosigned.status, 200)
    assert.isNotNull(await findCosignature(await cosigned.text(), textOf(5, 0), witnessKey, verifyEd25519))
    const idle = connect(Number(new URL(first.url).port), "127.0.0.1")
    idle.on("error", () => {})
    await once(idle, "connect")
    idle.write("POST /add-checkpoint HTTP/1.1\r\nhost: w\r\ncontent-length: 99\r\n\r\nold")
    first.signal("SIGTERM")
    assert.strictEqual(await first.ended, 0)
    idle.destroy()
    const second = await startWitness(folder)
    assert.deepStrictEqual([(await ask(second.url, 0, 5)).status, (await ask(second.url, 5, 5)).status], [409, 200])
    second.signal("SIGINT")
    assert.strictEqual(await second.ended, 0)
    assert.notInclude(first.out() + first.error() + second.out() + second.error(), secret)
  })

  it("after kill -9 knows everything that it has cosigned, and cosigns no other history", async () => {
    const folder = await folderWithKey()
    // The largest size whose cosignature has arrived.
    let answered = 0
    for (let round = 0; round < 5; round++) {
      const running = await startWitness(folder)
      const known = Number(await (await ask(running.url, 999, 999)).text())
      assert.isAtLeast(known, answered, "what was cosigned is forgotten")
      if (known > 0) {
        assert.strictEqual((await ask(running.url, known, known, 1)).status, 409)
        await vi.waitFor(() => assert.match(running.error(), /contradict each other/))
      }
      const grow = async (size: number): Promise<void> => {
        assert.strictEqual((await ask(running.url, size - 1, size)).status, 200)
        answered = size
        if (size < known + 500) await grow(size + 1)
      }
      const growing = grow(known + 1).catch(() => {})
      await vi.waitFor(() => assert.isAbove(answered, known + round))
      running.signal("SIGKILL")
      await Promise.all([running.ended, growing])
    }
    const last = await startWitness(folder)
    assert.strictEqual((await ask(last.url, answered, answered, 1)).status, 409)
    // A signal usually arrives while the state is being written; the process ends in order all the same.
    const grow = async (size: number): Promise<void> => {
      if ((await ask(last.url, size - 1, size)).status === 200) await grow(size + 1)
    }
    const size = Number(await (await ask(last.url, 999, 999)).text())
    const growing = grow(size + 1).catch(() => {})
    await vi.waitFor(async () => assert.isAbove(Number(await (await ask(last.url, 999, 999)).text()), size))
    last.signal("SIGTERM")
    assert.strictEqual(await last.ended, 0)
    await growing
  })

  it("is one over its state: a second process says who has it, and the first goes on", async () => {
    const folder = await folderWithKey()
    const running = await startWitness(folder)
    const log = verifierOf(signingKey) ?? ""
    const args = ["witness", "serve", "--key", "witness.key", "--state", "state.json", "--log", log, "--port", "0"]
    const second = startCommand(folder, args)
    assert.strictEqual(await second.ended, 1)
    assert.include(second.error(), `the process ${running.pid} on ${hostname()} uses the same state`)
    assert.strictEqual((await ask(running.url, 0, 5)).status, 200)
  })

  it("does not begin with a damaged state, and leaves it as it is", async () => {
    const folder = await folderWithKey()
    await writeFile(join(folder, "state.json"), '{"format":"consent-service/witness/v1","checkpoints":["x"]}\n')
    const log = verifierOf(signingKey) ?? ""
    const args = ["witness", "serve", "--key", "witness.key", "--state", "state.json", "--log", log, "--port", "0"]
    const running = startCommand(folder, args)
    assert.strictEqual(await running.ended, 1)
    assert.include(running.error(), "state.json is no state of a witness; restore it, never delete it")
    assert.include(await readFile(join(folder, "state.json"), "utf8"), '["x"]')
  })
})
