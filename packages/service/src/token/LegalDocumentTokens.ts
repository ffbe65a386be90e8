/**
 * Legal-document snapshots for an integrator's own pages: signed where a document is shown, verified where it matters
 * (wire.md 4.2).
 *
 * @module
 */
import { TokenMac } from "@consent-service/core/ports/TokenMac"
import * as Core from "@consent-service/core/token/LegalDocumentSnapshot"
import * as Effect from "effect/Effect"
import type { SigningOptions } from "../options/Options.js"
import { platformTokenMac } from "@consent-service/adapter-http/token/TokenMacs"

export type { DocumentVersion, LegalDocumentVerdict } from "@consent-service/core/token/LegalDocumentSnapshot"

/** The `legalDocumentSnapshot` block of the configuration, and the tenant it is for. */
export interface LegalDocumentSnapshotOptions {
  /** Without it nothing is signed, and everything is `missing`. */
  readonly legalDocumentSnapshot?: (SigningOptions & { readonly ttlSeconds?: number }) | undefined
  readonly tenantId?: string | undefined
}

const settingOf = ({ legalDocumentSnapshot: block }: LegalDocumentSnapshotOptions) =>
  block === undefined ? null : { ...block, ttlSeconds: block.ttlSeconds ?? 86_400 }

const run = <A>(effect: Effect.Effect<A, never, TokenMac>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, TokenMac, platformTokenMac))

/**
 * Signs which version of a document a visitor is shown.
 *
 * @returns the token to send as `documentSnapshotToken`; null without a signing key
 */
export const signLegalDocumentSnapshot = (
  options: LegalDocumentSnapshotOptions,
  document: Core.DocumentVersion,
): Promise<string | null> => run(Core.signLegalDocumentSnapshot(settingOf(options), options.tenantId ?? null, document))

/** Verifies a snapshot: `valid` with the version it names, `missing`, `invalid` or `expired`. */
export const verifyLegalDocumentSnapshot = (
  options: LegalDocumentSnapshotOptions,
  token: string | undefined,
): Promise<Core.LegalDocumentVerdict> =>
  run(Core.verifyLegalDocumentSnapshot(settingOf(options), options.tenantId ?? null, token))
