/** Telemetry that is only enabled, in a process that runs the built code. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const program = `
import { createConsentService } from "consent-service"
let spans = 0
const span = { spanContext: () => ({ traceId: "a".repeat(32), spanId: "b".repeat(16), traceFlags: 1 }) }
const endless = new Proxy(span, { get: (target, name) => target[name] ?? (() => endless) })
const tracer = { startSpan: () => { spans += 1; return endless }, startActiveSpan: () => {} }
const service = createConsentService({
  database: "sqlite::memory:",
  observability: { level: "warn", drain: ({ event, failure }) => event === "option-deprecated" || console.error(event, failure) },
  telemetry: { enabled: true, tracer },
})
for (let request = 0; request < 1_000 && spans === 0; request += 1) {
  await service.handler(new Request("http://consent.test/init"))
  await new Promise((resolve) => setTimeout(resolve, 10))
}
console.log(spans > 0 ? "traced" : "untraced")
await service.dispose()
`

describe("telemetry that is enabled and not given openTelemetry", () => {
  it("loads consent-service/otel automatically", { timeout: 120_000 }, async () => {
    const cwd = fileURLToPath(new URL("../..", import.meta.url))
    const args = ["--input-type=module", "-e", program]
    const { stderr, stdout } = await promisify(execFile)(process.execPath, args, { cwd })
    assert.deepStrictEqual([stdout.trim(), stderr], ["traced", ""])
  })
})
