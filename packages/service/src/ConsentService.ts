/**
 * The composition root: options in, a Fetch handler out.
 *
 * @module
 */
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import type { Kernel } from "@consent-service/adapter-http/kernel/Exchange"
import { renderDocsPage } from "@consent-service/adapter-http/openapi/DocsPage"
import { makeOpenApiDocument, type OpenApiDocument } from "@consent-service/adapter-http/openapi/OpenApiDocument"
import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import { type Notice, reconstructNotice } from "@consent-service/core/consent/ReconstructNotice"
import { Observer } from "@consent-service/core/ports/Observer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Database, openDatabase } from "./database/Database.js"
import { makeLog } from "./logging/Log.js"
import { checkOptions } from "./options/CheckOptions.js"
import type { ConsentServiceOptions, ResolvedOptions } from "./options/Options.js"
import * as TokenMacs from "@consent-service/adapter-http/token/TokenMacs"

/** A running instance. */
export interface ConsentService {
  /** Answers a request; it never rejects. */
  readonly handler: (request: Request) => Promise<Response>
  /** The handler before any transport: what `consent-service/node` mounts on `node:http`. */
  readonly kernel: Kernel
  /** The options with every default filled in. */
  readonly options: ResolvedOptions
  /**
   * Brings the database's schema up to date; safe to run from several processes at once.
   *
   * @returns the ids of the migrations that ran; rejects when the database cannot be reached or migrated
   */
  readonly migrate: () => Promise<ReadonlyArray<string>>
  /**
   * Everything that can be shown of one act: the record, the rule in force, the manifest and the texts of then, or the
   * document's version; null for a record that is unknown here. Rejects when the database cannot answer.
   */
  readonly reconstructNotice: (consentId: string) => Promise<Notice | null>
  /** The OpenAPI 3.1 document of the HTTP surface. */
  readonly getOpenAPISpec: () => OpenApiDocument
  /** The API reference as an HTML page that loads nothing from elsewhere. */
  readonly getDocsUI: () => string
  /** Closes the database; requests that need it fail afterwards. */
  readonly dispose: () => Promise<void>
}

const kernelOf = (options: ResolvedOptions, database: Database, observe: ReturnType<typeof makeLog>): Kernel => {
  const { ipAddressHeaders: headers, masking, tracking } = options.ipAddress
  const http = ConsentHttp.layer({
    ...options,
    geolocation: !options.disableGeoLocation,
    addresses: { headers, masking, tracking },
    tenant: options.tenantId,
    maxBodyBytes: options.limits.maxBodyBytes,
  })
  const ports = Layer.mergeAll(database.stores, TokenMacs.layer, Layer.succeed(Observer, observe))
  return Effect.runSync(Effect.provide(ConsentHttp, Layer.provide(http, ports)))
}

const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null
  return () => (made ??= { value: make() }).value
}

/**
 * Builds an instance. Nothing is opened and no migration runs before it is asked for.
 *
 * @throws ConsentConfigurationError naming every wrong option at once
 */
export const createConsentService = (authored: ConsentServiceOptions): ConsentService => {
  const options = checkOptions(authored)
  const observe = makeLog(options.observability.level, options.observability.drain)
  const database = openDatabase(options, observe)
  const kernel = kernelOf(options, database, observe)
  const document = lazy(() =>
    makeOpenApiDocument({ title: "cs API", version: options.version, server: options.basePath || "/" }),
  )
  return {
    handler: toFetchHandler(kernel),
    kernel,
    options,
    migrate: () => Effect.runPromise(database.migrate),
    reconstructNotice: (consentId) =>
      Effect.runPromise(
        reconstructNotice(consentId).pipe(Effect.map(Option.getOrNull), Effect.provide(database.stores)),
      ),
    getOpenAPISpec: document,
    getDocsUI: lazy(() => renderDocsPage(document())),
    dispose: () => Effect.runPromise(database.close),
  }
}
