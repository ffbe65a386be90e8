/**
 * Why a server cannot listen, and the fix.
 *
 * @module
 */
import { codeOf, reasonOf } from "../thrown/Thrown.js"

/** Where a server was to listen. */
export interface ListenPlace {
  readonly port: number
  /** Undefined for all interfaces. */
  readonly host?: string | undefined
  /** Whether the port is the one for metrics. */
  readonly isForMetrics: boolean
}

/** The names of what to change. */
export interface PlaceNames {
  readonly port: string
  readonly host: string
}

/** A problem without its fix, and the fix by the names of what to change. */
interface Explanation {
  readonly problem: string
  readonly fix: (names: PlaceNames) => string
}

const textOf = ({ host, isForMetrics, port }: ListenPlace): string =>
  `${host === undefined ? "" : `${host}, `}port ${port}${isForMetrics ? " for metrics" : ""}`

const explain = (error: unknown, place: ListenPlace): Explanation => {
  const where = textOf(place)
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return {
        problem: `${where} is already in use by another program`,
        fix: ({ port }) => `stop that program, or choose another port with ${port}`,
      }
    case "EACCES":
      return {
        problem: `this user is not allowed to listen on ${where}`,
        fix: ({ port }) => `choose a port of 1024 or above with ${port}`,
      }
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return { problem: `${where} is not an address of this machine`, fix: ({ host }) => `correct ${host}` }
    default:
      return {
        problem: `cannot listen on ${where}: ${reasonOf(error)}`,
        fix: ({ host, port }) => `check ${port} and ${host}`,
      }
  }
}

const namesOfOptions = ({ isForMetrics }: ListenPlace): PlaceNames =>
  isForMetrics
    ? { port: "the option metrics.port", host: "the option metrics.host" }
    : { port: "the option port", host: "the option host" }

/**
 * A server cannot listen at its port: another program uses the port, or the system forbids it. The message
 * names the port and the fix. It has no stack: Node's has no line of the program.
 *
 * @example
 * ```ts
 * import { createConsentService } from "consent-service"
 * import { CannotListenError, serve } from "consent-service/node"
 *
 * const service = createConsentService({ database: "sqlite:./consent.db" })
 * try {
 *   await serve(service, { port: 8787 })
 * } catch (error) {
 *   if (!(error instanceof CannotListenError)) throw error
 *   console.error(error.message)
 *   process.exitCode = 1
 * }
 * ```
 */
export class CannotListenError extends Error {
  override readonly name = "CannotListenError"
  /** The code of the system, such as `EADDRINUSE`; undefined where it has none. */
  readonly code: string | undefined

  readonly #explanation: Explanation

  constructor(
    error: unknown,
    /** Where the server was to listen. */
    readonly place: ListenPlace,
  ) {
    const explanation = explain(error, place)
    super(`${explanation.problem}; ${explanation.fix(namesOfOptions(place))}`)
    const code = codeOf(error)
    this.code = typeof code === "string" ? code : undefined
    this.#explanation = explanation
    this.stack = `${this.name}: ${this.message}`
  }

  /** The message for a caller that sets the place by other names, such as flags. */
  messageFor(names: PlaceNames): string {
    const { fix, problem } = this.#explanation
    return `${problem}; ${fix(names)}`
  }
}
