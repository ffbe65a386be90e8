/**
 * A complete instance as one layer: its log, telemetry, stores, tokens and HTTP side, built from its options.
 *
 * @module
 */
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import type { Kernel } from "@consent-service/adapter-http/kernel"
import { measureLoopDelay } from "@consent-service/adapter-http/limit"
import type { OpenApiDocument } from "@consent-service/adapter-http/openapi"
import { type FetchContext, toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import type { DatabaseUnusable } from "@consent-service/adapter-sql/DatabaseUnusable"
import { DatabaseHealth, Migrator, type Stores } from "@consent-service/adapter-sql/SqlStores"
import { type Notice, reconstructNotice } from "@consent-service/core/consent"
import {
  Cache,
  Instance,
  type Observe,
  Observer,
  RequiredWitnesses,
  Salts,
  type SchemaMismatch,
  type StoreError,
  Tenant,
  Tokens,
} from "@consent-service/core/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { CachePort } from "../cache/ExternalCache.js"
import type { ConsentConfigurationError } from "../configuration/ConsentConfigurationError.js"
import * as NodeSigner from "../evidence/NodeSigner.js"
import { makeBackfilling } from "../evidence/Backfilling.js"
import { makeCounting } from "../evidence/Counting.js"
import { makePublishing } from "../evidence/Publishing.js"
import { makeRandomSalts, type RandomSalts } from "../evidence/RandomSalts.js"
import { makeRetaining } from "../evidence/Retaining.js"
import { makeSequencing } from "../evidence/Sequencing.js"
import { witnessQuorum } from "../evidence/HttpWitnesses.js"
import { makeInstanceTimestamping } from "../evidence/Timestamping.js"
import { makeInstanceWitnessing } from "../evidence/Witnessing.js"
import { makeReadiness, type Readiness } from "../health/Readiness.js"
import { httpOptions, instanceOptions } from "../http/HttpOptions.js"
import { type InFlight, makeInFlight } from "../lifecycle/InFlight.js"
import { inTurn, makeLog } from "../logging/Log.js"
import { type CheckedOptions, inspectOptions } from "../options/CheckOptions.js"
import { databaseUrl } from "../options/DatabaseOptions.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { scheduleOf } from "../options/RetentionOption.js"
import type { ServiceSettings } from "../options/Settings.js"
import { showOptions, type ShownOptions } from "../options/ShownOptions.js"
import { type Instruments, makeInstruments } from "../telemetry/Instruments.js"
import { watchInstance } from "../telemetry/InstanceMetrics.js"
import { measuredCache } from "../telemetry/MeasuredCache.js"
import type { ServiceMetrics } from "../metrics/ServiceMetrics.js"
import { measuredStores } from "../telemetry/TracedStores.js"
import * as CountingSink from "../sessions/CountingSink.js"
import * as SessionSink from "../sessions/SessionSink.js"
import { makeTelemetry, type Telemetry } from "../telemetry/Telemetry.js"
import * as VendorListLayer from "../vendors/VendorListLayer.js"
import { instanceStores } from "./InstanceStores.js"
import { runtimeNotices } from "./RuntimeNotices.js"

/** The members of an instance, for promises and effects alike. */
export interface ServiceSurface {
  /**
   * Answers a request; it never rejects.
   *
   * @param context - the runtime's data about the request, such as a Worker's `waitUntil`
   */
  readonly handler: (request: Request, context?: FetchContext) => Promise<Response>
  /** The handler below any transport, which `consent-service/node` mounts on `node:http`. */
  readonly kernel: Kernel
  /**
   * Whether a path, as sent, belongs to this instance: below `basePath`, or one of its routes. A host calls it before it
   * passes other requests to its own pages.
   */
  readonly owns: (path: string) => boolean
  /**
   * The options with every default filled in, for inspection: frozen plain data. Secrets read `[redacted]`, and
   * functions, clients and caches are named by their kind.
   */
  readonly options: ShownOptions
  /** The option `metrics`; null where it is left out. */
  readonly metrics: ServiceMetrics | null
  /** Logs an observation of what runs the service, such as a server that starts to listen. */
  readonly observe: Observe
  /**
   * Starts to maintain the evidence log: adds the entries that earlier processes left, and signs it. A
   * service that records acts starts this with the first act.
   */
  readonly sequence: () => void
  /** The OpenAPI 3.1 document of the HTTP surface. */
  readonly getOpenAPISpec: () => OpenApiDocument
  /** The API reference as an HTML page; it loads its files from this service, and nothing from elsewhere. */
  readonly getDocsUI: () => string
}

interface ServiceEffects extends ServiceSurface {
  /**
   * Brings the database's schema up to date; safe to run from several processes concurrently.
   *
   * @returns the ids of the migrations that ran
   */
  readonly migrate: Effect.Effect<ReadonlyArray<string>, DatabaseUnusable | SchemaMismatch>
  /**
   * Whether requests should be sent to this instance: its database is reached, migrated and writable. A look is shared
   * by all callers for a second.
   */
  readonly readiness: Effect.Effect<Readiness>
  /**
   * Everything that can be shown of one act: the record, the rule in force, the manifest and the texts of then, or the
   * document's version; none for a record that is unknown here.
   */
  readonly reconstructNotice: (consentId: string) => Effect.Effect<Option.Option<Notice>, StoreError>
}

/** How long an instance that closes waits for running work. */
const graceMs = 10_000

/** Timers that no process waits for are Node's; elsewhere a thread's delay is not known. */
const hasTimers = globalThis.process?.versions?.node !== undefined

/** The metrics of an instance; null without any. */
interface Measuring {
  readonly telemetry: Telemetry | null
  readonly instruments: Instruments | null
}

/** The cache with a measurement around each operation, where something measures. */
const cacheMeasured = ({ instruments, telemetry }: Measuring, cache: CachePort): CachePort =>
  instruments === null && telemetry === null
    ? cache
    : measuredCache(cache, (operation) => {
        instruments?.cache(operation)
        telemetry?.cache(operation)
      })

const storesMeasured = ({ instruments, telemetry }: Measuring, stores: ReturnType<typeof instanceStores>) => {
  const traced = telemetry?.traced(stores) ?? stores
  return instruments === null ? traced : measuredStores(traced, instruments.query)
}

/** The ports that an instance may have. */
const optionalPorts = ({ gvl, rateLimit, sessions }: ServiceSettings, measuring: Measuring) => {
  const measured = (cache: CachePort | null) => (cache === null ? null : cacheMeasured(measuring, cache))
  const cache = rateLimit === null ? null : measured(rateLimit.cache)
  const { count = false, onReport } = sessions ?? {}
  return Layer.mergeAll(
    gvl === null ? Layer.empty : VendorListLayer.layer({ ...gvl, cache: measured(gvl.cache) }),
    cache === null ? Layer.empty : Layer.succeed(Cache, cache),
    count ? CountingSink.layer({ onReport }) : onReport === undefined ? Layer.empty : SessionSink.layer({ onReport }),
  )
}

/** How many entries of the log are moved in one transaction: on SQLite, other requests wait for it. */
const batchOf = ({ database }: ServiceSettings): number => {
  // A client layer may be SQLite's.
  const url = database === null ? null : databaseUrl(database)
  return url === null || url.startsWith("sqlite:") ? 256 : 1_024
}

const nothingLogged = { start: () => {}, state: () => null }

/** The maintenance of an instance's log, if it has one. */
const logKeeping = (options: ServiceSettings, observe: Observe, salts: RandomSalts) =>
  Effect.gen(function* () {
    const { evidence } = options
    if (evidence === null) return nothingLogged
    // Before the sequencing, so that it ends after it.
    const publishing = evidence.publish === null ? null : yield* makePublishing(evidence.publish, observe)
    const republish = (): void => publishing?.nudge()
    const witnessing =
      evidence.witnesses.length === 0 ? null : yield* makeInstanceWitnessing(evidence.witnesses, observe, republish)
    const timestamping =
      evidence.timestamps.length === 0
        ? null
        : yield* makeInstanceTimestamping(evidence.timestamps, observe, () => publishing?.stamped())
    const batch = batchOf(options)
    const backfilling = evidence.backfill ? yield* makeBackfilling({ batch, salts: salts.salts }, observe) : null
    const counting = yield* makeCounting
    const parts = { publishing, witnessing, timestamping, backfilling, counting }
    return yield* makeSequencing(evidence, salts, { batch, observe, ...parts })
  })

/** The members of a composition. It closes after running work has completed. */
const offer = (options: ServiceSettings, observe: Observe, inFlight: InFlight, salts: RandomSalts) =>
  Effect.gen(function* () {
    // Before the parts that wait for requests, so that it closes after them.
    const sequencing = yield* logKeeping(options, observe, salts)
    const schedule = scheduleOf(options.retention)
    if (schedule.length > 0) yield* makeRetaining(schedule, salts.salts, observe)
    yield* Effect.addFinalizer(() => Effect.promise(() => inFlight.idle(graceMs)))
    const { docsPage, document, kernel: untracked, owns, saves } = yield* ConsentHttp
    const { migrate } = yield* Migrator
    const health = yield* DatabaseHealth
    const stores = yield* Effect.context<Stores>()
    const kernel = inFlight.tracking(untracked)
    const readiness = makeReadiness(health.readiness)
    const { metrics } = options
    if (metrics !== null) {
      yield* watchInstance(metrics, {
        activeRequests: inFlight.count,
        saves,
        pool: health.pool,
        readiness,
        log: sequencing.state,
      })
    }
    return {
      handler: toFetchHandler(kernel),
      kernel,
      owns,
      options: showOptions(options),
      observe,
      migrate,
      readiness,
      sequence: sequencing.start,
      metrics,
      reconstructNotice: (consentId) => Effect.provide(reconstructNotice(consentId), stores),
      getOpenAPISpec: document,
      getDocsUI: docsPage,
    } satisfies ServiceEffects
  })

const compose = ({ notices, options }: CheckedOptions, given: Observe | null) =>
  Effect.gen(function* () {
    const log = makeLog(options.observability)
    const telemetry = makeTelemetry(options.telemetry, log.report)
    const instruments = options.metrics === null ? null : makeInstruments(options.metrics.recorder)
    const observe = inTurn(log.observe, telemetry?.observe, instruments?.observation, given)
    for (const notice of notices) observe(notice)
    for (const notice of runtimeNotices(Layer.isLayer(options.database))) log.report(notice)
    const inFlight = makeInFlight()
    const background = (task: Promise<unknown>): unknown => {
      inFlight.track(task)
      return options.background?.(task)
    }
    const loopDelayMs = hasTimers ? yield* measureLoopDelay : () => 0
    const measuring = { telemetry, instruments }
    const salts = makeRandomSalts()
    const { evidence } = options
    return Layer.scoped(ConsentService, offer(options, observe, inFlight, salts)).pipe(
      Layer.provide(ConsentHttp.layer(httpOptions(options, { background, loopDelayMs, tracing: telemetry !== null }))),
      Layer.provide(
        Layer.mergeAll(Tokens.layer(), optionalPorts(options, measuring), telemetry?.tracer ?? Layer.empty),
      ),
      Layer.provide(storesMeasured(measuring, instanceStores(options))),
      Layer.provide(
        Layer.mergeAll(
          NodeSigner.layer(evidence?.signingKeys ?? []),
          evidence === null ? Layer.empty : Layer.succeed(Salts, salts.salts),
          evidence === null
            ? Layer.empty
            : Layer.succeed(RequiredWitnesses, witnessQuorum(evidence.requireWitnesses, evidence.witnesses)),
          Tenant.layer(options.tenantId),
          Instance.layer(instanceOptions(options)),
          Observer.layer(observe),
        ),
      ),
    )
  })

/**
 * A running instance, for programs written with Effect.
 *
 * @example
 * ```ts
 * import { ConsentService } from "consent-service/effect"
 * import * as Effect from "effect/Effect"
 *
 * const migrated = Effect.flatMap(ConsentService, ({ migrate }) => migrate).pipe(
 *   Effect.provide(ConsentService.layer({ database: "sqlite:./consent.db" })),
 * )
 * ```
 */
export class ConsentService extends Context.Tag("consent-service/ConsentService")<ConsentService, ServiceEffects>() {
  /**
   * Builds an instance; `createConsentService` runs this layer. Nothing is opened and no migration runs before it is
   * asked for. When the scope closes, the instance waits for running work, ten seconds at most, and closes its
   * database.
   *
   * A `Tenant` in context counts as `tenantId`; a different `tenantId` is an error. An `Observer` in
   * context receives the same observations as the log, before redaction.
   *
   * @returns a layer that fails with a `ConsentConfigurationError` naming every invalid option
   *
   * @example
   * ```ts
   * import { ConsentService } from "consent-service/effect"
   * import * as Effect from "effect/Effect"
   * import * as ManagedRuntime from "effect/ManagedRuntime"
   *
   * const runtime = ManagedRuntime.make(ConsentService.layer({ database: "sqlite:./consent.db", tenantId: "shop" }))
   * const handler = await runtime.runPromise(Effect.map(ConsentService, (service) => service.handler))
   * ```
   */
  static readonly layer = (options: ConsentServiceOptions): Layer.Layer<ConsentService, ConsentConfigurationError> =>
    Layer.unwrapScoped(
      Effect.gen(function* () {
        const checked = yield* inspectOptions(options, yield* Tenant)
        return yield* compose(checked, yield* Observer)
      }),
    )
}
