// @ts-check
// The responses of our service, which the limits send: status, headers and body of each request.
import { request } from "node:http"
import { programOf, startProcess } from "./process.mjs"
import { requests, subjectOf } from "./requests.mjs"

/** Headers that `node:http` sends by itself. */
const ownHeaders = new Set(["date", "connection", "keep-alive", "content-length", "transfer-encoding"])

/** @param {number} port @param {string} text - a request as the load sends it */
const ask = (port, text) => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const [method, path = ""] = first.split(" ")
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)))
  return /** @type {Promise<import("./server-bare.mjs").Answer>} */ (
    new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", method, path, headers, agent: false }, (response) => {
        let received = ""
        response.setEncoding("utf8")
        response.on("data", (chunk) => (received += chunk))
        response.on("end", () => {
          const kept = Object.entries(response.headers).filter(([name]) => !ownHeaders.has(name))
          resolve({
            path: path.split("?")[0] ?? "",
            country: headers["cf-ipcountry"],
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
            body: received,
          })
        })
      })
      sent.on("error", reject)
      sent.end(body)
    })
  )
}

/** @param {string} url - of an empty database */
export const recordAnswers = async (url) => {
  const server = await startProcess({ program: programOf("server-ours.mjs"), args: [url], core: null })
  /** @type {string | undefined} */
  let token
  const answer = (/** @type {string} */ route, extra = "") => {
    const text = requests[route]?.(0, Date.now() - 3_600_000, token) ?? ""
    return ask(server.hello.port, text.replace("\r\n\r\n", `${extra}\r\n\r\n`))
  }
  try {
    const fixed = []
    for (const route of ["GET /status", "GET /init DE", "GET /init US-CA", "GET /init unknown", "GET /init IAB"]) {
      fixed.push(await answer(route))
    }
    token = JSON.parse(fixed[1]?.body ?? "{}").policySnapshotToken
    const manifest = await answer("GET /manifest")
    const etag = manifest.headers["etag"] ?? ""
    const notModified = await answer("GET /manifest 304", `\r\nif-none-match: ${etag}`)
    const save = await answer("POST /subjects new")
    const subject = await answer("GET /subjects/:id")
    const check = await answer("GET /consents/check")
    const answers = { fixed: [...fixed, manifest], etag, notModified, save, subject, check }
    const wrong = [...answers.fixed, save, subject, check].find(({ status }) => status !== 200)
    if (wrong !== undefined || notModified.status !== 304) throw new Error(`${subjectOf(0)}: ${JSON.stringify(wrong)}`)
    return answers
  } finally {
    await server.stop()
  }
}
