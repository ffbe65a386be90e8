import { getRequestListener } from "@hono/node-server"
import { isFullForm } from "@consent-service/test-engines/form"
import { hostLaws, type HostSetting, originOf, shopMissing, shopPage } from "@consent-service/testkit/HostLaws"
import { createConsentService } from "consent-service"
import { consentRoute } from "consent-service/next"
import { stoppable } from "consent-service/node"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"

const common = { parsedBodies: null, knowsPeer: false, hasProxySetting: false, atRoot: false } as const

/** Calls route handlers as Next.js does. */
hostLaws("route handlers of Next.js", {
  ...common,
  start: async ({ prefix, service: options }) => {
    const service = createConsentService(options)
    await service.migrate()
    const handlers = new Map(Object.entries(consentRoute(service)))
    const server = createServer(
      getRequestListener(async (request) => {
        const { pathname } = new URL(request.url)
        const [empty = "", folder = "", ...path] = pathname.split("/")
        if (pathname === "/") return new Response(shopPage)
        if (`${empty}/${folder}` !== prefix) return new Response(shopMissing, { status: 404 })
        const handle = handlers.get(request.method)
        return handle?.(request, { params: Promise.resolve({ path }) }) ?? new Response(null, { status: 405 })
      }),
    )
    const { close } = stoppable(server, service)
    server.listen(0, "127.0.0.1")
    return { origin: await originOf(server), close }
  },
  tellsLength: true,
  drains: true,
})

const folder = fileURLToPath(new URL("..", import.meta.url))
const next = fileURLToPath(new URL("../node_modules/next/dist/bin/next", import.meta.url))

const buildOnce = (): void => {
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" }
  const { status, stderr, stdout } = spawnSync(process.execPath, [next, "build"], {
    cwd: folder,
    env,
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(`next build failed: ${stdout}${stderr}`)
}

const startStandalone = async ({ service }: HostSetting) => {
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    HOSTNAME: "127.0.0.1",
    PORT: "0",
    DATABASE_URL: service.database,
    CONSENT_API_KEY: service.apiKeys.join(","),
    CONSENT_TRUSTED_ORIGINS: service.trustedOrigins.join(","),
    CONSENT_POLICY_KEY: "a-policy-key-for-tests-0123456789",
  }
  const server = fileURLToPath(new URL("../.next/standalone/examples/next/server.js", import.meta.url))
  const child = spawn(process.execPath, [server], { env, stdio: ["ignore", "pipe", "inherit"] })
  const exit = once(child, "exit")
  let printed = ""
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (/Ready in/.test(printed)) break
  }
  const origin = /http:\/\/[\w.]+:\d+/.exec(printed)?.[0] ?? ""
  const close = async () => {
    child.kill("SIGTERM")
    await exit
  }
  return { origin, close }
}

// A production build takes minutes of CPU time, so only `npm run torture` runs it.
if (isFullForm) {
  buildOnce()
  hostLaws("Next.js, standalone", { ...common, start: startStandalone, tellsLength: false, drains: true })
}
