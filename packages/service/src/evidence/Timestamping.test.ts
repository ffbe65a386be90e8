import { readReceipt, readTimestamp, readVerifierKey, verifyReceipt } from "@consent-service/core/evidence"
import { assert, describe, it, vi } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { answerBodies } from "../testing/Loopback.js"
import { makeAuthority, opensslProblem } from "../testing/TimestampAuthority.js"
import { aSave, newSubjectId, startInstance } from "../testing/TestInstance.js"
import { makeSigningKey, verifierOf } from "./NodeSigner.js"
import { verifyEd25519 } from "./NodeVerifier.js"

const signingKey = makeSigningKey("consent.shop.example/evidence")
const logKey = readVerifierKey(verifierOf(signingKey) ?? "") ?? assert.fail("no key")

/** A server that answers requests for stamps like that. */
const answering = (answer: (request: Uint8Array, response: ServerResponse) => void) =>
  answerBodies((body, response) => answer(new Uint8Array(body), response))

const withDirectory = async (use: (directory: string) => Promise<void>) => {
  const directory = mkdtempSync(join(tmpdir(), "consent-timestamps-"))
  try {
    await use(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

type Instance = Awaited<ReturnType<typeof startInstance>>

const started = (url: string, directory: string) => {
  const timestamps = [{ url, everyMs: 1_000 }]
  return startInstance("sqlite", {
    evidence: { signingKeys: [signingKey], checkpointEveryMs: 100, publish: { directory }, timestamps },
  })
}

/** Saves, and waits for a receipt that verifies. */
const provenSave = async ({ post, service }: Instance) => {
  const subjectId = newSubjectId()
  const { body, status } = await post(aSave({ subjectId }))
  assert.strictEqual(status, 200)
  const path = `https://shop.example/subjects/${subjectId}/receipts/${body.consentId}`
  await vi.waitFor(async () => {
    const receipt =
      readReceipt(await (await service.handler(new Request(path))).text()) ?? assert.fail("no receipt yet")
    assert.strictEqual((await verifyReceipt(receipt, { keys: [logKey] }, verifyEd25519))._tag, "Verified")
  }, 20_000)
}

interface Listed {
  readonly timestamps: ReadonlyArray<{
    readonly size: number
    readonly time: string
    readonly answer: string
    readonly text: string
  }>
}

const listIn = (directory: string): Listed => JSON.parse(readFileSync(join(directory, "timestamps.json"), "utf8"))

describe.skipIf(opensslProblem !== null)(
  `a log with a time stamp authority${opensslProblem === null ? "" : `: skipped, ${opensslProblem}`}`,
  () => {
    it("has checkpoints stamped again and again, and publishes what OpenSSL verifies", () =>
      withDirectory(async (directory) => {
        const authority = makeAuthority()
        const server = await answering((request, response) => void response.end(authority.answer(request)))
        const instance = await started(server.url, directory)
        await provenSave(instance)
        await vi.waitFor(() => assert.isAtLeast(listIn(directory).timestamps.length, 1), 20_000)
        await provenSave(instance)
        await vi.waitFor(() => assert.isAtLeast(listIn(directory).timestamps.length, 2), 20_000)
        await instance.stop()
        const another = join(directory, "another.txt")
        writeFileSync(another, "consent.shop.example/evidence\n9\n")
        for (const { answer, size, text, time } of listIn(directory).timestamps) {
          const files = [join(directory, answer), join(directory, text)] as const
          assert.isTrue(authority.verifies(...files))
          assert.isFalse(authority.verifies(files[0], another))
          const stamped = readFileSync(files[1], "utf8")
          assert.match(stamped, new RegExp(`^consent\\.shop\\.example/evidence\\n${size}\\n[^\\n]{44}\\n$`))
          const reading = readTimestamp(new Uint8Array(readFileSync(files[0])), stamped, null)
          assert.deepStrictEqual(reading, { _tag: "Stamped", time: Date.parse(time) })
        }
        await server.close()
        authority.remove()
      }))

    it("is signed and answers receipts whatever an authority does, keeps no wrong stamp, and says so", () =>
      withDirectory(async (directory) => {
        const authority = makeAuthority()
        let first: Uint8Array | null = null
        // The first asked is answered with garbage, the next ones with the answer to the first, which is of something else.
        const server = await answering((request, response) => {
          if (first === null) response.end("garbage")
          else response.end(authority.answer(first))
          first ??= request
        })
        const instance = await started(server.url, directory)
        await provenSave(instance)
        const reported = () =>
          instance.events.flatMap((event) =>
            event.event === "evidence-timestamp-failed" ? [JSON.stringify(event)] : [],
          )
        await vi.waitFor(() => assert.match(reported()[0] ?? "", /it is no answer of RFC 3161/), 20_000)
        await provenSave(instance)
        await vi.waitFor(() => assert.isNotNull(first), 20_000)
        await provenSave(instance)
        await instance.stop()
        assert.throws(() => listIn(directory))
        await server.close()
        authority.remove()
      }))
  },
)

describe("a log with an authority that cannot be used", () => {
  const troubles: ReadonlyArray<readonly [name: string, answer: (response: ServerResponse) => void]> = [
    ["never answers", () => {}],
    ["answers a byte now and then", (response) => void response.write("x")],
    ["answers without end", (response) => void response.end(Buffer.alloc(10_000_000))],
    ["answers 500", (response) => void response.writeHead(500).end()],
    ["redirects", (response) => void response.writeHead(302, { location: "http://127.0.0.1:9/" }).end()],
    ["hangs up", (response) => void response.destroy()],
  ]

  it.each(troubles)("saves, signs and answers receipts while it %s, and ends immediately", (_, answer) =>
    withDirectory(async (directory) => {
      let asked = 0
      const server = await answering((_request, response) => {
        asked += 1
        answer(response)
      })
      const instance = await started(server.url, directory)
      await provenSave(instance)
      await vi.waitFor(() => assert.isAtLeast(asked, 1), 20_000)
      await provenSave(instance)
      assert.isFalse(
        instance.events.some(({ event }) => event === "evidence-log-forked" || event === "evidence-log-failed"),
      )
      await instance.stop()
      await server.close()
    }),
  )
})
