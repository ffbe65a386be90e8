/**
 * The messages between the primary process and its workers, over the channel of `node:cluster`.
 *
 * Each direction is one union of tagged structs, decoded by its schema where a message arrives. To add a message, add a
 * member to the union of its direction; the compiler then names the places that handle messages: `Worker.ts` for
 * {@link FromPrimary}, `Fleet.ts` for {@link FromWorker}. A request that all workers answer is two members, with an `id`
 * that the answers repeat: `Fleet.post` sends to every worker that serves, and `Fleet.onMessage` receives with the
 * worker's number.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { WorkerConfiguration } from "./WorkerConfiguration.js"

/** Where workers listen: the primary decides once, so that a changed configuration cannot divide them. */
const Listening = Schema.Struct({
  port: Schema.Int,
  host: Schema.optionalWith(Schema.String, { exact: true }),
  maxConnections: Schema.Int,
  graceMs: Schema.Int,
})

/** From the primary to a worker. */
export const FromPrimary = Schema.Union(
  /** The answer to `Online`: listen. `worker` counts from 1; its successor has the same number. */
  Schema.TaggedStruct("Start", {
    worker: Schema.Int,
    configuration: WorkerConfiguration,
    server: Listening,
    metrics: Schema.Boolean,
  }),
  /** Answer with `MetricsTaken`, which repeats the `id`. */
  Schema.TaggedStruct("MetricsWanted", { id: Schema.Int }),
  /** Complete received requests, and exit; send `StoppedListening` when no connection is accepted any more. */
  Schema.TaggedStruct("Drain", {}),
  /** The answer to `StoppedListening`: from now on answers may say that their connections close. */
  Schema.TaggedStruct("Dismiss", {}),
)
export type FromPrimary = typeof FromPrimary.Type

/** From a worker to the primary. */
export const FromWorker = Schema.Union(
  /** The first message: it receives messages from now on. Those that were sent before are lost. */
  Schema.TaggedStruct("Online", {}),
  /** It accepts connections. */
  Schema.TaggedStruct("Ready", { url: Schema.String, address: Schema.String, port: Schema.Int }),
  /** It cannot serve, and exits. */
  Schema.TaggedStruct("Failed", { why: Schema.String }),
  /** It accepts no connection any more, and has not yet let any client know. */
  Schema.TaggedStruct("StoppedListening", {}),
  /** The worker's measurements. The last message has no `id`: the worker has completed its last request, and exits. */
  Schema.TaggedStruct("MetricsTaken", { id: Schema.NullOr(Schema.Int), snapshot: Schema.Unknown }),
)
export type FromWorker = typeof FromWorker.Type

/** One end of a channel: `process` in a worker, a `Worker` of `node:cluster` in the primary. */
export interface MessageSource {
  on(event: "message", listener: (message: unknown) => void): unknown
}

/** Calls `handle` with each message of a union; other libraries may use the same channel, so that others are ignored. */
export const receive = <A, I>(
  source: MessageSource,
  schema: Schema.Schema<A, I>,
  handle: (message: A) => void,
): void => {
  const decode = Schema.decodeUnknownOption(schema)
  source.on("message", (message) => Option.map(decode(message), handle))
}
