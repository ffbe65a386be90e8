/**
 * `consent-service evidence pack --check`: verifies an evidence pack offline, as the recipient's verifier does.
 *
 * @module
 */
import { type PackVerdict, type VerifierKey, verifyPack } from "@consent-service/core/evidence"
import * as Either from "effect/Either"
import { readFile } from "node:fs/promises"
import { verifyEd25519 } from "../evidence/NodeVerifier.js"
import { unzipPack } from "../pack/UnzipPack.js"
import { fileReasonOf } from "../thrown/Thrown.js"
import { plural } from "./Amounts.js"
import { type CommandResult, type Given, usageError } from "./Command.js"
import { trustedKeys } from "./TrustedKeys.js"

/** Options that make a pack, and mean nothing for one that is there. */
const making = ["consent", "external-id", "language", "out", "subject", "withhold"]

const linesOf = (path: string, { isVerified, manifest, problems, receipts }: PackVerdict): ReadonlyArray<string> => {
  if (!isVerified) return [`${path}: not verified`, ...problems.map((problem) => `  ${problem}`)]
  const { createdAt, files, origin, unproven } = manifest ?? { createdAt: "", files: {}, origin: null, unproven: [] }
  return [
    `${path}: verified`,
    `  made on ${createdAt}, proven by the log ${origin}`,
    `  ${plural(Object.keys(files).length, "file")} as they were made, ${plural(receipts.length, "receipt")} verified`,
    ...(unproven.length === 0 ? [] : [`  without a proof: ${unproven.join(", ")}`]),
  ]
}

const resultOf = (path: string, verdict: PackVerdict): CommandResult => ({
  ok: verdict.isVerified,
  data: {
    file: path,
    verified: verdict.isVerified,
    origin: verdict.manifest?.origin ?? null,
    createdAt: verdict.manifest?.createdAt ?? null,
    receipts: verdict.receipts.length,
    unproven: verdict.manifest?.unproven ?? [],
    problems: verdict.problems,
  },
  lines: linesOf(path, verdict),
})

const checkWith = async (path: string, keys: ReadonlyArray<VerifierKey>): Promise<CommandResult> => {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (error) {
    return usageError(`cannot read ${path}: ${fileReasonOf(error)}`)
  }
  const files = await unzipPack(bytes)
  if (files === null) return usageError(`${path} is not a zip file, or is damaged`)
  return resultOf(path, await verifyPack(files, { keys }, verifyEd25519))
}

/** Verifies a pack with the keys that are given, else with those of the configured signing keys. */
export const checkPack = async (given: Given, path: string): Promise<CommandResult> => {
  const foreign = making.filter((name) => given.values(name).length > 0)
  if (foreign.length > 0) return usageError(`--check takes no --${foreign.join(", no --")}`)
  if (path === "" || given.positionals.length > 0) return usageError("--check names the zip file of one pack")
  const trusted = trustedKeys(given)
  if (Either.isLeft(trusted)) return usageError(trusted.left)
  return trusted.right.keys.length === 0
    ? usageError("--check needs --key: a pack that brings its own key proves nothing")
    : checkWith(path, trusted.right.keys)
}
