/**
 * A small witness (C2SP tlog-witness): it cosigns the checkpoints of a few logs, so that two organizations can witness
 * each other.
 *
 * @module
 */
import {
  decideCosignature,
  mostRequestBytes,
  type VerifierKey,
  type WitnessDecision,
  witnessPaths,
  witnessSizeType,
} from "@consent-service/core/evidence"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Cosigner } from "../evidence/NodeSigner.js"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { reasonOf } from "../thrown/Thrown.js"
import type { WitnessFile } from "./WitnessFile.js"

/** What a witness is made of. */
export interface WitnessOptions {
  readonly cosigner: Cosigner
  /** The keys of the logs that it serves. */
  readonly logs: ReadonlyArray<VerifierKey>
  readonly file: WitnessFile
  /** Prints what an operator should know. */
  readonly notice: (line: string) => void
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const plain = "text/plain; charset=utf-8"

const says = (status: number, body: string): Answer => ({ status, type: plain, body: `${body}\n` })

const refusals = {
  Malformed: says(400, "this is no request of add-checkpoint"),
  UnknownLog: says(404, "this log is not witnessed here"),
  Unsigned: says(403, "no known key of this log has signed the checkpoint"),
  Inconsistent: says(422, "the proof does not show that this tree continues the known one"),
} as const

const contradictionIn = (decision: WitnessDecision): string | null =>
  decision._tag === "Conflict" && decision.contradiction !== null
    ? `a log has signed two checkpoints that contradict each other:\n${decision.contradiction.join("\n")}`
    : null

/** Null for a body that is longer than a request can be. */
const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Array<Buffer> = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > mostRequestBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Decides on requests one after another. */
const makeAnswer = ({ cosigner, file, logs, notice }: WitnessOptions) => {
  const answer = async (body: string): Promise<Answer> => {
    const decision = await decideCosignature(body, file.state(), logs, verifyEd25519)
    const contradiction = contradictionIn(decision)
    if (contradiction !== null) notice(contradiction)
    if (decision._tag === "Conflict") return { status: 409, type: witnessSizeType, body: `${decision.size}\n` }
    if (decision._tag !== "Cosign") return refusals[decision._tag]
    await file.keep(decision.state)
    return { status: 200, type: plain, body: cosigner.lineOf(Math.floor(Date.now() / 1000), decision.text) }
  }
  let last: Promise<unknown> = Promise.resolve()
  return (body: string): Promise<Answer> => {
    const next = last.then(() => answer(body))
    last = next.catch(() => {})
    return next
  }
}

const send = (response: ServerResponse, { body, status, type }: Answer): void => {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) })
  response.end(body)
}

/** Makes a witness's server, which does not listen yet. */
export const witnessServer = (options: WitnessOptions): Server => {
  const answer = makeAnswer(options)
  const handle = async (request: IncomingMessage): Promise<Answer> => {
    if (request.url !== witnessPaths.add) return says(404, "there is nothing here")
    if (request.method !== "POST") return says(405, "expected POST")
    const body = await bodyOf(request)
    return body === null ? says(413, "a request has at most 64 kB") : answer(body)
  }
  return createServer({ requestTimeout: 10_000 }, (request, response) => {
    handle(request).then(
      (answered) => send(response, answered),
      (error) => {
        options.notice(`a request failed: ${reasonOf(error)}`)
        send(response, says(500, "the checkpoint could not be kept"))
      },
    )
  })
}
