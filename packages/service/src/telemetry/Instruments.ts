/**
 * The metrics, and what each counts of an observation. Every attribute has a fixed set of values: none comes from a
 * visitor or can be chosen by an attacker.
 *
 * @module
 */
import type { Observation, RequestHandled } from "@consent-service/core/ports"
import type { Attributes, Meter } from "@opentelemetry/api"

/** What an operation of a store came to; `failure` is the kind of its error, or null. */
export interface QueryMeasured {
  readonly operation: string
  readonly entity: string
  readonly durationMs: number
  readonly failure: string | null
}

/** What measurements are recorded with; made once an instance. */
export interface Instruments {
  readonly observation: (observation: Observation) => void
  readonly query: (query: QueryMeasured) => void
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

const requestAttributes = ({ method, route, status }: RequestHandled): Attributes => ({
  "http.method": methods.has(method) ? method : "_OTHER",
  ...(route === null ? {} : { "http.route": route }),
  "http.status_code": status,
})

const isAnswer = ({ method, route, status }: RequestHandled, toMethod: string, ofRoute: string): boolean =>
  method === toMethod && route === ofRoute && status < 400

const requestRecorder = (meter: Meter, common: Attributes): ((request: RequestHandled) => void) => {
  const counter = (name: string, description: string) => meter.createCounter(`cs.${name}`, { description })
  const requests = counter("http.request.count", "Requests answered")
  const duration = meter.createHistogram("cs.http.request.duration", {
    description: "Duration of requests, from the first byte to the answer",
    unit: "ms",
  })
  const errors = counter("http.error.count", "Requests answered with 400 or above")
  const created = counter("consent.created", "Records created; repeated saves are not counted")
  const linked = counter("subject.linked", "Links created or confirmed by PATCH /subjects/:id")
  const checks = counter("consent_check.count", "Answers to GET /consents/check")
  const inits = counter("init.count", "Answers to GET /init")

  return (request) => {
    const attributes = { ...common, ...requestAttributes(request) }
    requests.add(1, attributes)
    duration.record(request.durationMs, attributes)
    if (request.status >= 400) errors.add(1, attributes)
    if (request.consent?.created === true) created.add(1, common)
    if (isAnswer(request, "PATCH", "/subjects/:id")) linked.add(1, common)
    if (isAnswer(request, "GET", "/consents/check")) checks.add(1, common)
    if (isAnswer(request, "GET", "/init")) inits.add(1, common)
  }
}

const queryRecorder = (meter: Meter, common: Attributes): Instruments["query"] => {
  const queries = meter.createCounter("cs.db.query.count", { description: "Store operations" })
  const duration = meter.createHistogram("cs.db.query.duration", {
    description: "Duration of store operations",
    unit: "ms",
  })
  const errors = meter.createCounter("cs.db.error.count", { description: "Failed store operations" })

  return ({ durationMs, entity, failure, operation }) => {
    const attributes = { ...common, "db.operation": operation, "db.entity": entity }
    queries.add(1, attributes)
    duration.record(durationMs, attributes)
    if (failure !== null) errors.add(1, { ...attributes, "error.type": failure })
  }
}

/**
 * Makes the instruments.
 *
 * @param common - attributes of every measurement
 */
export const makeInstruments = (meter: Meter, common: Attributes): Instruments => {
  const request = requestRecorder(meter, common)
  return {
    observation: (observation) => {
      if (observation._tag === "RequestHandled") request(observation)
    },
    query: queryRecorder(meter, common),
  }
}
