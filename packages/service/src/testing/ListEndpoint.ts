/** A vendor list's host on this machine, controlled by a test. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listenOnLoopback } from "./Loopback.js"

/** How a request is answered. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** Gives out a document. */
export const giving =
  (document: unknown): Behaviour =>
  (_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(document))
  }

/** Serves documents by path, and 404 otherwise. */
export const givingByPath =
  (documents: Readonly<Record<string, unknown>>): Behaviour =>
  (request, response) => {
    const document = documents[request.url ?? ""]
    if (document === undefined) response.writeHead(404).end()
    else giving(document)(request, response)
  }

/** Another answer than 200. */
export const refusing =
  (status: number): Behaviour =>
  (_, response) => {
    response.writeHead(status).end()
  }

/** Says nothing. */
export const hanging: Behaviour = () => {}

/** Says nothing until it is let go. */
export const holding = (behaviour: Behaviour) => {
  const held: Array<() => void> = []
  return {
    behaviour: (request: IncomingMessage, response: ServerResponse): void => {
      held.push(() => behaviour(request, response))
    },
    letGo: () => held.splice(0).forEach((answer) => answer()),
  }
}

/** Answers the first request one way, and all later ones another. */
export const firstThen = (first: Behaviour, later: Behaviour): Behaviour => {
  let isFirst = true
  return (request, response) => {
    const behaviour = isFirst ? first : later
    isFirst = false
    behaviour(request, response)
  }
}

const pollMs = 2

/** Resolves when a condition holds; otherwise the test's own timeout ends the wait. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, pollMs))
}

/** Starts a host. */
export const startListEndpoint = async (first: Behaviour) => {
  const paths: Array<string> = []
  let open = 0
  let behaviour = first
  const server = createServer((request, response) => {
    paths.push(request.url ?? "")
    open += 1
    response.on("close", () => {
      open -= 1
    })
    behaviour(request, response)
  })
  const { close, url } = await listenOnLoopback(server)
  return {
    url,
    /** The paths with their queries, in the order they came. */
    paths,
    /** How many requests have neither a response nor been aborted. */
    open: () => open,
    /** Answers all requests from now on. */
    behave: (next: Behaviour) => {
      behaviour = next
    },
    stop: close,
  }
}

export type ListEndpoint = Awaited<ReturnType<typeof startListEndpoint>>
