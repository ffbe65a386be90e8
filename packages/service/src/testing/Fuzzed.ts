/** Runs fuzzed requests against a service, and reports the problems of its answers. */
import * as fc from "effect/FastCheck"
import { judgeOf, type JudgedAnswer, type JudgedService } from "./DocumentCheck.js"
import { routesOf } from "./DocumentedRoutes.js"
import { decodedText } from "./DecodedBody.js"
import { type FuzzRequest, type FuzzOptions, requestsOf } from "./FuzzRequests.js"

/** A request with its answer. */
export interface Fuzzed {
  readonly request: FuzzRequest
  readonly answer: JudgedAnswer
}

/** Null for requests that the platform cannot send. */
const toRequest = ({ body, headers, method, target }: FuzzRequest): Request | null => {
  try {
    return new Request(`http://consent.test${target}`, { method, headers: headers.map(([...pair]) => pair), body })
  } catch {
    return null
  }
}

/** Sends a request; null when the platform cannot. */
export const sendFuzzed = async ({ handler }: JudgedService, fuzzed: FuzzRequest): Promise<Fuzzed | null> => {
  const request = toRequest(fuzzed)
  if (request === null) return null
  const response = await handler(request)
  const answer = {
    method: request.method,
    path: new URL(request.url).pathname,
    status: response.status,
    headers: response.headers,
    body: await decodedText(response),
  }
  return { request: fuzzed, answer }
}

/** What is wrong with an answer: a 5xx, or one that is not as documented. */
export const faultsOf = (service: JudgedService, { answer }: Fuzzed): ReadonlyArray<string> => {
  const failed = answer.status >= 500 ? [`answers ${answer.status}`] : []
  return [...failed, ...judgeOf(service.document())(answer)]
}

const shown = ({ answer, request }: Fuzzed, faults: ReadonlyArray<string>): string => {
  const body = typeof request.body === "string" ? request.body : Array.from(request.body ?? []).join(" ")
  return [
    `${request.method} ${request.target.slice(0, 500)}`,
    ...request.headers.map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    JSON.stringify(body.slice(0, 1000)),
    `-> ${answer.status} ${answer.body.slice(0, 500)}`,
    ...faults.slice(0, 5).map((fault) => `!! ${fault}`),
  ].join("\n")
}

/** Concurrent requests: enough to keep a database busy, few enough not to be refused. */
const atOnce = 16

/** Lets timers run: a service whose thread is never idle counts as overloaded. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** The result of a run. */
export interface FuzzRun {
  readonly fuzzed: ReadonlyArray<Fuzzed>
  /** One answer of each kind that is a 5xx or not as documented, with its request, in words. */
  readonly faults: ReadonlyArray<string>
}

/** Sends so many requests for every documented route, the same for the same seed. */
export const fuzzEveryRoute = async (
  service: JudgedService,
  settings: FuzzOptions,
  { perRoute, seed }: { readonly perRoute: number; readonly seed: number },
): Promise<FuzzRun> => {
  const fuzzed: Array<Fuzzed> = []
  const faults = new Map<string, string>()
  for (const { operations, template } of routesOf(settings.document)) {
    for (const [method, operation] of operations) {
      if (method === "HEAD") continue
      const requests = requestsOf(settings, { method, template, operation })
      for (let sent = 0; sent < perRoute; sent += atOnce) {
        const part = fc.sample(requests, { numRuns: Math.min(atOnce, perRoute - sent), seed: seed + sent })
        const answers = await Promise.all(part.map((request) => sendFuzzed(service, request)))
        for (const one of answers.filter((answer) => answer !== null)) {
          const found = faultsOf(service, one)
          if (found.length > 0) faults.set(`${method} ${template} ${found[0]}`, shown(one, found))
          fuzzed.push(one)
        }
        await turn()
      }
    }
  }
  return { fuzzed, faults: Array.from(faults.values()) }
}
