/** OpenTelemetry's own SDK, with in-memory exporters. */
import type { Tracer } from "@opentelemetry/api"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics"
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base"

/** A tracer, and the spans it ended. */
export const inMemoryTracer = () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  })
  const tracer: Tracer = provider.getTracer("test")
  return { provider, tracer, spans: () => exporter.getFinishedSpans() }
}

/** One measured value, or the count of a histogram's. */
export interface Measured {
  readonly name: string
  readonly unit: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly value: number
}

/** A meter, and its measurements so far. */
export const inMemoryMeter = () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] })
  const measured = async (): Promise<ReadonlyArray<Measured>> => {
    exporter.reset()
    await provider.forceFlush()
    const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    return metrics.flatMap(({ dataPoints, descriptor: { name, unit } }) =>
      dataPoints.map(({ attributes, value }) => ({
        name,
        unit,
        attributes,
        value: typeof value === "number" ? value : value.count,
      })),
    )
  }
  return { provider, meter: provider.getMeter("test"), measured, stop: () => provider.shutdown() }
}
