/** The real kernel over routes that echo the request, to test what a shell passes on. */
import { makeFiberPool } from "@consent-service/core/primitives"
import type { RequestHandled } from "@consent-service/core/ports"
import { compileTrustedOrigins } from "../request/TrustedOrigins.js"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { inUtf8, json, jsonType, prepared } from "../answer/Answer.js"
import { compileDispatch } from "../kernel/DispatchTable.js"
import { makeKernel } from "../kernel/Kernel.js"
import type { RawCall, Route } from "../kernel/Route.js"
import { compileApiKeys } from "../request/ApiKeys.js"
import { plainRoute } from "./PlainRoute.js"

/** The largest body an echo kernel takes, in bytes. */
export const bodyLimit = 1024

/** Headers that are echoed: one that keeps its first value when repeated, and some that are joined. */
const echoed = ["accept-language", "x-cs-country", "x-forwarded-for"]

const echo = ({ exchange, parameters, query }: RawCall) =>
  json({
    method: exchange.method,
    parameters,
    q: query("q"),
    headers: Object.fromEntries(echoed.map((name) => [name, exchange.header(name)])),
  })

/** An answer that is sent to every client. */
const written = prepared(inUtf8(JSON.stringify({ written: "before: é 🍪" })), { ...jsonType, etag: '"1"' })

/** A kernel, what it observed, and the bodies that reached a handler. */
export const echoKernel = () => {
  const observed: Array<RequestHandled> = []
  const kept: Array<unknown> = []
  const keep: Route["run"] = ({ body }) =>
    Effect.sync(() => {
      kept.push(body)
      return json({ kept: body })
    })
  const routes: ReadonlyArray<Route> = [
    { ...plainRoute, method: "GET", template: "/echo", run: echo },
    { ...plainRoute, method: "GET", template: "/echo/:id", run: (call) => Effect.delay(Effect.succeed(echo(call)), 1) },
    { ...plainRoute, method: "GET", template: "/written", run: () => written },
    { ...plainRoute, method: "GET", template: "/init", cors: "any-origin", run: echo },
    { ...plainRoute, method: "POST", template: "/keep", takesBody: true, run: keep },
    { ...plainRoute, method: "GET", template: "/broken", run: () => Effect.die(new Error("secret of the inside")) },
  ]
  const kernel = makeKernel({
    dispatch: compileDispatch(routes),
    runtime: Runtime.defaultRuntime,
    fibers: makeFiberPool(Runtime.defaultRuntime),
    trustsOrigin: compileTrustedOrigins(["shop.example"]),
    observe: (observation) => {
      if (observation._tag === "RequestHandled") observed.push(observation)
    },
    basePath: "/api",
    maxBodyBytes: bodyLimit,
    tenant: null,
    authenticates: compileApiKeys(["echo-key"]),
    background: () => {},
    tracing: false,
  })
  return { kernel, observed, kept }
}
