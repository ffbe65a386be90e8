/**
 * Answers requests that `node:http` refuses before any listener: what is no HTTP, names no host, expects what is unknown,
 * has too many headers, or takes too long. Node's own answers are empty, and nothing reports them.
 *
 * @module
 */
import { type Problem, renderProblem } from "@consent-service/adapter-http/answer"
import { cutBody } from "@consent-service/adapter-http/shell/NodeShell"
import type { Observe, RequestsRefused } from "@consent-service/core/ports"
import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { codeOf } from "../thrown/Thrown.js"

/** How often refusals of one status are reported, in milliseconds. */
const reportEveryMs = 10_000

/** How long a client may take to read its answer before the connection is reset. */
const lingerMs = 1_000

const malformed: Problem = { _tag: "RequestMalformed" }

/** By the codes of Node and its parser. */
const problems: ReadonlyMap<unknown, Problem> = new Map([
  ["HPE_HEADER_OVERFLOW", { _tag: "HeadersTooLarge" }],
  ["ERR_HTTP_REQUEST_TIMEOUT", { _tag: "RequestTimedOut" }],
])

type Refused = Omit<RequestsRefused, "_tag" | "count">

/** Reports the first refusal of a status immediately, and those that follow it together. */
const makeReport = (observe: Observe) => {
  const later = new Map<number, RequestsRefused>()
  const reportLater = (status: number): void => {
    const last = later.get(status)
    later.delete(status)
    if (last !== undefined && last.count > 0) observe(last)
  }
  return (refused: Refused): void => {
    const { status } = refused
    const earlier = later.get(status)
    later.set(status, { _tag: "RequestsRefused", ...refused, count: earlier === undefined ? 0 : earlier.count + 1 })
    if (earlier !== undefined) return
    observe({ _tag: "RequestsRefused", ...refused, count: 1 })
    setTimeout(reportLater, reportEveryMs, status).unref()
  }
}

/** The answer that every problem has, on a connection that closes. */
const answerOf = (problem: Problem) => {
  const { body, code, headers, status } = renderProblem(problem)
  const text = JSON.stringify(body)
  const requestId = crypto.randomUUID()
  return {
    status,
    code,
    requestId,
    text,
    headers: {
      ...headers,
      "cache-control": "no-store",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      "x-cs-policy-contract": "1",
      "x-request-id": requestId,
      connection: "close",
    },
  }
}

const newest: unique symbol = Symbol("the newest response of a connection")
const isRefused: unique symbol = Symbol("whether a connection was refused")

interface Connection extends Duplex {
  [newest]?: ServerResponse
  [isRefused]?: boolean
}

/** Whether an answer has begun to leave, into which another one must not be written. */
const isSending = ({ [newest]: response, writableLength }: Connection): boolean =>
  writableLength > 0 || (response !== undefined && response.headersSent && !response.writableFinished)

/** Ends a connection for which there is no request. Its client may still be sending, and must not be reset over that. */
const endWith = (socket: Connection, { headers, status, text }: ReturnType<typeof answerOf>): void => {
  const lines = Object.entries({ date: new Date().toUTCString(), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", text].join("\r\n"))
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Answers and reports what Node would refuse. */
export const makeRefusals = (observe: Observe | null) => {
  const report = observe === null ? () => {} : makeReport(observe)

  const refuse = (problem: Problem, reason: string, { method }: IncomingMessage, response: ServerResponse): void => {
    const { code, headers, requestId, status, text } = answerOf(problem)
    report({ status, code, reason, requestId })
    response.writeHead(status, headers).end(method === "HEAD" ? undefined : text)
  }

  const refuseConnection = (error: Error, socket: Connection): void => {
    const code = codeOf(error)
    // Each further chunk of a refused request is an error, too.
    if (socket[isRefused] === true) return
    socket[isRefused] = true
    const problem = problems.get(code) ?? malformed
    if (code === "ECONNRESET" || !socket.writable || isSending(socket)) return void socket.destroy(error)
    // The request has begun: its own answer says why, and so does its event.
    if (cutBody(socket, problem._tag === "RequestTimedOut" ? "late" : "incomplete")) return
    const answer = answerOf(problem)
    report({ status: answer.status, code: answer.code, reason: String(code), requestId: answer.requestId })
    endWith(socket, answer)
  }

  return {
    /** Refuses requests without a host, which Node is not to look at. */
    listener:
      (next: RequestListener): RequestListener =>
      (request, response) => {
        const { headers, httpVersion }: IncomingMessage = request
        const socket: Connection = request.socket
        socket[newest] = response
        if (headers.host === undefined && httpVersion === "1.1") {
          return refuse({ _tag: "HostUnusable" }, "HOST_MISSING", request, response)
        }
        return next(request, response)
      },
    watch: (server: Server): void => {
      server.on("clientError", refuseConnection)
      server.on("checkExpectation", (request, response) =>
        refuse({ _tag: "ExpectationUnknown" }, "EXPECTATION_UNKNOWN", request, response),
      )
    },
  }
}
