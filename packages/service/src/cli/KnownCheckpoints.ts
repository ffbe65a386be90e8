/**
 * Checkpoints that someone else holds, in files: on their own, or in receipts.
 *
 * @module
 */
import {
  readCheckpoint,
  readNote,
  readReceipt,
  readTlogProof,
  type VerifierKey,
  verifyCheckpoint,
} from "@consent-service/core/evidence"
import type { KnownCheckpoint } from "@consent-service/core/evidence-log"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { fileReasonOf } from "../thrown/Thrown.js"

/** Reads text files; a text that names the one that cannot be read. */
export const readFiles = (paths: ReadonlyArray<string>): Either.Either<ReadonlyArray<string>, string> =>
  Either.all(
    paths.map((path) =>
      Either.try({
        try: () => readFileSync(path, "utf8"),
        catch: (error) => `cannot read ${path}: ${fileReasonOf(error)}`,
      }),
    ),
  )

/** What a signed checkpoint says; null for what is none. */
export const bodyOf = (note: string): KnownCheckpoint | null => {
  const body = readCheckpoint(readNote(note)?.text ?? "")
  return body === null ? null : { ...body, note }
}

const noteIn = (text: string): string => (readReceipt(text) ?? readTlogProof(text))?.checkpoint ?? text

const checkpointFrom = async (
  path: string,
  text: string,
  keys: ReadonlyArray<VerifierKey>,
): Promise<Either.Either<KnownCheckpoint, string>> => {
  const body = bodyOf(noteIn(text))
  if (body === null) return Either.left(`--checkpoint ${path}: the file has no checkpoint`)
  const verdict = await verifyCheckpoint(body.note, body.origin, { keys }, verifyEd25519)
  return verdict._tag === "Refused" ? Either.left(`--checkpoint ${path}: ${verdict.message}`) : Either.right(body)
}

/** Reads checkpoints from files; each must be signed by a trusted key: another says nothing about the log. */
export const knownCheckpoints = async (
  paths: ReadonlyArray<string>,
  keys: ReadonlyArray<VerifierKey>,
): Promise<Either.Either<ReadonlyArray<KnownCheckpoint>, string>> => {
  const texts = readFiles(paths)
  if (Either.isLeft(texts)) return Either.left(texts.left)
  return Either.all(await Promise.all(texts.right.map((text, at) => checkpointFrom(paths[at] ?? "", text, keys))))
}
