// @ts-check
// The limits: `node server-bare.mjs ANSWERS [DATABASE_URL]`. A bare `node:http` that sends the bytes our service sends, and
// does the reads and writes our service does, with nothing else: no check, no header looked at, no error but one.
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { openBareStore } from "./bare-stores.mjs"
import { obeyAsServer } from "./process.mjs"

const [answersFile = "", database] = process.argv.slice(2)

/** @typedef {{ path: string, country: string | undefined, status: number, headers: Record<string, string>, body: string }} Answer */
/** @type {{ fixed: ReadonlyArray<Answer>, etag: string, notModified: Answer, save: Answer, subject: Answer, check: Answer }} */
const answers = JSON.parse(readFileSync(answersFile, "utf8"))
const store = database === undefined ? null : await openBareStore(database)
const fixed = new Map(
  answers.fixed.map((answer) => [`${answer.path} ${answer.country}`, { ...answer, body: Buffer.from(answer.body) }]),
)

/** @param {import("node:http").IncomingMessage} request */
const fixedAnswer = (request) => {
  const path = request.url?.split("?")[0]
  if (path === "/manifest" && request.headers["if-none-match"] === answers.etag) return answers.notModified
  return fixed.get(`${path} ${request.headers["cf-ipcountry"]}`)
}

/** @param {import("node:http").IncomingMessage} request @returns {Promise<string>} */
const textOf = (request) =>
  new Promise((resolve) => {
    /** @type {Array<Buffer>} */
    const chunks = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")))
  })

/** @param {import("node:http").ServerResponse} response @param {Omit<Answer, "body">} answer @param {string | Buffer} body */
const send = (response, { headers, status }, body) => {
  response.writeHead(status, { ...headers, ...(status !== 304 && { "content-length": Buffer.byteLength(body) }) })
  response.end(body)
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
const answerFromStore = async (request, response) => {
  if (store === null) throw new Error("no database")
  const url = request.url ?? ""
  if (request.method === "POST")
    return send(response, answers.save, await store.save(JSON.parse(await textOf(request))))
  if (url.startsWith("/subjects/")) return send(response, answers.subject, await store.subject(url.slice(10)))
  const account = /externalId=([^&]*)/.exec(url)?.[1] ?? ""
  send(response, answers.check, await store.check(account))
}

const server = createServer((request, response) => {
  const answer = fixedAnswer(request)
  if (answer === undefined) void answerFromStore(request, response)
  else send(response, answer, answer.body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") obeyAsServer(address.port, store?.close)
})
