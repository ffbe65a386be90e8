// What an application does with the service, step by step, against the database in DATABASE_URL. Prints one JSON line a step.
import { createConsentClient, newSubjectId } from "@consent-service/client"
import { createConsentService, recommendedPolicyRules } from "consent-service"
import { serve } from "consent-service/node"

const apiKey = "a-key-of-the-consumer-suite"

const service = createConsentService({
  database: process.env["DATABASE_URL"] ?? "sqlite::memory:",
  apiKeys: [apiKey],
  manifest: { appName: "Consumer", policyRules: recommendedPolicyRules() },
})

const print = (step, problem) => console.log(JSON.stringify({ step, problem }))

const check = async (step, act) => {
  try {
    await act()
    print(step, null)
  } catch (error) {
    print(step, error instanceof Error ? error.message : String(error))
  }
}

const must = (holds, message) => {
  if (!holds) throw new Error(message)
}

const get = async (path) => {
  const response = await fetch(new URL(path, server.url))
  const text = await response.text()
  must(response.status === 200, `GET ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

await check("migrate", async () => {
  await service.migrate()
  must((await service.migrate()).length === 0, "a second run of the migrations found something to do")
})
const server = await serve(service, { port: 0, host: "127.0.0.1" })
const client = createConsentClient({ baseUrl: server.url, apiKey })
const act = { type: "cookie_banner", subjectId: newSubjectId(), domain: "shop.example", givenAt: new Date() }

await check("init", async () => {
  const { policyResolution } = JSON.parse(await get("/init?country=DE"))
  must(policyResolution.status !== "failed", `policyResolution.status is ${policyResolution.status}`)
})
await check("save", async () => {
  const body = JSON.stringify({
    ...act,
    givenAt: act.givenAt.getTime(),
    preferences: { necessary: true, measurement: true },
  })
  const headers = { "content-type": "application/json" }
  const response = await fetch(new URL("/subjects", server.url), { method: "POST", headers, body })
  must(response.status === 200, `POST /subjects answered ${response.status}: ${await response.text()}`)
})
await check("read", async () => {
  const { consents } = JSON.parse(await get(`/subjects/${act.subjectId}`))
  must(consents.length === 1, `${consents.length} records are on record instead of 1`)
})
await check("scripts", async () => {
  for (const path of ["/cs.js", "/cs.headless.js", "/cs.iab.js"])
    must((await get(path)).length > 20_000, `${path} is too short`)
})
await check("docs", async () => {
  must(JSON.parse(await get("/spec.json")).openapi.startsWith("3.1"), "the document is not OpenAPI 3.1")
  must((await get("/docs")).includes("<html"), "/docs is no page")
})
await check("docs viewer", async () => {
  must((await get("/docs/viewer.js")).length > 100_000, "/docs/viewer.js is too short")
})
await check("SDK", async () => {
  const visitor = { ...act, subjectId: newSubjectId(), preferences: { necessary: true, marketing: true } }
  const saved = await client.subjects.create({ ...visitor, externalSubjectId: "user-42" })
  must(saved.ok, `subjects.create failed: ${JSON.stringify(saved)}`)
  const allowed = await client.consents.allows("user-42", "marketing")
  must(allowed.allowed, `consents.allows says ${JSON.stringify(allowed)}`)
})
await server.close()
