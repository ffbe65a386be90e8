import { ConsentConfigurationError } from "consent-service"
import { listen, nodeListener, type RunningServer, serve, stopOnSignals } from "consent-service/node"
import type { RequestListener } from "node:http"
import { listEndpoint } from "./listEndpoint.js"
import { ownPages } from "./pages.js"
import { serviceFor } from "./services.js"

const usage = `Shows the vendor list that visitors of an IAB site get.

  PORT          the port to listen on (8789)
  GVL_ENDPOINT  where vendor lists are fetched from, such as https://vendor-list.consensu.org/v3/vendor-list.json;
                by default a list made up for this example, in English and German, from this machine
`

const portOf = (text: string): number => {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not '${text}'`)
  return port
}

/** One actionable line. */
const explain = (error: unknown, port: string): string => {
  const code = error instanceof Error && "code" in error ? error.code : null
  if (code === "EADDRINUSE") return `Port ${port} is taken. Choose another: PORT=8790 npm start`
  if (code === "EACCES") return `Port ${port} may not be used by this account. Choose one above 1023`
  if (error instanceof ConsentConfigurationError)
    return error.issues.map(({ message, option }) => `${option}: ${message}`).join("; ")
  return error instanceof Error ? error.message : String(error)
}

/** A local vendor-list host, unless another one is named. */
const openEndpoint = async (): Promise<{ readonly endpoint: string; readonly host: RunningServer | null }> => {
  const endpoint = process.env["GVL_ENDPOINT"]
  if (endpoint !== undefined) return { endpoint, host: null }
  const host = await listen(listEndpoint, { port: 0, host: "127.0.0.1" })
  return { endpoint: `${host.url}/{language}.json`, host }
}

const start = async (portText: string): Promise<void> => {
  const port = portOf(portText)
  const { endpoint, host } = await openEndpoint()
  const [inline, reference] = [serviceFor("inline", endpoint), serviceFor("reference", endpoint)]
  await Promise.all([inline.migrate(), reference.migrate()])
  const byReference = nodeListener(reference)
  const wrap = (toInline: RequestListener): RequestListener =>
    ownPages((request, response) =>
      request.url?.startsWith("/reference/") ? byReference(request, response) : toInline(request, response),
    )
  const server = await serve(inline, { host: "127.0.0.1", port, wrap })
  stopOnSignals({
    close: async () => {
      await server.close()
      await reference.dispose()
      await host?.close()
    },
  })
  console.log(`Vendor lists come from ${endpoint}`)
  console.log(`Open ${server.url} to see the list in /init, ${server.url}/?delivery=reference to see it by reference.`)
}

if (process.argv.includes("--help")) console.log(usage)
else {
  const port = process.env["PORT"] ?? "8789"
  await start(port).catch((error: unknown) => {
    console.error(`Cannot start: ${explain(error, port)}`)
    process.exit(1)
  })
}
