/**
 * The files that `consent-service init` writes, and the remaining manual steps.
 *
 * @module
 */
import type { Framework } from "./Framework.js"

/** A file to create. */
export interface ScaffoldedFile {
  /** Relative to the project's folder, with slashes. */
  readonly path: string
  readonly content: string
  /** Whether only its owner may read it. */
  readonly isSecret?: boolean
}

/** The state of a project. */
export interface Scaffold {
  readonly files: ReadonlyArray<ScaffoldedFile>
  /** Code to paste into existing files, with the place. */
  readonly pastes: ReadonlyArray<{ readonly where: string; readonly code: string }>
  /** The commands that come next. */
  readonly commands: ReadonlyArray<string>
}

/** The inputs of a scaffold. */
export interface ScaffoldInput {
  readonly framework: Framework
  /** Whether the project has its pages in `src/app`, as some Next.js projects do. */
  readonly isInSrc: boolean
  /** Fresh secrets. */
  readonly keys: { readonly apiKey: string; readonly policyKey: string }
}

const policyFile: ScaffoldedFile = {
  path: "consent.policy.mjs",
  content: `import { recommendedPolicyRules } from "consent-service"

// Check this file after each change: npx consent-service policy check consent.policy.mjs
export const policyRules = recommendedPolicyRules()
`,
}

/** Route handlers of Next.js do not know the connection, so only a number of proxies works there. */
const proxies = `
  // The proxies in front. Next.js itself counts as one where there is none.
  trustedProxies: 1,`

/** No variable has a default: a missing one stops production, instead of storing records where a deployment deletes them. */
const configFile = (framework: Framework): ScaffoldedFile => ({
  path: "consent.config.mjs",
  content: `import { defineConfig, recommendedRetention } from "consent-service"
import { policyRules } from "./consent.policy.mjs"

const { CONSENT_API_KEY = "", CONSENT_POLICY_KEY = "", DATABASE_URL = "" } = process.env

export default defineConfig({
  database: DATABASE_URL,
  // The hosts of your pages, when they differ from the host of the service.
  trustedOrigins: ["localhost:3000"],${framework === "next" ? proxies : ""}
  // For your own backend. Keep it out of browsers.
  apiKeys: [CONSENT_API_KEY],
  // Signs what visitors were shown.
  policySnapshot: { signingKey: CONSENT_POLICY_KEY },
  manifest: { policyRules },
  // Drops address, browser and language of records from Europe and Quebec after 180 days; the records stay.
  retention: recommendedRetention(),
})
`,
})

/** A build of Next.js copies `.env` into its output, with the keys; this file is read by `next dev` only. */
const envPath = (framework: Framework): string => (framework === "next" ? ".env.development.local" : ".env")

const envFile = ({ framework, keys: { apiKey, policyKey } }: ScaffoldInput): ScaffoldedFile => ({
  path: envPath(framework),
  isSecret: true,
  content: `DATABASE_URL=sqlite:./consent.db
CONSENT_API_KEY=${apiKey}
CONSENT_POLICY_KEY=${policyKey}
`,
})

const sharedModule = `import { sharedConsentService } from "consent-service"
import config from "CONFIG"

/** One instance for the process, also under hot reload. */
export const consent = sharedConsentService(() => config, { migrate: true })
`

const serverFile: ScaffoldedFile = {
  path: "consent.server.mjs",
  content: `import { createConsentService } from "consent-service"
import { serve, stopOnSignals } from "consent-service/node"
import config from "./consent.config.mjs"

const service = createConsentService(config)
await service.migrate()
stopOnSignals(await serve(service, { port: Number(process.env.PORT ?? 8787) }))
`,
}

const instanceFile: ScaffoldedFile = {
  path: "consent.mjs",
  content: sharedModule.replace("CONFIG", "./consent.config.mjs"),
}

const nextFiles = (isInSrc: boolean): ReadonlyArray<ScaffoldedFile> => {
  const app = isInSrc ? "src/app" : "app"
  const up = isInSrc ? "../../../../" : "../../../"
  return [
    instanceFile,
    {
      path: `${app}/consent/[[...path]]/route.js`,
      content: `import { consentRoute } from "consent-service/next"
import { consent } from "${up}consent.mjs"

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = consentRoute(consent)
`,
    },
  ]
}

/** Both resolve to this folder. Nitro's development server resolves a relative path incorrectly, but not `~~`. */
const middlewareFile: ScaffoldedFile = {
  path: "server/middleware/consent.js",
  content: `import { consentHandler } from "consent-service/h3"
import { consent } from "~~/consent.mjs"

export default consentHandler(consent, { prefix: "/consent" })
`,
}

/** The mount point in a framework's own code. */
const mounts: Readonly<Record<Exclude<Framework, "next" | "nuxt" | "nitro" | "node">, string>> = {
  express: `import { consentMiddleware } from "consent-service/express"
import { consent } from "./consent.mjs"

app.use("/consent", consentMiddleware(consent)) // before body parsers`,
  fastify: `import { consentPlugin } from "consent-service/fastify"
import { consent } from "./consent.mjs"

await app.register(consentPlugin, { prefix: "/consent", service: consent })`,
  hono: `import { consentMiddleware } from "consent-service/hono"
import { consent } from "./consent.mjs"

app.use("/consent/*", consentMiddleware(consent, { prefix: "/consent" }))`,
  koa: `import { consentMiddleware } from "consent-service/koa"
import { consent } from "./consent.mjs"

app.use(consentMiddleware(consent, { prefix: "/consent" })) // before body parsers`,
  h3: `import { consentHandler } from "consent-service/h3"
import { consent } from "./consent.mjs"

app.use(consentHandler(consent, { prefix: "/consent" }))`,
}

const tag = (source: string) => ({
  where: "first in the <head> of your pages",
  code: `<script src="${source}"></script>`,
})

const driver = "npm install consent-service effect@3 @effect/sql-sqlite-node@0.53"

/**
 * The files of a project, with the code to paste and the next commands: for Express `consent.config.mjs`,
 * `consent.policy.mjs`, `.env` and `consent.mjs`.
 */
export const scaffold = (input: ScaffoldInput): Scaffold => {
  const { framework, isInSrc } = input
  const common = [configFile(framework), policyFile, envFile(input)]
  switch (framework) {
    case "node":
      return {
        files: [...common, serverFile],
        pastes: [tag("http://localhost:8787/cs.js")],
        commands: [driver, "node --env-file=.env consent.server.mjs"],
      }
    case "next":
      return {
        files: [...common, ...nextFiles(isInSrc)],
        pastes: [
          {
            where: "in next.config, so that the database driver is not bundled",
            code: 'serverExternalPackages: ["consent-service"],',
          },
          tag("/consent/cs.js"),
        ],
        commands: [driver, "npx next dev"],
      }
    case "nuxt":
      return {
        files: [...common, instanceFile, middlewareFile],
        pastes: [tag("/consent/cs.js")],
        commands: [driver, "npx nuxt dev"],
      }
    case "nitro":
      return {
        files: [...common, instanceFile, middlewareFile],
        pastes: [
          { where: "in nitro.config, unless your handlers are elsewhere", code: 'srcDir: "server",' },
          tag("/consent/cs.js"),
        ],
        commands: [driver, "npx nitro dev"],
      }
    default:
      return {
        files: [...common, instanceFile],
        pastes: [{ where: `where you set up ${framework}`, code: mounts[framework] }, tag("/consent/cs.js")],
        commands: [driver, "node --env-file=.env YOUR-SERVER.mjs"],
      }
  }
}
