/**
 * `consent-service witness`: a key for a witness, and the witness.
 *
 * @module
 */
import { keyTypes, readVerifierKey, type VerifierKey } from "@consent-service/core/evidence"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { once } from "node:events"
import type { Server } from "node:http"
import { type Cosigner, cosignerOf, makeSigningKey } from "../evidence/NodeSigner.js"
import { CannotListenError } from "../listen/CannotListen.js"
import { stopOnSignals } from "../lifecycle/Signals.js"
import { isOrigin, originForm } from "../options/EvidenceOptions.js"
import { openWitnessFile } from "../witness/WitnessFile.js"
import { witnessServer } from "../witness/WitnessServer.js"
import { type Command, type CommandResult, type Given, usageError } from "./Command.js"

const init: Command = {
  name: "witness init",
  synopsis: "witness init --name NAME [--json]",
  summary: "make a key that cosigns checkpoints of other logs; it is printed once and not stored",
  options: {
    name: { type: "string", help: "name of the witness: a URL without its scheme, such as witness.example/w1" },
  },
  run: (given) => {
    const name = given.value("name") ?? ""
    if (!isOrigin(name) || given.positionals.length > 0) return usageError(`--name ${originForm}`)
    const signingKey = makeSigningKey(name)
    const verifierKey = cosignerOf(signingKey)?.verifier ?? ""
    return {
      ok: true,
      data: { name, signingKey, verifierKey },
      lines: [
        "Secret, for witness serve --key. It cannot be printed again:",
        signingKey,
        "",
        "Public, for evidence.witnesses of the logs and for everyone who verifies their receipts:",
        verifierKey,
      ],
    }
  },
}

/** A key is given itself, or in a file. */
const cosignerIn = (key: string): Cosigner | null => {
  if (key.startsWith("PRIVATE+KEY+")) return cosignerOf(key)
  try {
    return cosignerOf(readFileSync(key, "utf8").trim())
  } catch {
    return null
  }
}

/** What a witness is called with; a text where that is wrong. */
interface WitnessCall {
  readonly cosigner: Cosigner
  readonly logs: ReadonlyArray<VerifierKey>
  readonly state: string
  readonly port: number
  readonly host: string
}

const callOf = (given: Given): WitnessCall | string => {
  const cosigner = cosignerIn(given.value("key") ?? "")
  if (cosigner === null)
    return "--key expects a private key as consent-service witness init prints it, or a file with one"
  const texts = given.values("log")
  const logs = texts.map(readVerifierKey).filter((key) => key?.type === keyTypes.note)
  if (logs.length === 0 || logs.length < texts.length) {
    return "--log expects the verifier key of a log, as consent-service log init prints it"
  }
  const state = given.value("state") ?? ""
  if (state === "") return "--state expects the file that remembers what was cosigned"
  const port = Number(given.value("port") ?? "8790")
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return "--port expects a number from 0 to 65535"
  const host = given.value("host") ?? "127.0.0.1"
  return { cosigner, logs: logs.filter((key) => key !== null), state, port, host }
}

const listening = async (server: Server, { host, port }: WitnessCall): Promise<string> => {
  server.listen(port, host)
  await once(server, "listening")
  const address = server.address()
  return typeof address === "object" && address !== null ? `http://${host}:${address.port}` : host
}

/** How long ending waits for requests that have begun. */
const closeMs = 2_000

const cannotListen = (error: unknown, { host, port }: WitnessCall): string =>
  new CannotListenError(error, { host, port, isForMetrics: false }).messageFor({ port: "--port", host: "--host" })

const serveWitness = async (call: WitnessCall, notice: (line: string) => void): Promise<CommandResult> => {
  const file = await openWitnessFile(call.state)
  if (Either.isLeft(file)) return { ok: false, data: { error: file.left }, lines: [], error: file.left }
  const { cosigner, logs } = call
  const server = witnessServer({ cosigner, logs, file: file.right, notice })
  const close = async (): Promise<void> => {
    const ended = new Promise((closed) => server.close(closed))
    // Requests that have arrived are answered; a client that does not go on sending is not waited for.
    const patience = setTimeout(() => server.closeAllConnections(), closeMs)
    await ended
    clearTimeout(patience)
    await file.right.close()
  }
  try {
    const url = await listening(server, call)
    stopOnSignals({ close })
    return {
      ok: true,
      data: { url, verifierKey: cosigner.verifier },
      lines: [`witness ${cosigner.verifier}`, `listens at ${url} for ${logs.map(({ name }) => name).join(", ")}`],
    }
  } catch (error) {
    await file.right.close()
    const message = cannotListen(error, call)
    return { ok: false, data: { error: message }, lines: [], error: message }
  }
}

const serve: Command = {
  name: "witness serve",
  synopsis: "witness serve --key KEY|FILE --state FILE --log VKEY [--log VKEY] [--port PORT] [--host HOST] [--json]",
  summary: "cosign checkpoints of other logs (C2SP tlog-witness) until SIGTERM or SIGINT",
  options: {
    key: { type: "string", help: "private key as witness init prints it, or a file with one" },
    state: { type: "string", help: "file that remembers what was cosigned; keep it: without it a log could be forked" },
    log: { type: "string", help: "verifier key of a log that is witnessed; may be repeated" },
    port: { type: "string", help: "default: 8790" },
    host: { type: "string", help: "default: 127.0.0.1; put TLS in front of it" },
  },
  run: (given, _, notice) => {
    const call = given.positionals.length > 0 ? "expected no argument" : callOf(given)
    return typeof call === "string" ? usageError(call) : serveWitness(call, notice)
  },
}

/** The commands. */
export const witnessCommands: ReadonlyArray<Command> = [init, serve]
