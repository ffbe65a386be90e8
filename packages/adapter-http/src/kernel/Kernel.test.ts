import { makeFiberPool } from "@consent-service/core/primitives"
import type { Observation } from "@consent-service/core/ports"
import { compileTrustedOrigins } from "../request/TrustedOrigins.js"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Tracer from "effect/Tracer"
import { json, noContent } from "../answer/Answer.js"
import { compileApiKeys } from "../request/ApiKeys.js"
import { anExchange, plainRoute } from "../testing/PlainRoute.js"
import type { BodyRead } from "../request/JsonBody.js"
import { compileDispatch } from "./DispatchTable.js"
import type { Exchange } from "./Exchange.js"
import { type KernelOptions, makeKernel } from "./Kernel.js"
import type { Route } from "./Route.js"

const kernelWith = (routes: ReadonlyArray<Route>, options: Partial<KernelOptions> = {}) => {
  const observed: Array<Observation> = []
  const kernel = makeKernel({
    dispatch: compileDispatch(routes),
    runtime: Runtime.defaultRuntime,
    fibers: makeFiberPool(options.runtime ?? Runtime.defaultRuntime),
    trustsOrigin: compileTrustedOrigins(["shop.example"]),
    authenticates: compileApiKeys(["the-key"]),
    observe: (observation) => observed.push(observation),
    basePath: "",
    maxBodyBytes: 1024,
    tenant: null,
    background: () => {},
    tracing: false,
    ...options,
  })
  return { kernel, observed }
}

describe("a route that needs a key", () => {
  let bodiesRead = 0
  const counted = (exchange: Exchange): Exchange => ({
    ...exchange,
    body: async (): Promise<BodyRead> => {
      bodiesRead += 1
      return new TextEncoder().encode("not JSON")
    },
  })
  const guarded: Route = {
    ...plainRoute,
    method: "PUT",
    template: "/admin",
    takesBody: true,
    needsKey: true,
    run: () => noContent(),
  }
  const { kernel } = kernelWith([guarded])

  it("refuses without reading the body, and names the authentication scheme", async () => {
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "the-key" }]) {
      const reply = await kernel(counted(anExchange("PUT", "/admin", headers)))
      assert.strictEqual(reply.status, 401)
      assert.strictEqual(reply.headers["www-authenticate"], "Bearer")
      assert.strictEqual(JSON.parse(String(reply.body)).cause.code, "UNAUTHORIZED")
    }
    assert.strictEqual(bodiesRead, 0)
  })

  it("reads the body only after that", async () => {
    const reply = await kernel(counted(anExchange("PUT", "/admin", { authorization: "bearer the-key" })))
    assert.strictEqual(reply.status, 400)
    assert.strictEqual(bodiesRead, 1)
  })

  it("lets a preflight pass, which has no key", async () => {
    const reply = await kernel(anExchange("OPTIONS", "/admin", { origin: "https://shop.example" }))
    assert.strictEqual(reply.status, 204)
  })
})

