// @ts-check
// The health check of the container, without a shell or curl: exit code 0 while the server answers GET /livez.
import { env } from "node:process"

const port = env["CONSENT_SERVER_PORT"] || env["PORT"] || "8787"
const url = env["HEALTHCHECK_URL"] || `http://127.0.0.1:${port}/livez`

try {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  if (!ok) throw new Error(`status ${status}`)
} catch (error) {
  console.error(`${url} is not healthy: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
