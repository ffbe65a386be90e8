/**
 * The real service over real HTTP, and its clients: on a separate database and a free port.
 *
 * @module
 */
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import { type ConsentServiceOptions, createConsentService, type LogEvent } from "consent-service"
import { serve, type ServeOptions } from "consent-service/node"
import { createConsentClient } from "../CreateConsentClient.js"
import type { ConsentInput } from "../methods/Inputs.js"
import type { ClientOptions } from "../options/ClientOptions.js"

export const apiKey = "an-api-key-for-tests-0123456789"

/** Of identity tokens. */
export const signingKey = "a signing key of more than 32 bytes, for tests"

/** Signs the evidence log; a public test key. */
export const logSigningKey = "PRIVATE+KEY+evidence.example/shop+7b36f050+AQABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"

/** Verifies its signatures. */
export const logKey = "evidence.example/shop+7b36f050+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"

type PolicyRules = NonNullable<NonNullable<ConsentServiceOptions["manifest"]>["policyRules"]>

const policyRules: PolicyRules = [
  { id: "europe", match: { countries: ["DE"], fallback: true }, model: "opt-in", prompt: "choice" },
  {
    id: "statistics",
    match: { countries: ["GB"] },
    model: "opt-out",
    prompt: "notice",
    categories: ["measurement"],
    scopeMode: "strict",
  },
]

type Options = Partial<ConsentServiceOptions>

/** What test instances log about their own options. */
const aboutOptions: ReadonlySet<string> = new Set(["client-addresses", "rate-limit-off", "trusted-proxies-missing"])

/** An instance on an existing database; `close` stops the server and the service. */
export const serveOn = async (
  database: NonNullable<ConsentServiceOptions["database"]>,
  options: Options = {},
  serving: Pick<ServeOptions, "wrap"> = {},
) => {
  const events: Array<LogEvent> = []
  const service = createConsentService({
    manifest: { policyRules },
    apiKeys: [apiKey],
    identityToken: { signingKey },
    evidence: { signingKeys: [logSigningKey], checkpointEveryMs: 100 },
    rateLimit: false,
    observability: { level: "info", drain: (event) => void (aboutOptions.has(event.event) || events.push(event)) },
    ...options,
    database,
  })
  // No request is in flight when a test ends, so no grace period is needed.
  const { close, url } = await serve(service, { port: 0, host: "127.0.0.1", graceMs: 0, ...serving })
  /** A client with the key; it tries once, unless `retry` is given. */
  const clientWith = (change: Partial<ClientOptions> = {}) =>
    createConsentClient({ baseUrl: url, apiKey, retry: false, ...change })
  return { url, service, events, client: clientWith(), clientWith, close }
}

export type Served = Awaited<ReturnType<typeof serveOn>>

/** A migrated instance on a fresh database; `stop` ends it and drops the database. */
export const startServed = async (engine: Engine, options: Options = {}) => {
  const database = await createTestDatabase(engine)
  const served = await serveOn(database.url, options)
  await served.service.migrate()
  const stop = async () => {
    await served.close()
    await database.drop()
  }
  return { ...served, database: database.url, stop }
}

/** An unused subject id. */
export const newSubjectId = (): string => `sub_${crypto.randomUUID().replace(/[-0]/g, "")}`

/** A valid consent. */
export const aConsent = (change: Partial<ConsentInput> = {}): ConsentInput => ({
  type: "cookie_banner",
  subjectId: newSubjectId(),
  domain: "shop.example",
  givenAt: Date.now() - 1000,
  preferences: { necessary: true, measurement: true, marketing: false },
  ...change,
})

/** The SHA-256 of some document, as a version names it. */
export const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`

/** What an instance answers once it has integrated or signed what is new; null until then. */
export const eventually = async <A>(ask: () => Promise<A | null>): Promise<A> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await ask()
    if (answer !== null) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("still pending")
}
