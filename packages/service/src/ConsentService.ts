/**
 * The composition root: options in, a Fetch handler out.
 *
 * @module
 */
import { type FetchContext, toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import { measureLoopDelay } from "@consent-service/adapter-http/limit"
import type { OpenApiDocument } from "@consent-service/adapter-http/openapi"
import type { Kernel } from "@consent-service/adapter-http/kernel"
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { Cache, Instance, type Observation, Observer, Tenant, Tokens } from "@consent-service/core/ports"
import { type Notice, reconstructNotice } from "@consent-service/core/consent"
import { Migrator } from "@consent-service/adapter-sql/SqlStores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { instanceStores } from "./composition/InstanceStores.js"
import { httpOptions, instanceOptions } from "./http/HttpOptions.js"
import { makeInFlight } from "./lifecycle/InFlight.js"
import { makeLog } from "./logging/Log.js"
import { checkOptions } from "./options/CheckOptions.js"
import type { ConsentServiceOptions } from "./options/Options.js"
import type { ServiceSettings } from "./options/Settings.js"
import { showOptions, type ShownOptions } from "./options/ShownOptions.js"
import * as SessionSink from "./sessions/SessionSink.js"
import { makeTelemetry, type Telemetry } from "./telemetry/Telemetry.js"
import * as VendorListLayer from "./vendors/VendorListLayer.js"

/** A running instance. */
export interface ConsentService {
  /**
   * Answers a request; it never rejects.
   *
   * @param context - what the runtime tells beside the request, such as a Worker's `waitUntil`
   */
  readonly handler: (request: Request, context?: FetchContext) => Promise<Response>
  /** The handler before any transport: what `consent-service/node` mounts on `node:http`. */
  readonly kernel: Kernel
  /**
   * Whether a path, as sent, is for this instance: below `basePath`, or one of its routes. What a host asks before it
   * hands other requests to its own pages.
   */
  readonly owns: (path: string) => boolean
  /**
   * The options with every default filled in, for a look at them: frozen plain data. Secrets read `[redacted]`, and
   * functions, clients and caches are named by their kind.
   */
  readonly options: ShownOptions
  /** Logs an observation of what runs the service, such as a server that starts to listen. */
  readonly observe: (observation: Observation) => void
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
  /** The API reference as an HTML page; it loads its files from this service, and nothing from elsewhere. */
  readonly getDocsUI: () => string
  /**
   * Waits for what is under way, ten seconds at most, and closes the database; requests that need it fail afterwards.
   * A server in front must have stopped accepting before.
   */
  readonly dispose: () => Promise<void>
}

type Observe = (observation: Observation) => void

/** How long `dispose` waits for what is under way. */
const graceMs = 10_000

const inTurn =
  (one: Observe, other: Observe): Observe =>
  (observation) => {
    one(observation)
    other(observation)
  }

/** The layers that an instance may have. */
const optionalLayers = (
  { gvl, rateLimit, sessions }: ServiceSettings,
  telemetry: Telemetry | null,
  observe: Observe,
) => {
  const cache = rateLimit === null ? null : rateLimit.cache
  const onReport = sessions?.onReport
  return Layer.mergeAll(
    gvl === null ? Layer.empty : VendorListLayer.layer(gvl, observe),
    cache === null ? Layer.empty : Layer.succeed(Cache, cache),
    onReport === undefined ? Layer.empty : SessionSink.layer({ onReport }),
    telemetry === null ? Layer.empty : telemetry.tracer,
  )
}

/** Timers that no process waits for are Node's; elsewhere a thread's delay is not known. */
const hasTimers = globalThis.process?.versions?.node !== undefined

/**
 * Builds an instance. Nothing is opened before the first request, and no migration runs by itself.
 *
 * @param authored - what the instance is configured with; only `database`, or `stores` in its place, is required
 * @throws ConsentConfigurationError naming every wrong option at once
 */
export const createConsentService = (authored: ConsentServiceOptions): ConsentService => {
  const { notices, options } = checkOptions(authored)
  const log = makeLog(options.observability)
  const telemetry = makeTelemetry(options.telemetry, log.report)
  const observe = telemetry === null ? log.observe : inTurn(log.observe, telemetry.observe)
  for (const notice of notices) observe(notice)
  const inFlight = makeInFlight()
  const scope = Effect.runSync(Scope.make())
  const database = instanceStores(options).pipe(Layer.provide(Tenant.layer(options.tenantId)))
  // Built once: what is not served over HTTP uses the same database.
  const opened = Effect.runSync(Layer.buildWithScope(database, scope))
  const { migrate } = Context.get(opened, Migrator)
  const stores = telemetry === null ? Layer.succeedContext(opened) : telemetry.traced(Layer.succeedContext(opened))
  const background = (task: Promise<unknown>): unknown => {
    inFlight.track(task)
    return options.background?.(task)
  }
  const loopDelayMs = hasTimers ? Effect.runSync(Scope.extend(measureLoopDelay, scope)) : () => 0
  const http = ConsentHttp.layer(httpOptions(options, { background, loopDelayMs, tracing: telemetry !== null }))
  const ports = Layer.mergeAll(stores, Tokens.layer(), Layer.succeed(Observer, observe))
  const layer = http.pipe(
    Layer.provide(ports),
    Layer.provide(optionalLayers(options, telemetry, observe)),
    Layer.provide(Layer.merge(Tenant.layer(options.tenantId), Instance.layer(instanceOptions(options)))),
  )
  const surface = Context.get(Effect.runSync(Layer.buildWithScope(layer, scope)), ConsentHttp)
  const kernel = inFlight.tracking(surface.kernel)
  return {
    handler: toFetchHandler(kernel),
    kernel,
    owns: surface.owns,
    options: showOptions(options),
    observe,
    migrate: () => Effect.runPromise(Effect.provideService(migrate, Observer, observe)),
    reconstructNotice: (consentId) =>
      Effect.runPromise(reconstructNotice(consentId).pipe(Effect.map(Option.getOrNull), Effect.provide(stores))),
    getOpenAPISpec: surface.document,
    getDocsUI: surface.docsPage,
    dispose: async () => {
      await inFlight.idle(graceMs)
      await Effect.runPromise(Scope.close(scope, Exit.void))
    },
  }
}
