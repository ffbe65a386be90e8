/**
 * The metrics of one process as plain data, in the form that prom-client aggregates and prints.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** One line of a page. */
export const Sample = Schema.Struct({
  labels: Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Number) }),
  value: Schema.Number,
  /** The lines of a histogram have other names than their metric. */
  metricName: Schema.optional(Schema.String),
})
export type Sample = typeof Sample.Type

/** A metric and its lines. */
export const Family = Schema.Struct({
  name: Schema.String,
  help: Schema.String,
  type: Schema.Literal("counter", "gauge", "histogram", "summary"),
  /** How several processes are combined. */
  aggregator: Schema.String,
  values: Schema.Array(Sample),
})
export type Family = typeof Family.Type

/** All metrics of a process. */
export const Snapshot = Schema.Array(Family)
export type Snapshot = typeof Snapshot.Type
