/**
 * `consent-service subject erase --check`: verifies the certificate of an erasure offline.
 *
 * @module
 */
import {
  type ErasureCertificate,
  readCertificate,
  type VerifierKey,
  verifyCertificate,
} from "@consent-service/core/evidence"
import * as Either from "effect/Either"
import { readFile } from "node:fs/promises"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { fileReasonOf } from "../thrown/Thrown.js"
import { plural } from "./Amounts.js"
import { type CommandResult, type Given, usageError } from "./Command.js"
import { trustedKeys } from "./TrustedKeys.js"

/** Options that erase, and mean nothing for a certificate that is there. */
const erasing = ["external-id", "out", "part", "reason", "request-id", "subject"]

const iso = (time: number): string => new Date(time).toISOString()

const verifiedLines = (path: string, certificate: ErasureCertificate): ReadonlyArray<string> => {
  const { entry, erasedAt, leaves, reason } = certificate
  return [
    `${path}: verified`,
    `  erased at ${iso(erasedAt)} by the service's clock; reason: ${reason}`,
    `  ${plural(leaves.length, "position")} of the log ${entry?.origin}: ${leaves.map(({ index }) => index).join(", ")}`,
    `  entry ${entry?.index} of the log names them as erased`,
  ]
}

const checked = async (
  path: string,
  certificate: ErasureCertificate,
  keys: ReadonlyArray<VerifierKey>,
): Promise<CommandResult> => {
  const verdict = await verifyCertificate(certificate, { keys }, verifyEd25519)
  const isVerified = verdict._tag === "Verified"
  const problem = verdict._tag === "Verified" ? null : verdict.message
  return {
    ok: isVerified,
    data: { file: path, verified: isVerified, origin: certificate.entry?.origin ?? null, problem },
    lines: isVerified ? verifiedLines(path, certificate) : [`${path}: not verified`, `  ${problem}`],
  }
}

/** Verifies a certificate with the keys that are given, else with those of the configured signing keys. */
export const checkCertificate = async (given: Given, path: string): Promise<CommandResult> => {
  const foreign = erasing.filter((name) => given.value(name) !== null)
  if (foreign.length > 0) return usageError(`--check takes no --${foreign.join(", no --")}`)
  if (path === "" || given.positionals.length > 0) return usageError("--check names the file of one certificate")
  const trusted = trustedKeys(given)
  if (Either.isLeft(trusted)) return usageError(trusted.left)
  if (trusted.right.keys.length === 0) {
    return usageError("--check needs --key: a certificate that brings its own key proves nothing")
  }
  let text: string
  try {
    text = await readFile(path, "utf8")
  } catch (error) {
    return usageError(`cannot read ${path}: ${fileReasonOf(error)}`)
  }
  const certificate = readCertificate(text)
  return certificate === null
    ? usageError(`${path} is not a certificate of an erasure`)
    : checked(path, certificate, trusted.right.keys)
}
