/**
 * The options of the script routes, and their validation.
 *
 * @module
 */
import { isPlainObject, toPlainValue } from "@consent-service/core/primitives"
import {
  type Authored,
  Flag,
  foreign,
  type OptionGroup,
  type Resolved,
  Text,
  withDefault,
} from "@consent-service/core/authored"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Which script: with its own banner, without one, or for the IAB TCF. */
export type ScriptVariant = "full" | "headless" | "iab"

/**
 * Where the policy of a script is, by the values of `script.policy` and of the query parameter `policy`.
 *
 * @example
 * ```ts
 * import { scriptPolicies } from "@consent-service/adapter-http/script"
 *
 * scriptPolicies.length // 2
 * ```
 */
export const scriptPolicies = ["requested", "embedded"] as const

/** Where a bundle is: a path, or a `file:` URL, also as a string. */
export type BundleFile = string | URL

/** The source of a script's code: a file, or a function that loads its text. */
export type BundleSource = BundleFile | (() => Promise<string>)

const notASource = "must be the path of a file, its file: URL, or a function that loads the text"

const Source = foreign<BundleSource>(
  (value) => typeof value === "string" || value instanceof URL || typeof value === "function",
  notASource,
)

const bundleFields = {
  /** The banner and preference dialog. */
  full: Schema.optional(Source),
  /** The runtime without a user interface. */
  headless: Schema.optional(Source),
  /** The IAB TCF banner and dialog. */
  iab: Schema.optional(Source),
  /** `full` without what draws. */
  fullFirst: Schema.optional(Source),
  /** What draws for `fullFirst`, as a module. */
  fullSurfaces: Schema.optional(Source),
  /** The preference dialog and placeholders for `full` and `fullSurfaces`, as a module. */
  fullRest: Schema.optional(Source),
  /** `iab` without what draws. */
  iabFirst: Schema.optional(Source),
  /** What draws for `iabFirst`, as a module. */
  iabSurfaces: Schema.optional(Source),
  /** The preference dialogs and placeholders for `iab` and `iabSurfaces`, as a module. */
  iabRest: Schema.optional(Source),
  /** The code of `cs.receipt()` and `cs.debug()` for all of them, as a module. */
  tools: Schema.optional(Source),
  /** The code for a page's `services`, for all of them, as a module. */
  declaration: Schema.optional(Source),
}

/** The sources of the scripts: paths, `file:` URLs, or functions that load the text. A script without one is unavailable. */
export interface ScriptBundles extends Authored<typeof bundleFields>, OptionGroup {}

const Bundles: Schema.Schema<ScriptBundles> = Schema.Struct(bundleFields)

const fields = {
  /**
   * `false` removes the scripts.
   *
   * @default `true`
   */
  enabled: withDefault(Flag, true),
  /**
   * The path of the script with banner and preference dialog, which requests `/init`.
   *
   * @default `/cs.js`
   */
  path: withDefault(Text, "/cs.js"),
  /**
   * The path of the runtime without a user interface; the manifest is embedded in it.
   *
   * @default `/cs.headless.js`
   */
  headlessPath: withDefault(Text, "/cs.headless.js"),
  /**
   * The path of the IAB TCF banner and dialog; the manifest is embedded in it.
   *
   * @default `/cs.iab.js`
   */
  iabPath: withDefault(Text, "/cs.iab.js"),
  /**
   * The service's address as browsers reach it, for scripts in shared caches and pinned scripts. By default, a script
   * uses the origin of its own tag.
   *
   * @default of each request
   */
  backendURL: Schema.optional(Text),
  /**
   * `on-demand`: `/cs.js` and `/cs.iab.js` load what draws from further files, on pages that show a banner, dialog or placeholder.
   * `included`: the banner is in them, as in pinned scripts; only dialog and placeholders are loaded on demand.
   *
   * @default `on-demand`
   */
  surfaces: withDefault(Schema.Literal("on-demand", "included"), "on-demand"),
  /**
   * `embedded`: where the policy is the same for every location, it is in `/cs.js` and `/cs.iab.js`, with the texts of one language:
   * pages decide without a request, also while the service is unavailable. `requested`: pages request `/init`. For one page:
   * `/cs.js?policy=embedded`.
   *
   * @default `requested`
   */
  policy: withDefault(Schema.Literal(...scriptPolicies), "requested"),
  /**
   * Browser defaults, which a page's queued configuration overrides. They are public: put no secrets there.
   *
   * @default `{}`
   */
  config: withDefault(
    foreign<Readonly<Record<string, unknown>>>(Predicate.isRecord, "must be an object of JSON values"),
    {},
  ),
  /**
   * Custom scripts to serve instead: `full`, `headless`, `iab`, as paths, `file:` URLs, or functions that load the text. A custom
   * `full` is one file, unless `fullFirst`, `fullSurfaces` and `fullRest` have its three; `iab` likewise. `tools` has
   * the code of `cs.receipt()` and `cs.debug()` for all of them.
   *
   * @default those of `@consent-service/browser`
   */
  bundles: withDefault(Bundles, {}),
}

