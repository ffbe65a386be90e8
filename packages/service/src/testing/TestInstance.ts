/** An instance on a fresh database, driven through its real handler. */
import { normalizeBasePath } from "@consent-service/adapter-http/request"
import type { LogEvent } from "@consent-service/core/ports"
import { createTestDatabase, type Engine } from "@consent-service/test-engines"
import { createConsentService } from "../ConsentService.js"
import type { ConsentServiceOptions } from "../options/Options.js"
import { isJson, type JudgedAnswer, sendJudged } from "./DocumentCheck.js"

export const policyRules: NonNullable<NonNullable<ConsentServiceOptions["manifest"]>["policyRules"]> = [
  { id: "europe", match: { countries: ["DE", "FR"], fallback: true }, model: "opt-in", prompt: "choice" },
  {
    id: "statistics",
    match: { countries: ["GB"] },
    model: "opt-out",
    prompt: "notice",
    categories: ["measurement"],
    scopeMode: "strict",
    proof: { storeIp: true, storeUserAgent: true },
  },
  { id: "elsewhere", match: { isDefault: true }, model: "none", prompt: "none" },
]

export interface Answered {
  readonly status: number
  readonly headers: Headers
  /** Any status: each test asserts the expected one. */
  // oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, looked into by assertions only
  readonly body: any
}

/** An answer with its body: parsed JSON, or null without one. */
export const answered = ({ body, headers, status }: JudgedAnswer): Answered => {
  const type = headers.get("content-type") ?? ""
  return { status, headers, body: body === "" ? null : isJson(type) ? JSON.parse(body) : body }
}

type Options = Partial<ConsentServiceOptions>

/** Options that include older names, which work at run time and which no type has. */
export const withOlderNames = (options: Options & Readonly<Record<string, unknown>>): Options => options

/** What test instances log about their own options. */
const aboutOptions: ReadonlySet<string> = new Set(["client-addresses", "rate-limit-off", "trusted-proxies-missing"])

/** Another instance on a database that is there already. */
export const instanceOn = (database: string, options: Options = {}) => {
  const events: Array<LogEvent> = []
  const service = createConsentService({
    manifest: { policyRules },
    // Tests save more than one visitor would; those of the limits set them.
    rateLimit: false,
    trustedOrigins: ["shop.example"],
    observability: { level: "info", drain: (event) => void (aboutOptions.has(event.event) || events.push(event)) },
    ...options,
    database,
  })
  const judged = {
    handler: service.handler,
    document: service.getOpenAPISpec,
    basePath: normalizeBasePath(service.options.basePath),
  }
  const send = async (path: string, init: RequestInit = {}): Promise<Answered> =>
    answered(await sendJudged(judged, path, init))
  const post = (body: unknown, init: RequestInit = {}): Promise<Answered> =>
    send("/subjects", { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), ...init })
  return { service, events, send, post }
}

/** A migrated instance on a fresh database; `stop` closes the one and drops the other. */
export const startInstance = async (engine: Engine, options: Options = {}) => {
  const database = await createTestDatabase(engine)
  const instance = instanceOn(database.url, options)
  await instance.service.migrate()
  const stop = async () => {
    await instance.service.dispose()
    await database.drop()
  }
  return { ...instance, url: database.url, stop }
}

let subjects = 0

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** An unused subject id. */
export const newSubjectId = (): string => {
  subjects += 1
  const digits = Array.from(String(subjects), (digit) => base58[Number(digit)]).join("")
  return `sub_${crypto.randomUUID().replace(/[-0]/g, "").slice(0, 16)}${digits}`
}

/** A valid save. */
export const aSave = (change: Readonly<Record<string, unknown>> = {}) => ({
  type: "cookie_banner",
  subjectId: newSubjectId(),
  domain: "shop.example",
  givenAt: Date.now() - 1000,
  preferences: { necessary: true, measurement: true, marketing: false },
  ...change,
})
