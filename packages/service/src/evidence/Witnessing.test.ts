import { readReceipt, readVerifierKey, verifyReceipt } from "@consent-service/core/evidence"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Either from "effect/Either"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { EvidenceOptions } from "../options/EvidenceOptions.js"
import { answerBodies, listenOnLoopback } from "../testing/Loopback.js"
import { aSave, instanceOn, newSubjectId, startInstance } from "../testing/TestInstance.js"
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
  const file = Either.getOrThrow(await openWitnessFile(join(directory, "state.json")))
  const notices: Array<string> = []
  const notice = (line: string): void => void notices.push(line)
  const server = witnessServer({ cosigner, logs: [logKey], file, notice })
  const { close, url } = await listenOnLoopback(server)
  try {
    await use([{ url: `${url}/`, key: cosigner.verifier }], notices)
  } finally {
    await close()
    await file.close()
    rmSync(directory, { recursive: true })
  }
}

/** A server that answers requests for cosignatures like that. */
const answering = (answer: (request: string) => Promise<{ readonly status: number; readonly body: string }>) =>
  answerBodies(async (request, response) => {
    const { body, status } = await answer(request.toString("utf8"))
    response.writeHead(status, status === 302 ? { location: "http://127.0.0.1:9/" } : {}).end(body)
  })

type Instance = Awaited<ReturnType<typeof startInstance>>

const started = (witnesses: ReadonlyArray<{ url: string; key: string }>, more: EvidenceOptions = {}) =>
  startInstance("sqlite", { evidence: { signingKeys: [signingKey], checkpointEveryMs: 100, witnesses, ...more } })

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

describe("a log with a witness (threat: an operator who rewrites the log and signs it again)", () => {
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

  it("stops growing when the witness finds that it does not continue what was cosigned, and takes saves", () =>
    withWitness(async (witnesses) => {
      const instance = await started(witnesses)
      await verified(instance, await saved(instance), 1)
      await instance.stop()
      // Has more entries than the witness knows when it is signed first, so that the proof is wrong.
      const origin = logKey.name
      const unsigned = await startInstance("sqlite", { evidence: { origin, checkpointEveryMs: 100 } })
      for (let at = 0; at < 10; at++) await saved(unsigned)
      await unsigned.service.dispose()
      const rewritten = instanceOn(unsigned.url, {
        evidence: { signingKeys: [signingKey], checkpointEveryMs: 100, witnesses },
      })
      rewritten.service.sequence()
      const forked = () => JSON.stringify(rewritten.events.find(({ event }) => event === "evidence-log-forked")) ?? ""
      await vi.waitFor(
        () => assert.match(forked(), /does not continue that of \d+ entries which it has cosigned/),
        20_000,
      )
      assert.strictEqual((await rewritten.post(aSave())).status, 200)
      await rewritten.service.dispose()
      await unsigned.stop()
    }))

  it("is signed although a witness refuses its proofs, when what that one has cosigned itself is continued", () =>
    withWitness(async ([witness]) => {
      let isLying = false
      const refusals = await answering(async (request) =>
        isLying
          ? { status: 422, body: "" }
          : fetch(`${witness?.url}add-checkpoint`, { method: "POST", body: request }).then(async (answer) => ({
              status: answer.status,
              body: await answer.text(),
            })),
      )
      const instance = await started([{ url: refusals.url, key: cosigner.verifier }])
      await verified(instance, await saved(instance), 1)
      isLying = true
      const later = await saved(instance)
      const reported = () => instance.events.find(({ event }) => event === "evidence-witness-failed")
      await vi.waitFor(() => assert.match(JSON.stringify(reported()), /that it has cosigned itself/), 20_000)
      await verified(instance, later, 0)
      await verified(instance, await saved(instance), 0)
      assert.isFalse(instance.events.some(({ event }) => event === "evidence-log-forked"))
      await instance.stop()
      await refusals.close()
    }))

  it("is signed whatever nonsense a witness answers, and says so", async () => {
    const nonsense = [
      { status: 422, body: "no" },
      { status: 200, body: "— witness.example/w1 AAAA\n" },
      { status: 409, body: "-1\n" },
      { status: 500, body: "x".repeat(200_000) },
      { status: 302, body: "" },
    ]
    let asked = 0
    const server = await answering(async () => nonsense[asked++ % nonsense.length] ?? assert.fail())
    const instance = await started([{ url: server.url, key: cosigner.verifier }])
    for (let at = 0; at < 3; at++) await verified(instance, await saved(instance), 0)
    assert.isTrue(instance.events.some(({ event }) => event === "evidence-witness-failed"))
    assert.isFalse(instance.events.some(({ event }) => event === "evidence-log-forked"))
    await instance.stop()
    await server.close()
  })
})

describe("a log whose receipts wait for a witness", () => {
  it("takes saves and answers 202 until the witness has cosigned", async () => {
    let isAway = true
    await withWitness(async ([witness]) => {
      const server = await answering(async (request) => {
        if (isAway) return { status: 503, body: "" }
        const answer = await fetch(`${witness?.url}add-checkpoint`, { method: "POST", body: request })
        return { status: answer.status, body: await answer.text() }
      })
      const instance = await started([{ url: server.url, key: cosigner.verifier }], { requireWitnesses: 1 })
      const path = await saved(instance)
      const isReported = () => instance.events.some(({ event }) => event === "evidence-witness-failed")
      await vi.waitFor(() => assert.isTrue(isReported()), 20_000)
      const pending = await instance.send(path)
      assert.deepStrictEqual([pending.status, pending.headers.get("retry-after")], [202, "1"])
      // What others follow the log by is not held back.
      assert.strictEqual((await instance.send("/log/checkpoint")).status, 200)
      isAway = false
      await verified(instance, path, 1)
      await instance.stop()
      await server.close()
    })
  })
})
