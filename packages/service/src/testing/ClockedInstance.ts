/** An instance whose time a test sets, composed by hand from the layers an integrator would use. */
import { ConsentHttp } from "@consent-service/adapter-http/ConsentHttp"
import { normalizeBasePath } from "@consent-service/adapter-http/request/RoutePath"
import { toFetchHandler } from "@consent-service/adapter-http/shell/FetchShell"
import * as TokenMacs from "@consent-service/adapter-http/token/TokenMacs"
import * as Migrations from "@consent-service/adapter-sql/Migrations"
import * as SqlStores from "@consent-service/adapter-sql/SqlStores"
import { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import { Observer } from "@consent-service/core/ports/Observer"
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { clientLayer } from "../database/ClientLayer.js"
import { sendJudged } from "./DocumentCheck.js"
import { answered, type Answered } from "./TestInstance.js"

/** A clock that stands still until it is set; what waits, waits in real time. */
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

type HttpOptions = Parameters<typeof ConsentHttp.layer>[0]

/** A migrated instance on a fresh database, at a time of its own. */
export const startClockedInstance = async (engine: Engine, start: number, options: HttpOptions) => {
  const database = await createTestDatabase(engine)
  const { clock, set } = settableClock(start)
  const layers = ConsentHttp.layer(options).pipe(
    Layer.provideMerge(SqlStores.layer()),
    Layer.provideMerge(clientLayer(database.url)),
    Layer.provideMerge(
      Layer.mergeAll(
        TokenMacs.layer,
        Layer.succeed(Observer, () => {}),
      ),
    ),
    Layer.provideMerge(Layer.setClock(clock)),
  )
  const runtime = ManagedRuntime.make(layers)
  await runtime.runPromise(Migrations.migrate())
  const { document, kernel, routes } = await runtime.runPromise(ConsentHttp)
  const judged = { handler: toFetchHandler(kernel), document, basePath: normalizeBasePath(options?.basePath ?? "") }
  const send = async (path: string, init: RequestInit = {}): Promise<Answered> =>
    answered(await sendJudged(judged, path, init))
  return {
    routes,
    send,
    post: (body: unknown) => send("/subjects", { method: "POST", body: JSON.stringify(body) }),
    setTime: set,
    documents: () => runtime.runPromise(DocumentRegistry),
    stop: async () => {
      await runtime.dispose()
      await database.drop()
    },
  }
}
