/**
 * What a test uses: a fresh database on an engine, and a `describe` for each engine.
 *
 * ```ts
 * describeEngines("ConsentStore", (engine) => {
 *   let database: TestDatabase
 *   beforeAll(async () => void (database = await createTestDatabase(engine)))
 *   afterAll(() => database.drop())
 * })
 * ```
 */
import { randomBytes } from "node:crypto"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, inject } from "vitest"
import { admins, namePrefix, sqliteFolder, withDatabase } from "./Admin.js"
import { inForm } from "./Form.js"
import { type Engine, engines, isAvailable, type ServerEngine, type Servers } from "./Engine.js"

export { engines, type Engine, type Servers } from "./Engine.js"

/** An empty database for one test. */
export interface TestDatabase {
  /** `sqlite:/abs/path.db`, `postgres://user@host:port/name` or `mysql://user@host:port/name`. */
  readonly url: string
  /** Removes it, ending connections that are still open. */
  readonly drop: () => Promise<void>
}

const servers = (): Servers => {
  const provided: Servers | undefined = inject("engines")
  if (provided === undefined)
    throw new Error("run the tests with the root vitest.config.ts: its globalSetup finds the servers")
  return provided
}

const createSqlite = async (): Promise<TestDatabase> => {
  const parent = sqliteFolder(inject("engineRun"))
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, "db-"))
  return { url: `sqlite:${join(folder, "test.db")}`, drop: () => rm(folder, { recursive: true, force: true }) }
}

const createOnServer = async (engine: ServerEngine): Promise<TestDatabase> => {
  const server = servers()[engine]
  if (!isAvailable(server)) throw new Error(server.skipped)
  const name = namePrefix(inject("engineRun")) + randomBytes(4).toString("hex")
  await admins[engine].create(server.url, name)
  return { url: withDatabase(server.url, name), drop: () => admins[engine].drop(server.url, name) }
}

/** Creates an empty, uniquely named database. Databases that a test forgets to drop are dropped when the run ends. */
export const createTestDatabase = (engine: Engine): Promise<TestDatabase> =>
  engine === "sqlite" ? createSqlite() : createOnServer(engine)

/** One engine as this run knows it. */
export type EngineCase =
  | { readonly engine: Engine; readonly available: true }
  | { readonly engine: Engine; readonly available: false; readonly reason: string }

/** Every engine, and whether this run can test it. */
export const engineCases = (): ReadonlyArray<EngineCase> =>
  engines.map((engine) => {
    if (engine === "sqlite") return { engine, available: true }
    const server = servers()[engine]
    return isAvailable(server) ? { engine, available: true } : { engine, available: false, reason: server.skipped }
  })

/**
 * A `describe` for each engine, named `title [engine]`. An engine without a server becomes a skipped one that names the reason; its
 * tests are still collected, so that they count as skipped.
 *
 * @param among - the engines that the tests are about; all of them by default
 */
export const describeEngines = (
  title: string,
  body: (engine: Engine) => void,
  among: ReadonlyArray<Engine> = engines,
): void => {
  for (const one of engineCases().filter(({ engine }) => among.includes(engine))) {
    if (one.available) describe(`${title} [${one.engine}]`, () => body(one.engine))
    else describe.skip(`${title} [${one.engine}] skipped: ${one.reason}`, () => body(one.engine))
  }
}

/**
 * {@link describeEngines} for tests of code above the stores, which behaves the same on each: SQLite in the short form, every engine
 * in the full one. Code that depends on the engine is tested on all engines in both forms.
 */
export const describeAboveStores = (title: string, body: (engine: Engine) => void): void =>
  describeEngines(title, body, inForm<ReadonlyArray<Engine>>({ short: ["sqlite"], full: engines }))

/** The engines that run as a server, which can become unavailable. */
export const serverEngines: ReadonlyArray<Engine> = engines.filter((engine) => engine !== "sqlite")
