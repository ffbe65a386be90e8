/** An instance whose time a test sets, composed by hand from the layers an integrator would use. */
import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import { normalizeBasePath } from "@consent-service/adapter-http/request"
import { ConsentHttp, type ConsentHttpOptions } from "@consent-service/adapter-http/ConsentHttp"
import {
  CheckpointSigner,
  DocumentStore,
  type EvidenceStores,
  Instance,
  type InstanceOptions,
  noTokens,
  type Observation,
  Observer,
  Tenant,
  Tokens,
} from "@consent-service/core/ports"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { clientFromUrl } from "@consent-service/adapter-sql/ClientFromUrl"
import { sendJudged } from "./DocumentCheck.js"
import { answered, type Answered } from "./TestInstance.js"

/** A clock that only advances when set; timers run in real time. */
const settableClock = (start: number) => {
  let now = start
  const clock: Clock.Clock = Object.assign(Object.create(Clock.make()), {
    unsafeCurrentTimeMillis: () => now,
    currentTimeMillis: Effect.sync(() => now),
  })
  return {
    clock,
    set: (to: number) => {
      now = to
    },
  }
}

type Options = Partial<ConsentHttpOptions & InstanceOptions>

/** Replacements for the defaults of an instance. */
interface Scope {
  readonly tenant?: string | null
  readonly stores?: ReturnType<typeof SqlStores.layer>
  /** Signs the evidence log, which has routes then. */
  readonly signer?: typeof CheckpointSigner.Service
}

/** An instance on a database that is there already, at a time of its own. */
export const clockedInstanceOn = async (
  database: string,
  start: number,
  options: Options,
  { signer, stores = SqlStores.layer(), tenant = null }: Scope = {},
) => {
  const { clock, set } = settableClock(start)
  const observations: Array<Observation> = []
  const { geolocation = true, hosting = "self-hosted", manifest = {}, tokens = noTokens, ...http } = options
  const signed = signer === undefined ? Layer.empty : Layer.succeed(CheckpointSigner, signer)
  const layers = ConsentHttp.layer({ rateLimit: null, ...http }).pipe(
    Layer.provideMerge(signed),
    Layer.provideMerge(stores),
    Layer.provideMerge(clientFromUrl(database)),
    Layer.provideMerge(
      Layer.mergeAll(
        Tokens.layer(),
        Layer.succeed(Observer, (observation) => void observations.push(observation)),
      ),
    ),
    Layer.provideMerge(Layer.setClock(clock)),
    Layer.provide(Layer.merge(Tenant.layer(tenant), Instance.layer({ geolocation, hosting, manifest, tokens }))),
  )
  const runtime = ManagedRuntime.make(layers)
  await runtime.runPromise(Migrations.migrate())
  const { document, kernel, routes } = await runtime.runPromise(ConsentHttp)
  const judged = { handler: toFetchHandler(kernel), document, basePath: normalizeBasePath(options.basePath ?? "") }
  const send = async (path: string, init: RequestInit = {}): Promise<Answered> =>
    answered(await sendJudged(judged, path, init))
  return {
    routes,
    observations,
    handler: judged.handler,
    send,
    post: (body: unknown) => send("/subjects", { method: "POST", body: JSON.stringify(body) }),
    clock,
    setTime: set,
    documents: () => runtime.runPromise(DocumentStore),
    inLog: <A>(work: Effect.Effect<A, unknown, EvidenceStores>): Promise<A> => runtime.runPromise(work),
    stop: () => runtime.dispose(),
  }
}

/** A migrated instance on a fresh database, at a time of its own. */
export const startClockedInstance = async (engine: Engine, start: number, options: Options, scope: Scope = {}) => {
  const database = await createTestDatabase(engine)
  const instance = await clockedInstanceOn(database.url, start, options, scope)
  const stop = async () => {
    await instance.stop()
    await database.drop()
  }
  return { ...instance, url: database.url, stop }
}
