import { readReceipt, readVerifierKey, verifyReceipt } from "@consent-service/core/evidence"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Either from "effect/Either"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { openWitnessFile } from "../witness/WitnessFile.js"
import { witnessServer } from "../witness/WitnessServer.js"
import { cosignerOf, makeSigningKey, verifierOf } from "./NodeSigner.js"
import { verifyEd25519 } from "./NodeVerifier.js"

const signingKey = makeSigningKey("consent.shop.example/evidence")
const logKey = readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")
const cosigner = cosignerOf(makeSigningKey("witness.example/w1")) ?? assert.fail("no key")
const witnessKey = readVerifierKey(cosigner.verifier) ?? assert.fail("no key")

/** A witness, until `use` ends. */
const withWitness = async (
  use: (witnesses: ReadonlyArray<{ url: string; key: string }>, notices: ReadonlyArray<string>) => Promise<void>,
) => {
  const directory = mkdtempSync(join(tmpdir(), "consent-witnessing-"))
  const file = Either.getOrThrow(openWitnessFile(join(directory, "state.json")))
  const notices: Array<string> = []
  const notice = (line: string): void => void notices.push(line)
  const server = witnessServer({ cosigner, logs: [logKey], file, notice })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  try {
    await use([{ url: `http://127.0.0.1:${port}/`, key: cosigner.verifier }], notices)
  } finally {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    file.close()
    rmSync(directory, { recursive: true })
  }
}

type Instance = Awaited<ReturnType<typeof startInstance>>

const started = (witnesses: ReadonlyArray<{ url: string; key: string }>) =>
  startInstance("sqlite", { evidence: { signingKeys: [signingKey], checkpointEveryMs: 100, witnesses } })

const saved = async ({ post }: Instance): Promise<string> => {
  const subjectId = newSubjectId()
  const { body } = await post(aSave({ subjectId }))
  return `/subjects/${subjectId}/receipts/${body.consentId}`
}

/** Waits until a receipt is verified, with so many witnesses. */
const verified = ({ service }: Instance, path: string, quorum: number) =>
  vi.waitFor(async () => {
    const answer = await service.handler(new Request(`https://shop.example${path}`))
    const receipt = readReceipt(await answer.text()) ?? assert.fail("no receipt yet")
    const trust = { keys: [logKey], witnesses: [witnessKey], quorum }
    assert.strictEqual((await verifyReceipt(receipt, trust, verifyEd25519))._tag, "Verified")
  }, 20_000)

describe("a log with a witness", () => {
  it("has its checkpoints cosigned, one after another", () =>
    withWitness(async (witnesses) => {
      const instance = await started(witnesses)
      for (let at = 0; at < 3; at++) await verified(instance, await saved(instance), 1)
      await instance.stop()
    }))

  it("logs, signs and answers receipts while no witness answers, and says so", async () => {
    const instance = await started([{ url: "http://127.0.0.1:9", key: cosigner.verifier }])
    await verified(instance, await saved(instance), 0)
    const isReported = () => instance.events.some(({ event }) => event === "evidence-witness-failed")
    await vi.waitFor(() => assert.isTrue(isReported()), 20_000)
    await verified(instance, await saved(instance), 0)
    await instance.stop()
  })

  it("is no longer signed once it was rewritten with the same key; the witness shows what contradicts", () =>
    withWitness(async (witnesses, notices) => {
      const instance = await started(witnesses)
      await verified(instance, await saved(instance), 1)
      await instance.stop()
      // The same name and key over another database: what an operator has who begins the history anew.
      const rewritten = await started(witnesses)
      await saved(rewritten)
      const isForked = () => rewritten.events.some(({ event }) => event === "evidence-log-forked")
      await vi.waitFor(() => assert.isTrue(isForked() || notices.length > 0), 20_000)
      assert.strictEqual((await rewritten.post(aSave())).status, 200)
      await vi.waitFor(() => assert.isTrue(isForked()), 20_000)
      assert.lengthOf(
        notices
          .join("")
          .match(/^consent\.shop\.example\/evidence$/gm)
          ?.slice(0, 2) ?? [],
        2,
      )
      await rewritten.stop()
    }))
})
