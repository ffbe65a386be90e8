/**
 * A key of an evidence log, and the program that verifies receipts, as an operator and an auditor have them.
 *
 * @module
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const service = join(createRequire(import.meta.url).resolve("consent-service"), "../..")

/** The two keys of a log. */
export interface EvidenceKey {
  readonly signingKey: string
  readonly verifierKey: string
}

/** Makes a key, as `consent-service log init` does. */
export const newEvidenceKey = (): EvidenceKey => {
  const program = join(service, "bin/consent-service.js")
  const args = [program, "log", "init", "--origin", "log.example/shop", "--json"]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }))
}

/** What `node verify.mjs RECEIPT --key KEY` prints; throws where it refuses the receipt. */
export const verifyReceipt = async (receipt: string, verifierKey: string): Promise<string> => {
  const { verifierFiles }: { readonly verifierFiles: Readonly<Record<string, string>> } = await import(
    pathToFileURL(join(service, "verifier/files.js")).href
  )
  const folder = mkdtempSync(join(tmpdir(), "cs-receipt-"))
  try {
    writeFileSync(join(folder, "verify.mjs"), verifierFiles["verify.mjs"] ?? "")
    writeFileSync(join(folder, "receipt.json"), receipt)
    const args = ["verify.mjs", "receipt.json", "--key", verifierKey]
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
