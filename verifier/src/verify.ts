/**
 * The file `verify.mjs`: a module for programs and pages, and a command line for Node.js.
 *
 * @module
 */
import { runCommandLine } from "./CommandLine.js"
import { ed25519 } from "./Ed25519.js"
import {
  contentVerifier,
  textVerifier,
  type TrustTexts,
  type VerifyContent,
  type VerifyText,
  type WrongKeys,
} from "./Report.js"

export type { Report, TrustTexts, VerifyContent, VerifyText, WrongKeys } from "./Report.js"

const verifyEd25519 = ed25519(globalThis.crypto?.subtle ?? null)

/**
 * Makes a function that verifies receipts, each in the form of JSON or of a C2SP tlog-proof.
 *
 * @param trust - the keys one trusts, from elsewhere than the receipts
 * @returns the keys that cannot be used, when there are any
 */
export const verifier = (trust: TrustTexts): VerifyText | WrongKeys => textVerifier(trust, verifyEd25519)

/**
 * Makes a function that verifies what files have: a receipt in either form, or the zip of an evidence pack.
 *
 * @param trust - the keys one trusts, from elsewhere than the files
 * @returns the keys that cannot be used, when there are any
 */
export const contents = (trust: TrustTexts): VerifyContent | WrongKeys => contentVerifier(trust, verifyEd25519)

/** Whether this file is what Node.js was started with. */
const isProgram = (): boolean => {
  const path = globalThis.process?.argv?.[1]
  return path !== undefined && import.meta.url.startsWith("file:") && import.meta.url.endsWith(encodeURI(path))
}

if (isProgram()) {
  const { readFile } = await import("node:fs/promises")
  process.exitCode = await runCommandLine(
    process.argv.slice(2),
    { readFile: (path) => readFile(path), out: console.log, error: console.error },
    verifyEd25519,
  )
}
