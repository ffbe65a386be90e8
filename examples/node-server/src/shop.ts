import type { ConsentClient } from "@consent-service/client"
import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { linkVisitor, pageIdentity, recordAnswer } from "./consent.js"
import { settings } from "./settings.js"
import { addUser, findUser, type User } from "./users.js"

const file = (name: string): Buffer => readFileSync(new URL(`../public/${name}`, import.meta.url))

/** Served unchanged, and published with its digest. */
export const privacyPolicy = file("privacy.html")

const longestForm = 16_384

const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) {
    text += chunk
    if (text.length > longestForm) throw new RangeError("the form is too long")
  }
  return new URLSearchParams(text)
}

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer): void => {
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
  }
  response.writeHead(status, headers).end(body)
}

/**
 * The shop: pages, a login and a registration.
 *
 * @param consentUrl - of the consent service, as browsers reach it
 */
export const shop = (consent: ConsentClient, consentUrl: string): RequestListener => {
  const index = file("index.html").toString().replace("{{consent}}", consentUrl)
  const script = file("shop.js")
  const sessions = new Map<string, User>()

  const userOf = ({ headers }: IncomingMessage): User | undefined =>
    sessions.get(/(?:^|; )session=([^;]+)/.exec(headers.cookie ?? "")?.[1] ?? "")

  const begin = (user: User, response: ServerResponse): void => {
    const session = randomUUID()
    sessions.set(session, user)
    const cookie = `session=${session}; HttpOnly; SameSite=Lax; Path=/`
    response.writeHead(303, { location: "/", "set-cookie": cookie }).end()
  }

  const logIn = async (form: URLSearchParams, response: ServerResponse): Promise<void> => {
    const user = findUser(settings.usersFile, form.get("email") ?? "", form.get("password") ?? "")
    if (user === null) return send(response, 401, "text/plain", "No such user, or another password.")
    const subjectId = form.get("subjectId")
    if (subjectId) await linkVisitor(consent, user, subjectId)
    begin(user, response)
  }

  const register = async (form: URLSearchParams, response: ServerResponse): Promise<void> => {
    const [email, password] = [form.get("email"), form.get("password")]
    if (!email || !password) return send(response, 400, "text/plain", "E-mail and password, please.")
    const user = addUser(settings.usersFile, email, password)
    if (user === null) return send(response, 409, "text/plain", "There is such a user.")
    const marketing = form.has("marketing")
    await recordAnswer(consent, user, marketing, form.get("subjectId") || null)
    begin(user, response)
  }

  const tellWho = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const user = userOf(request)
    const account = user === undefined ? null : { email: user.email, ...(await pageIdentity(user)) }
    send(response, 200, "application/json", JSON.stringify(account))
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method === "HEAD" ? "GET" : request.method
    switch (`${method} ${request.url}`) {
      case "GET /":
        return send(response, 200, "text/html", index)
      case "GET /shop.js":
        return send(response, 200, "text/javascript", script)
      case "GET /privacy":
        return send(response, 200, "text/html", privacyPolicy)
      case "GET /me":
        return tellWho(request, response)
      case "POST /login":
        return logIn(await formOf(request), response)
      case "POST /register":
        return register(await formOf(request), response)
      default:
        return send(response, 404, "text/plain", "Not here.")
    }
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) send(response, 500, "text/plain", "Something went wrong.")
    })
  }
}
