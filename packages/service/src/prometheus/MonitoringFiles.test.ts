import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { prometheusMetrics } from "../prometheus.js"
import { metrics } from "../metrics/Metrics.js"
import { readPage } from "../testing/PrometheusText.js"
import { prometheusLabel, prometheusName } from "./Names.js"

const textOf = (name: string): string =>
  readFileSync(new URL(`../../../../deploy/monitoring/${name}`, import.meta.url), "utf8")

/** The labels of each metric that a page can have. */
const labelsByName = async (): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const page = readPage((await prometheusMetrics().page()).text)
  const ofProcess = Array.from(
    page.values(),
    ({ name, samples }) => [name, Object.keys(samples[0]?.labels ?? {})] as const,
  )
  const declared = Object.values(metrics).flatMap((metric): ReadonlyArray<readonly [string, ReadonlyArray<string>]> => {
    const [name, labels] = [prometheusName(metric), metric.labels.map(prometheusLabel)]
    if (metric.type !== "histogram") return [[name, labels]]
    return [
      [`${name}_bucket`, [...labels, "le"]],
      [`${name}_sum`, labels],
      [`${name}_count`, labels],
    ]
  })
  return new Map([...ofProcess, ...declared])
}

/** Labels that Prometheus or several workers add. */
const added = ["job", "instance", "worker"]

/** Every metric that an expression names, with the labels that it selects by. */
const selectorsIn = (expression: string) =>
  Array.from(
    expression.matchAll(/\b((?:cs|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g),
    ([, name = "", labels = ""]) => ({
      name,
      labels: Array.from(labels.matchAll(/([a-z_]+)\s*[=!]/g), ([, label = ""]) => label),
    }),
  )

const groupedBy = (expression: string): ReadonlyArray<string> =>
  Array.from(expression.matchAll(/\bby \(([^)]*)\)/g), ([, labels = ""]) =>
    labels.split(",").map((label) => label.trim()),
  ).flat()

const problemsOf = (expressions: ReadonlyArray<string>, known: ReadonlyMap<string, ReadonlyArray<string>>) =>
  expressions.flatMap((expression) => {
    const selectors = selectorsIn(expression)
    const labels = new Set([...selectors.flatMap(({ name }) => known.get(name) ?? []), ...added])
    return [
      ...selectors.filter(({ name }) => !known.has(name)).map(({ name }) => `${name} is no metric`),
      ...selectors.flatMap(({ labels: used, name }) =>
        used.filter((label) => !labels.has(label)).map((label) => `${name} has no label ${label}`),
      ),
      ...groupedBy(expression)
        .filter((label) => !labels.has(label))
        .map((label) => `no label ${label}: ${expression}`),
    ]
  })

interface Rules {
  readonly groups: ReadonlyArray<{
    readonly rules: ReadonlyArray<{
      readonly alert: string
      readonly expr: string
      readonly for: string
      readonly labels: { readonly severity: string }
      readonly annotations: { readonly summary: string; readonly description: string }
    }>
  }>
}

interface Dashboard {
  readonly panels: ReadonlyArray<{ readonly title: string; readonly targets: ReadonlyArray<{ readonly expr: string }> }>
}

describe("deploy/monitoring", () => {
  it("has alert rules over existing metrics and labels, each with documentation", async () => {
    const { groups }: Rules = parse(textOf("alerts.yml"))
    const rules = groups.flatMap((group) => group.rules)
    assert.isAbove(rules.length, 10)
    assert.strictEqual(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    assert.deepStrictEqual(
      problemsOf(
        rules.map(({ expr }) => expr),
        await labelsByName(),
      ),
      [],
    )
    for (const { annotations, for: lasting, labels } of rules) {
      assert.match(lasting, /^\d+[mh]$/)
      assert.include(["critical", "warning"], labels.severity)
      assert.isNotEmpty(annotations.summary)
      assert.isNotEmpty(annotations.description)
    }
  })

  it("has a dashboard over metrics and labels that exist, which shows every metric", async () => {
    const { panels }: Dashboard = JSON.parse(textOf("dashboard.json"))
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    assert.deepStrictEqual(problemsOf(expressions, await labelsByName()), [])
    const shown = expressions.join("\n")
    for (const metric of Object.values(metrics)) assert.include(shown, prometheusName(metric))
  })

  it("is checked by a test that detects errors", async () => {
    const wrong = [
      "rate(cs_no_such_total[5m])",
      "sum by (colour) (cs_service_ready)",
      'cs_init_count_total{colour="red"}',
    ]
    assert.lengthOf(problemsOf(wrong, await labelsByName()), 3)
  })
})
