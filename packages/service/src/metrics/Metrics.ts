/**
 * All metrics: name, type, labels and unit, and when to alert. OpenTelemetry and the page for
 * Prometheus have the same metrics, docs/reference/metrics.md lists them, and the dashboard and the alert rules in
 * `deploy/monitoring` are checked against them.
 *
 * Every label has a fixed set of values: visitors and attackers cannot add any.
 *
 * @module
 */

/** The common fields of all metrics. */
interface Described {
  /** As in OpenTelemetry. */
  readonly name: string
  /** A one-line description. */
  readonly help: string
  /** When an operator should look; null where it is for looking things up. */
  readonly alert: string | null
  readonly labels: ReadonlyArray<string>
}

/** A sum that only grows while a process lives. */
export interface CounterMetric extends Described {
  readonly type: "counter"
}

/** Durations, recorded in milliseconds; the page for Prometheus has them in seconds. */
export interface HistogramMetric extends Described {
  readonly type: "histogram"
}

/** A value of the moment, of the page for Prometheus only. Several instances of a process are combined into one value. */
export interface GaugeMetric extends Described {
  readonly type: "gauge"
  readonly combined: "sum" | "least"
}

/** A metric. */
export type Metric = CounterMetric | HistogramMetric | GaugeMetric

interface Extra {
  readonly alert?: string
  readonly labels?: ReadonlyArray<string>
}

const described = (name: string, help: string, { alert = null, labels = [] }: Partial<Described>): Described => ({
  name: `cs.${name}`,
  help,
  alert,
  labels,
})

const counter = (name: string, help: string, extra: Extra = {}): CounterMetric => ({
  type: "counter",
  ...described(name, help, extra),
})

const histogram = (name: string, help: string, extra: Extra = {}): HistogramMetric => ({
  type: "histogram",
  ...described(name, help, extra),
})

const gauge = (
  name: string,
  help: string,
  { combined = "sum", ...extra }: Extra & { readonly combined?: GaugeMetric["combined"] } = {},
): GaugeMetric => ({ type: "gauge", combined, ...described(name, help, extra) })

const requestLabels = ["http.method", "http.route", "http.status_code"]
const storeLabels = ["db.operation", "db.entity"]
const cacheLabels = ["cache.operation"]

/** The metrics, in the order of the documentation. */
export const metrics = {
  requests: counter("http.request.count", "Requests answered", { labels: requestLabels }),
  requestDuration: histogram("http.request.duration", "Duration of requests, from the first byte to the answer", {
    labels: requestLabels,
    alert: "the 99th percentile of `GET /init` is above 100 ms",
  }),
  errors: counter("http.error.count", "Requests answered with 400 or above, by the error code of the answer", {
    labels: [...requestLabels, "error.type"],
    alert: "answers of 500 and above are more than 0.1 % of requests, or `RATE_LIMITED` rises suddenly",
  }),
  activeRequests: gauge("http.request.active", "Requests in progress, and background work of completed requests"),
  inits: counter("init.count", "Answers to `GET /init`", { alert: "it falls to 0 while pages are visited" }),
  checks: counter("consent_check.count", "Answers to `GET /consents/check`"),
  created: counter("consent.created", "Records created; repeated saves are not counted", {
    alert: "it falls to 0 while banners are shown",
  }),
  accepted: counter("consent.accepted", "Records created that grant a category or a vendor", {
    alert: "its share of `cs.consent.created` changes after a release",
  }),
  rejected: counter("consent.rejected", "Records created that decide and grant nothing"),
  subjects: counter("subject.created", "Subjects created with their first record"),
  linked: counter("subject.linked", "Links in force after `PATCH /subjects/:id`"),
  savesRunning: gauge("save.running", "Writes that are admitted and run"),
  savesWaiting: gauge("save.waiting", "Writes that wait to be admitted", {
    alert: "it stays above 0: the database is slower than the writes that arrive",
  }),
  queries: counter("db.query.count", "Store operations", { labels: storeLabels }),
  queryDuration: histogram("db.query.duration", "Duration of store operations", {
    labels: storeLabels,
    alert: "the 99th percentile of `append` is above 100 ms",
  }),
  queryErrors: counter("db.error.count", "Store operations that failed", {
    labels: [...storeLabels, "error.type"],
    alert: "it rises",
  }),
  poolLimit: gauge("db.pool.limit", "Connections that the pool may open; PostgreSQL and MySQL only"),
  poolUsed: gauge("db.pool.used", "Connections of the pool that are in use"),
  poolWaiting: gauge("db.pool.waiting", "Callers that wait for a connection of the pool", {
    alert: "it stays above 0: add processes, or look for slow statements",
  }),
  cacheHits: counter("cache.hit", "Values found in the external cache"),
  cacheMisses: counter("cache.miss", "Values looked for in the external cache and not found"),
  cacheErrors: counter("cache.error", "Operations of the external cache that failed", {
    labels: cacheLabels,
    alert: "it rises: limits are counted by each process alone, and vendor lists are fetched more often",
  }),
  cacheLatency: histogram("cache.latency", "Duration of operations of the external cache", { labels: cacheLabels }),
  listFetches: counter("gvl.fetch.count", "Attempts to fetch a vendor list"),
  listDuration: histogram("gvl.fetch.duration", "Duration of attempts to fetch a vendor list"),
  listErrors: counter("gvl.fetch.error", "Attempts to fetch a vendor list that failed", {
    labels: ["error.type"],
    alert: "it rises for longer than a day",
  }),
  logSize: gauge("log.size", "Entries in the evidence log, as it was seen last"),
  logQueued: gauge("log.queued", "Entries that wait to be put into the evidence log, as it was seen last", {
    alert: "it stays above 10,000",
  }),
  logTrouble: counter("log.trouble", "Reports of trouble with the evidence log, by the event of the log", {
    labels: ["error.type"],
    alert: "it rises: look for the event in the log",
  }),
  connections: gauge("server.connections", "Open connections of the server"),
  connectionsRefused: counter("server.connections.refused", "Connections closed because too many were open", {
    alert: "it rises",
  }),
  silentWorkers: counter(
    "server.workers.silent",
    "Times that a worker did not answer in time when metrics were gathered",
    {
      alert: "it rises: a worker is blocked, or the machine has too few cores",
    },
  ),
  draining: gauge("server.draining", "1 while the server shuts down", { alert: "it is 1 for longer than a minute" }),
  ready: gauge("service.ready", "1 while the database is reached, migrated and accepts writes, as `/readyz` says", {
    combined: "least",
    alert: "it is 0 for longer than a minute",
  }),
  info: gauge("build.info", "Always 1, with the version of the package as a label", { labels: ["version"] }),
} as const satisfies { readonly [name: string]: Metric }
