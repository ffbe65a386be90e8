// What a visitor gets from an edge, step by step. Prints one JSON line a step.
import { newSubjectId } from "@consent-service/client"
import { list } from "./gvl.mjs"

export const visitor = { address: "203.0.113.7", country: "DE", userAgent: "Consumer/1.0" }

const must = (holds, message) => {
  if (!holds) throw new Error(message)
}

const check = async (step, act) => {
  try {
    await act()
    console.log(JSON.stringify({ step, problem: null }))
  } catch (error) {
    console.log(JSON.stringify({ step, problem: error instanceof Error ? error.message : String(error) }))
  }
}

/** @param call sends a request to the edge: path, method, body, and headers of the visitor */
export const checkEdge = async (call, notices) => {
  const headers = { "user-agent": visitor.userAgent, origin: "https://shop.example" }
  const get = async (path) => {
    const response = await call(path, { headers })
    const text = await response.text()
    must(response.status === 200, `GET ${path} answered ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  let token
  await check("init", async () => {
    const { policyResolution, policySnapshotToken } = JSON.parse(await get("/init"))
    must(
      policyResolution.decision?.model === "opt-in" || JSON.stringify(policyResolution).includes("opt-in"),
      JSON.stringify(policyResolution),
    )
    must(typeof policySnapshotToken === "string", "init has no policySnapshotToken")
    token = policySnapshotToken
  })
  await check("manifest", async () => must(JSON.parse(await get("/manifest")) !== null, "no manifest"))
  await check("scripts", async () => must((await get("/cs.js")).length > 20_000, "/cs.js is too short"))
  await check("vendor list", async () => {
    const { vendorListVersion } = JSON.parse(await get(`/gvl/${list.vendorListVersion}/en`))
    must(vendorListVersion === list.vendorListVersion, `the list is ${vendorListVersion}`)
  })
  await check("save", async () => {
    const act = { type: "cookie_banner", subjectId: newSubjectId(), domain: "shop.example", givenAt: Date.now() }
    const body = JSON.stringify({
      ...act,
      policySnapshotToken: token,
      preferences: { necessary: true, measurement: true },
    })
    const response = await call("/subjects", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    })
    const text = await response.text()
    must(response.status === 200, `POST /subjects answered ${response.status}: ${text}`)
    const notice = await (await fetch(`${notices}/${JSON.parse(text).consentId}`)).text()
    for (const [name, value] of Object.entries(visitor))
      must(notice.includes(JSON.stringify(value)), `the record lacks the visitor's ${name}: ${notice.slice(0, 600)}`)
  })
}
