/**
 * One instance for a process whose modules are evaluated more than once: Next.js, Nuxt and Vite evaluate them again after
 * an edit, and Next.js once for each of its bundles, too.
 *
 * @module
 */
import { inWords } from "@consent-service/core/ports"
import { type ConsentService, createConsentService } from "./ConsentService.js"
import type { ConsentServiceOptions } from "./options/Options.js"
import { sameOptions } from "./options/SameOptions.js"

/** How an instance is shared. */
export interface SharingOptions {
  /** Distinguishes the instances of a process. Default `"default"`. */
  readonly name?: string
  /**
   * Runs the migrations before the first request; any number of processes may do so concurrently. Default false: without
   * them the routes that need the database answer 503, and the log names `consent-service migrate`.
   */
  readonly migrate?: boolean
}

/** An instance that has been built. */
interface Built {
  readonly authored: ConsentServiceOptions
  readonly service: ConsentService
  /** While the migrations run. */
  migrating: Promise<void> | null
  /** When migrations may be started, in milliseconds; never where they have run, or are not to. */
  migrateAfter: number
}

/** What all evaluations of a module have in common. */
interface Slot {
  makeOptions: () => ConsentServiceOptions
  migrate: boolean
  /** Whether a module has been evaluated since the options were last looked at. */
  isStale: boolean
  built: Built | null
}

/** The same for every copy of this module. */
const registryKey = Symbol.for("consent-service/shared")

const slots = (): Map<string, Slot> => {
  const known: unknown = Reflect.get(globalThis, registryKey)
  if (known instanceof Map) return known
  const made = new Map<string, Slot>()
  Reflect.set(globalThis, registryKey, made)
  return made
}

/** After migrations failed, requests are answered without them for so long, in milliseconds. */
const retryAfterMs = 5_000

/** The instance of a slot: built when it is first needed, and again when its options are others than before. */
const builtIn = (slot: Slot): Built => {
  if (slot.built !== null && !slot.isStale) return slot.built
  const authored = slot.makeOptions()
  const before = slot.built
  if (before === null || !sameOptions(before.authored, authored)) {
    const service = createConsentService(authored)
    slot.built = { authored, service, migrating: null, migrateAfter: slot.migrate ? 0 : Infinity }
    // After what it is answering.
    void before?.service.dispose()
    slot.isStale = false
    return slot.built
  }
  slot.isStale = false
  return before
}

const migrate = (built: Built): Promise<void> => {
  const { service } = built
  const settle = (again: number): void => {
    built.migrateAfter = again
    built.migrating = null
  }
  built.migrateAfter = Infinity
  return service.migrate().then(
    () => settle(Infinity),
    (error: unknown) => {
      service.observe({ _tag: "MigrationFailed", failure: inWords(error) })
      settle(performance.now() + retryAfterMs)
    },
  )
}

/** The instance of a slot after its migrations; synchronous when there are none to wait for. */
const migratedIn = (slot: Slot): Built | Promise<Built> => {
  const built = builtIn(slot)
  if (built.migrateAfter <= performance.now()) built.migrating = migrate(built)
  return built.migrating === null ? built : built.migrating.then(() => built)
}

/**
 * An instance that a process has once, however often the module that calls this is evaluated: all calls with one name
 * give the same instance. It is built when it is first used, so that a build step that only loads the module needs no
 * database. When an edit changes the options, the next request closes the instance and builds another.
 *
 * Options are compared by their content; one that is a function or a layer counts as changed with every evaluation.
 *
 * @param makeOptions - called when the instance is built; what it throws, or a `ConsentConfigurationError`, is thrown
 * where the instance is used
 *
 * @example
 * ```ts
 * import { sharedConsentService } from "consent-service"
 *
 * export const consent = sharedConsentService(() => ({ database: process.env["DATABASE_URL"] ?? "sqlite:./consent.db" }))
 * ```
 */
export const sharedConsentService = (
  makeOptions: () => ConsentServiceOptions,
  { migrate: migrates = false, name = "default" }: SharingOptions = {},
): ConsentService => {
  const known = slots().get(name)
  const slot: Slot = known ?? { makeOptions, migrate: migrates, isStale: true, built: null }
  slot.makeOptions = makeOptions
  slot.migrate = migrates
  slot.isStale = true
  slots().set(name, slot)
  const current = () => builtIn(slot).service
  return {
    handler: async (request, context) => (await migratedIn(slot)).service.handler(request, context),
    kernel: (exchange) => {
      const built = migratedIn(slot)
      return built instanceof Promise
        ? built.then(({ service }) => service.kernel(exchange))
        : built.service.kernel(exchange)
    },
    owns: (path) => current().owns(path),
    get options() {
      return current().options
    },
    get metrics() {
      return current().metrics
    },
    observe: (observation) => current().observe(observation),
    sequence: () => current().sequence(),
    migrate: () => current().migrate(),
    readiness: () => current().readiness(),
    reconstructNotice: (consentId) => current().reconstructNotice(consentId),
    getOpenAPISpec: () => current().getOpenAPISpec(),
    getDocsUI: () => current().getDocsUI(),
    dispose: () => slot.built?.service.dispose() ?? Promise.resolve(),
  }
}
