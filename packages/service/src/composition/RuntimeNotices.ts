/**
 * Reports about the runtime and the installed packages.
 *
 * @module
 */
import type { LogEvent } from "@consent-service/core/ports"

/** The part of `node:module` that is used. */
interface Modules {
  readonly createRequire: (from: string) => { readonly resolve: (name: string) => string }
}

/** Where the package `effect` is, seen from a file; null where none is found. */
const effectSeenFrom = (modules: Modules, file: string): string | null => {
  try {
    return modules.createRequire(file).resolve("effect/package.json")
  } catch {
    return null
  }
}

/** Reports a Node that is older than the packages promise to support. */
export const noticeOldNode = (version: string | undefined): ReadonlyArray<LogEvent> => {
  const [major = 0, minor = 0] = (version ?? "99.0").split(".").map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return []
  const failure = `consent-service requires Node 20.19 or newer, and this is ${version}`
  return [{ level: "warn", event: "node-unsupported", failure, remedy: "nvm install 22" }]
}

/** Reports that the application and this package load different copies of `effect`, whose values do not mix reliably. */
export const noticeEffectCopies = (own: string | null, application: string | null): ReadonlyArray<LogEvent> => {
  if (own === null || application === null || own === application) return []
  const failure = `two copies of effect are installed: ${own} for consent-service, ${application} for the application`
  return [{ level: "warn", event: "effect-duplicated", failure, remedy: "npm dedupe effect" }]
}

/**
 * The notices of this process.
 *
 * @param givenLayers - whether the application passes Effect layers, made by its own copy of `effect`
 */
export const runtimeNotices = (givenLayers: boolean): ReadonlyArray<LogEvent> => {
  const node = globalThis.process
  const old = noticeOldNode(node?.versions?.node)
  const here = import.meta.url
  // Missing in Node before 20.16, and on some other platforms.
  const modules: Modules | undefined = node?.getBuiltinModule?.("node:module")
  if (!givenLayers || modules === undefined || !here?.startsWith("file:")) return old
  const application = effectSeenFrom(modules, `${node.cwd()}/package.json`)
  return [...old, ...noticeEffectCopies(effectSeenFrom(modules, here), application)]
}