describe("background work", () => {
  const route = (task: Effect.Effect<unknown>): Route => ({
    ...plainRoute,
    method: "GET",
    template: "/",
    run: (call) => {
      call.detach(task)
      return json("answered")
    },
  })

  it("goes on after the answer, kept alive by the transport, else by the configured runner", async () => {
    const kept: Array<string> = []
    let ended = 0
    const work = Effect.andThen(Effect.yieldNow(), () => {
      ended += 1
    })
    const tasks: Array<Promise<unknown>> = []
    const keep = (name: string) => (task: Promise<unknown>) => {
      kept.push(name)
      tasks.push(task)
    }
    const { kernel } = kernelWith([route(work)], { background: keep("runner") })
    const reply = kernel(anExchange("GET", "/"))
    assert.isFalse(reply instanceof Promise)
    await kernel({ ...anExchange("GET", "/"), waitUntil: keep("transport") })
    await Promise.all(tasks)
    assert.deepStrictEqual(kept, ["runner", "transport"])
    assert.strictEqual(ended, 2)
  })

  it("never affects an answer, even when the runner fails", async () => {
    const failing: ReadonlyArray<KernelOptions["background"]> = [
      () => {
        throw new Error("no runner")
      },
      () => Promise.reject(new Error("no runner")),
    ]
    for (const background of failing) {
      const { kernel, observed } = kernelWith([route(Effect.void)], { background })
      assert.strictEqual((await kernel(anExchange("GET", "/", { "x-request-id": "req" }))).status, 200)
      await new Promise((resolve) => setImmediate(resolve))
      assert.deepInclude(observed, { _tag: "BackgroundTaskFailed", requestId: "req", failure: "Error: no runner" })
    }
  })

  it("is unaffected by an observer that throws", async () => {
    const { kernel } = kernelWith([route(Effect.void)], {
      observe: () => {
        throw new Error("full")
      },
    })
    assert.strictEqual((await kernel(anExchange("GET", "/"))).status, 200)
  })

  it("is observed when it fails, under the request's id", async () => {
    const tasks: Array<Promise<unknown>> = []
    const failing = route(Effect.die(new Error("the sink is gone")))
    const { kernel, observed } = kernelWith([failing], { background: (task) => tasks.push(task) })
    await kernel(anExchange("GET", "/", { "x-request-id": "req-1" }))
    await Promise.all(tasks)
    assert.deepStrictEqual(observed.at(-1), {
      _tag: "BackgroundTaskFailed",
      requestId: "req-1",
      failure: "Error: the sink is gone",
    })
  })
})

describe("a traced request", () => {
  const traced = async (exchange: Exchange, run: Route["run"]) => {
    const spans: Array<Tracer.Span> = []
    const ends: Array<string> = []
    const tracer = Tracer.make({
      context: (execution) => execution(),
      span: (name, parent, context, links, startTime, kind) => {
        const attributes = new Map<string, unknown>()
        const span: Tracer.Span = {
          _tag: "Span",
          name,
          spanId: String(spans.length),
          traceId: Option.match(parent, { onNone: () => "own", onSome: ({ traceId }) => traceId }),
          parent,
          context,
          status: { _tag: "Started", startTime },
          attributes,
          links,
          sampled: true,
          kind,
          end: (_, exit) => ends.push(exit._tag),
          attribute: (key, value) => void attributes.set(key, value),
          event: () => {},
          addLinks: () => {},
        }
        spans.push(span)
        return span
      },
    })
    const runtime = await Effect.runPromise(Effect.provide(Effect.runtime<never>(), Layer.setTracer(tracer)))
    const route: Route = { ...plainRoute, method: "GET", template: "/subjects/:id", run }
    const { kernel } = kernelWith([route], { runtime, tracing: true })
    const reply = await kernel(exchange)
    return { spans, ends, reply }
  }

  it("is one span with the route and the status, in the sender's trace, and without visitor data", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    const sent = anExchange("GET", "/subjects/sub_secret", { traceparent, "x-forwarded-for": "203.0.113.7" })
    const { reply, spans } = await traced({ ...sent, search: "type=x" }, () => json({}))
    assert.strictEqual(reply.status, 200)
    assert.deepStrictEqual(
      spans.map(({ kind, name, traceId }) => ({ name, kind, traceId })),
      [{ name: "GET /subjects/:id", kind: "server", traceId: "0af7651916cd43dd8448eb211c80319c" }],
    )
    assert.deepStrictEqual(Object.fromEntries(spans[0]?.attributes ?? []), {
      "http.method": "GET",
      "http.route": "/subjects/:id",
      "http.status_code": 200,
    })
  })

  it("is one span when the handler fails or throws, including the work within it", async () => {
    const failing = await traced(anExchange("GET", "/subjects/x"), () => {
      throw new Error("unforeseen")
    })
    assert.strictEqual(failing.reply.status, 500)
    assert.strictEqual(failing.spans[0]?.attributes.get("http.status_code"), 500)
    assert.deepStrictEqual(failing.ends, ["Failure"])
    const inner = Effect.as(Effect.withSpan(Effect.void, "inner"), json({}))
    const { ends, spans } = await traced(anExchange("GET", "/subjects/x"), () => inner)
    assert.strictEqual(spans[1]?.name, "inner")
    assert.deepStrictEqual(ends, ["Success", "Success"])
    assert.strictEqual(Option.getOrNull(spans[1]?.parent ?? Option.none())?.spanId, "0")
  })
})
