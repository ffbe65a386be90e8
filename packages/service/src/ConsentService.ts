/**
 * The service for programs that use promises: options in, a Fetch handler out.
 *
 * @module
 */
import type { Notice } from "@consent-service/core/consent"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Option from "effect/Option"
import { ConsentService as Service, type ServiceSurface } from "./composition/ConsentService.js"
import { refuseWorkers } from "./configuration/Runtime.js"
import type { Readiness } from "./health/Readiness.js"
import type { ConsentServiceOptions } from "./options/Options.js"

/** A running instance. */
export interface ConsentService extends ServiceSurface {
  /**
   * Brings the database's schema up to date; safe to run from several processes concurrently.
   *
   * @returns the ids of the migrations that ran; rejects when the database cannot be reached or migrated
   */
  readonly migrate: () => Promise<ReadonlyArray<string>>
  /**
   * Whether requests should be sent to this instance: its database is reached, migrated and writable. A look is shared
   * by all callers for a second, and takes three seconds at most; it never rejects. `serve` answers `/readyz` with it.
   *
   * @example
   * ```ts
   * import { createConsentService } from "consent-service"
   *
   * const service = createConsentService({ database: "sqlite:./consent.db" })
   * const { ready, reason } = await service.readiness()
   * const answer = Response.json({ ready, reason }, { status: ready ? 200 : 503 })
   * ```
   */
  readonly readiness: () => Promise<Readiness>
  /**
   * Everything that can be shown of one act: the record, the rule in force, the manifest and the texts of then, or the
   * document's version; null for a record that is unknown here. Rejects when the database cannot answer.
   */
  readonly reconstructNotice: (consentId: string) => Promise<Notice | null>
  /**
   * Waits for running work, ten seconds at most, and closes the database; requests that need it fail afterwards.
   * A server in front must have stopped accepting before. Called again, it gives the same promise.
   */
  readonly dispose: () => Promise<void>
}

/**
 * Builds an instance. Nothing is opened before the first request, and no migration runs automatically.
 *
 * With Effect, `ConsentService.layer` of `consent-service/effect` is the same as a layer.
 *
 * @param options - what the instance is configured with; only `database`, or `stores` in its place, is required
 * @throws ConsentConfigurationError naming every invalid option
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db", trustedOrigins: ["shop.example"] })
 * await service.migrate()
 * const response = await service.handler(new Request("https://consent.shop.example/status"))
 * ```
 */
export const createConsentService = (options: ConsentServiceOptions): ConsentService => {
  refuseWorkers(globalThis)
  const runtime = ManagedRuntime.make(Service.layer(options))
  const { migrate, readiness, reconstructNotice, ...surface } = Exit.getOrElse(
    runtime.runSyncExit(Service),
    (cause) => {
      throw Cause.squash(cause)
    },
  )
  let disposed: Promise<void> | null = null
  return {
    ...surface,
    // These do not use the runtime, and report errors even after it is disposed.
    migrate: () => Effect.runPromise(migrate),
    readiness: () => Effect.runPromise(readiness),
    reconstructNotice: (consentId) => Effect.runPromise(Effect.map(reconstructNotice(consentId), Option.getOrNull)),
    dispose: () => (disposed ??= runtime.dispose()),
  }
}