/** The scripts a page can load from the service. */
export interface ScriptOptions extends Authored<typeof fields>, OptionGroup {}

/** {@link ScriptOptions} with defaults. */
export interface ScriptSettings extends Resolved<typeof fields> {}

/** Checks each option on its own; {@link scriptOptionProblems} finds the other problems. */
export const ScriptOptions: Schema.Schema<ScriptSettings, ScriptOptions> = Schema.Struct(fields)

/** The defaults. */
export const defaultScriptSettings: ScriptSettings = Schema.decodeSync(ScriptOptions)({})

/** A problem with an option. */
export interface ScriptOptionProblem {
  /** As in `script.path`. */
  readonly option: string
  readonly message: string
}

/** The largest configuration as JSON, in bytes: every visitor downloads it. */
const maxConfigBytes = 256 * 1024

const base = "http://localhost"

/** Whether a URL parser leaves the path unchanged, so that requests match it. */
const arrivesAsWritten = (path: string): boolean => {
  const url = `${base}${path}`
  return URL.canParse(url) && new URL(url).pathname === path
}

const pathProblem = (path: string): string | null => {
  if (!path.startsWith("/")) return "must start with /"
  if (/[?#]/.test(path)) return "must not have a query or a fragment"
  if (path.includes(":")) return "must not have parameters"
  if (path.endsWith("/")) return "must not end with /"
  return arrivesAsWritten(path) ? null : "must be written as a URL has it, percent-encoded and without dot segments"
}

/**
 * Whether a route's template, like `/subjects/:id`, matches a path.
 *
 * @example
 * ```ts
 * import { covers } from "@consent-service/adapter-http/script"
 *
 * covers("/subjects/:id", "/subjects/sub_1") // true
 * ```
 */
export const covers = (template: string, path: string): boolean => {
  const segments = path.split("/")
  const parts = template.split("/")
  return parts.length === segments.length && parts.every((part, i) => part === segments[i] || part.startsWith(":"))
}

const routeOptions = ["path", "headlessPath", "iabPath"] as const

const routeProblems = (options: ScriptSettings, others: ReadonlyArray<string>): ReadonlyArray<ScriptOptionProblem> =>
  routeOptions.flatMap((name, i) => {
    const path = options[name]
    const option = `script.${name}`
    const wrong = pathProblem(path)
    if (wrong !== null) return [{ option, message: wrong }]
    const twin = routeOptions.slice(0, i).find((earlier) => options[earlier] === path)
    if (twin !== undefined) return [{ option, message: `is the path of script.${twin} too` }]
    const other = others.find((template) => covers(template, path))
    return other === undefined ? [] : [{ option, message: `is the path of another route, ${other}` }]
  })

const backendUrlProblem = (backendURL: string | undefined): string | null => {
  if (backendURL === undefined) return null
  if (!/^https?:\/\/[^/\s]/i.test(backendURL) || /\s/.test(backendURL) || !URL.canParse(backendURL))
    return "must be an absolute http: or https: URL"
  if (/[?#]/.test(backendURL)) return "must not have a query or a fragment"
  const { password, username } = new URL(backendURL)
  // Browsers do not let a page send a request to such a URL.
  return username === "" && password === "" ? null : "must not have a user name or password"
}

type Path = ReadonlyArray<PropertyKey>

const nameOf = (path: Path): string => ["script.config", ...path.map(String)].join(".")

/** Values that JSON cannot express. An absent member may be written as `undefined`; an absent item may not. */
const notJson = (value: unknown, path: Path): ReadonlyArray<ScriptOptionProblem> => {
  if (Array.isArray(value)) return value.flatMap((item: unknown, i) => notJson(item, [...path, i]))
  if (isPlainObject(value)) {
    return Reflect.ownKeys(value).flatMap((key) => {
      const inner = [...path, key]
      if (typeof key === "symbol") return [{ option: nameOf(inner), message: "must not be named by a symbol" }]
      return value[key] === undefined ? [] : notJson(value[key], inner)
    })
  }
  if (typeof value === "number" && !Number.isFinite(value))
    return [{ option: nameOf(path), message: "must be a finite number" }]
  return value === null || ["string", "number", "boolean"].includes(typeof value)
    ? []
    : [{ option: nameOf(path), message: `must be JSON, not ${typeof value}` }]
}

/** Only `file:` is a valid scheme; a drive letter is not a scheme. */
const namesSource = (file: BundleSource): boolean =>
  typeof file === "function" ||
  (typeof file === "string"
    ? file.trim() !== "" && (!/^[a-z][a-z0-9+.-]+:/i.test(file) || /^file:/i.test(file))
    : file.protocol === "file:")

const bundleProblems = (bundles: ScriptSettings["bundles"]): ReadonlyArray<ScriptOptionProblem> =>
  Object.entries<BundleSource | undefined>({ ...bundles }).flatMap(([variant, file]) =>
    file === undefined || namesSource(file) ? [] : [{ option: `script.bundles.${variant}`, message: notASource }],
  )

const configProblems = (config: unknown): ReadonlyArray<ScriptOptionProblem> => {
  const option = "script.config"
  if (!isPlainObject(config)) return [{ option, message: "must be a plain object" }]
  const { problems, value } = toPlainValue(config)
  const found = [...problems.map(({ message, path }) => ({ option: nameOf(path), message })), ...notJson(value, [])]
  if (found.length > 0) return found
  const bytes = new TextEncoder().encode(JSON.stringify(config)).length
  return bytes > maxConfigBytes ? [{ option, message: `must be at most ${maxConfigBytes} bytes as JSON` }] : []
}

/**
 * All problems of the options.
 *
 * @param others - the paths of all other routes, parameters written as in `/subjects/:id`
 *
 * @example
 * ```ts
 * import { defaultScriptSettings, scriptOptionProblems } from "@consent-service/adapter-http/script"
 *
 * scriptOptionProblems({ ...defaultScriptSettings, path: "cs.js" }, ["/init"])
 * // [{ option: "script.path", message: "must start with /" }]
 * ```
 */
export const scriptOptionProblems = (
  options: ScriptSettings,
  others: ReadonlyArray<string>,
): ReadonlyArray<ScriptOptionProblem> => {
  const wrongUrl = backendUrlProblem(options.backendURL)
  return [
    ...(options.enabled ? routeProblems(options, others) : []),
    ...(wrongUrl === null ? [] : [{ option: "script.backendURL", message: wrongUrl }]),
    ...configProblems(options.config),
    ...bundleProblems(options.bundles),
  ]
}
