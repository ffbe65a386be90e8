/**
 * The types: the engines that tests run on, and what is known about a server before the first test runs.
 */

/** The SQL engines that every storage test runs on. */
export const engines = ["sqlite", "postgres", "mysql"] as const
export type Engine = (typeof engines)[number]

/** The engines that need a server; SQLite lives in the test's own process. */
export type ServerEngine = Exclude<Engine, "sqlite">

/** A server that answers: `url` names an administrator who may create databases, `description` is for people. */
export interface Available {
  readonly url: string
  readonly description: string
}

/** No server, and why. */
export interface Skipped {
  readonly skipped: string
}

export type ServerState = Available | Skipped
export type Servers = Readonly<Record<ServerEngine, ServerState>>

export const isAvailable = (state: ServerState): state is Available => "url" in state

/** A server and how to stop it. Stopping a server that the run did not start does nothing. */
export interface RunningServer extends Available {
  readonly stop: () => Promise<void>
}

/** A private server of one test, with its own data folder and port. */
export interface PrivateServer {
  readonly url: string
  /** Kills it, like a power loss; resolves when only its data is left. */
  readonly crash: () => Promise<void>
  /** Starts it again on its data and port; resolves when it answers. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

// What vitest's `globalSetup` hands to the tests: `inject("engines")`, `inject("engineRun")`.
// In a module rather than a `.d.ts`, which tsc leaves out of `dist`.
declare module "vitest" {
  export interface ProvidedContext {
    readonly engines: Servers
    /** Part of every test database's name, so that a run can drop what its own tests left behind and nothing else. */
    readonly engineRun: string
  }
}
