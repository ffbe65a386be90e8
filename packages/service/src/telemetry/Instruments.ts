/**
 * The sources of each metric: observations, operations of the stores and of the cache.
 *
 * @module
 */
import {
  type Observation,
  type RequestHandled,
  toLogEvent,
  type VendorListFailed,
  type VendorListLoaded,
} from "@consent-service/core/ports"
import { metrics } from "../metrics/Metrics.js"
import type { LabelValue, Recorder } from "../metrics/Recorder.js"

/** The outcome of a store operation; `failure` is the kind of its error, or null. */
export interface QueryMeasured {
  readonly operation: string
  readonly entity: string
  readonly durationMs: number
  readonly failure: string | null
}

/** The outcome of a cache operation. */
export interface CacheMeasured {
  readonly operation: "get" | "set" | "delete"
  readonly durationMs: number
  /** `done` is for operations that find nothing out. */
  readonly outcome: "hit" | "miss" | "done" | "failed"
}

/** The instruments of an instance, made once. */
export interface Instruments {
  readonly observation: (observation: Observation) => void
  readonly query: (query: QueryMeasured) => void
  readonly cache: (operation: CacheMeasured) => void
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

const noLabels: ReadonlyArray<LabelValue> = []

const isAnswer = ({ method, route, status }: RequestHandled, toMethod: string, ofRoute: string): boolean =>
  method === toMethod && route === ofRoute && status < 400

const requestRecorder = ({ counter, histogram }: Recorder): ((request: RequestHandled) => void) => {
  const [requests, duration, errors] = [
    counter(metrics.requests),
    histogram(metrics.requestDuration),
    counter(metrics.errors),
  ]
  const [created, accepted, rejected] = [counter(metrics.created), counter(metrics.accepted), counter(metrics.rejected)]
  const [subjects, linked] = [counter(metrics.subjects), counter(metrics.linked)]
  const [checks, inits] = [counter(metrics.checks), counter(metrics.inits)]

  const record = ({ granted, newSubject }: NonNullable<RequestHandled["act"]>): void => {
    created(1, noLabels)
    if (granted !== null) (granted ? accepted : rejected)(1, noLabels)
    if (newSubject) subjects(1, noLabels)
  }
  return (request) => {
    const { act, code, durationMs, method, route, status } = request
    const labels = [methods.has(method) ? method : "_OTHER", route, status]
    requests(1, labels)
    duration(durationMs, labels)
    if (status >= 400) errors(1, [...labels, code])
    if (act !== null) record(act)
    if (isAnswer(request, "PATCH", "/subjects/:id")) linked(1, noLabels)
    if (isAnswer(request, "GET", "/consents/check")) checks(1, noLabels)
    if (isAnswer(request, "GET", "/init")) inits(1, noLabels)
  }
}

const queryRecorder = ({ counter, histogram }: Recorder): Instruments["query"] => {
  const [queries, duration, errors] = [
    counter(metrics.queries),
    histogram(metrics.queryDuration),
    counter(metrics.queryErrors),
  ]
  return ({ durationMs, entity, failure, operation }) => {
    const labels = [operation, entity]
    queries(1, labels)
    duration(durationMs, labels)
    if (failure !== null) errors(1, [...labels, failure])
  }
}

const cacheRecorder = ({ counter, histogram }: Recorder): Instruments["cache"] => {
  const [hits, misses] = [counter(metrics.cacheHits), counter(metrics.cacheMisses)]
  const errors = counter(metrics.cacheErrors)
  const latency = histogram(metrics.cacheLatency)
  return ({ durationMs, operation, outcome }) => {
    latency(durationMs, [operation])
    if (outcome === "hit") hits(1, noLabels)
    else if (outcome === "miss") misses(1, noLabels)
    else if (outcome === "failed") errors(1, [operation])
  }
}

/** A list out of the cache was not fetched. */
const listRecorder = ({ counter, histogram }: Recorder) => {
  const [fetches, errors] = [counter(metrics.listFetches), counter(metrics.listErrors)]
  const duration = histogram(metrics.listDuration)
  return (list: VendorListLoaded | VendorListFailed): void => {
    if (list._tag === "VendorListLoaded" && list.from === "cache") return
    fetches(1, noLabels)
    duration(list.durationMs, noLabels)
    if (list._tag === "VendorListFailed") errors(1, [list.reason])
  }
}

/** Makes the instruments. */
export const makeInstruments = (recorder: Recorder): Instruments => {
  const [request, list] = [requestRecorder(recorder), listRecorder(recorder)]
  const refused = recorder.counter(metrics.connectionsRefused)
  const logTrouble = recorder.counter(metrics.logTrouble)
  return {
    observation: (observation) => {
      switch (observation._tag) {
        case "RequestHandled":
          return request(observation)
        case "VendorListLoaded":
        case "VendorListFailed":
          return list(observation)
        case "ConnectionsRefused":
          return refused(observation.count, noLabels)
        case "EvidenceLogForeign":
        case "EvidenceLogForked":
        case "EvidenceLogBehind":
        case "EvidenceLogFailed":
        case "EvidencePublishFailed":
        case "EvidenceWitnessFailed":
        case "EvidenceTimestampFailed":
        case "EvidenceClockSuspicious":
          return logTrouble(1, [toLogEvent(observation).event])
        default:
          return undefined
      }
    },
    query: queryRecorder(recorder),
    cache: cacheRecorder(recorder),
  }
}
