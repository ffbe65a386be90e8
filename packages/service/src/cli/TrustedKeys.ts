/**
 * The verifier keys that commands trust: those that are given, else the public halves of those that a service signs with.
 * Keys that are found only in what is checked are never among them.
 *
 * @module
 */
import { readVerifierKey, type VerifierKey } from "@consent-service/core/evidence"
import * as Either from "effect/Either"
import { readFileSync } from "node:fs"
import { verifierOf } from "../evidence/NodeSigner.js"
import { saidBy } from "../server/Variables.js"
import type { Given } from "./Command.js"

/** The keys that are trusted, and where they come from. */
export interface TrustedKeys {
  readonly keys: ReadonlyArray<VerifierKey>
  readonly source: "given" | "configured" | "none"
}

/** The option of commands that trust keys. */
export const keyOption = {
  type: "string",
  help: "verifier key of the log, from elsewhere than its database; may be repeated; default: of the configured signing keys",
} as const

const variable = "CONSENT_EVIDENCE_SIGNING_KEYS"

const keysFrom = (
  texts: ReadonlyArray<string>,
  source: TrustedKeys["source"],
  name: string,
): Either.Either<TrustedKeys, string> => {
  const keys = texts.map(readVerifierKey).filter((key) => key !== null)
  return keys.length === texts.length
    ? Either.right({ keys, source })
    : Either.left(`${name} expects a verifier key, as consent-service log init prints it`)
}

/** Keys from options, else those whose private halves a service would sign with. */
export const trustedKeys = (given: Given): Either.Either<TrustedKeys, string> => {
  const named = given.values("key")
  if (named.length > 0) return keysFrom(named, "given", "--key")
  const said = saidBy(variable, process.env, (path) => readFileSync(path, "utf8"))
  if (said === null) return Either.right({ keys: [], source: "none" })
  if (!("text" in said)) return Either.left(`${said.option} ${said.message}`)
  const configured = said.text.split(/[,\n]/).filter((one) => one.trim() !== "")
  return keysFrom(
    configured.map((one) => verifierOf(one.trim()) ?? ""),
    "configured",
    variable,
  )
}
