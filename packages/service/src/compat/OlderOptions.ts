/**
 * Converts options with older names to the current ones. They work at run time, each with one notice in the log; types
 * and editors know the current names only.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import * as Function from "effect/Function"
import * as Predicate from "effect/Predicate"
import * as Utils from "effect/Utils"
import { decodeOptions } from "../configuration/DecodeOptions.js"
import { fromLogger, LoggerOptions } from "./Logger.js"

/** Something about a configuration that works and should be changed: an option, and what to write instead. */
export interface OptionNotice {
  readonly option: string
  readonly message: string
}

/** The outcome. */
export interface FoldedOptions {
  /** What was authored, with every older name that has a successor gone. */
  readonly options: unknown
  /** One for each older option. */
  readonly notices: ReadonlyArray<OptionNotice>
  /** Older options that contradict today's, or are wrong themselves. */
  readonly issues: ReadonlyArray<OptionNotice>
  /** Where values came from: today's name to the name that was written. */
  readonly written: ReadonlyMap<string, string>
}

type Path = ReadonlyArray<string>

/** An older option that has a successor. */
interface Rename {
  readonly from: Path
  readonly to: Path
  /** What the successor's value is. */
  readonly as?: (value: unknown) => unknown
  /** Where in that the authored value is. */
  readonly inside?: Path
}

const renames: ReadonlyArray<Rename> = [
  { from: ["adapter"], to: ["database"] },
  { from: ["appName"], to: ["manifest", "appName"] },
  { from: ["customTranslations"], to: ["manifest", "customTranslations"] },
  { from: ["i18n"], to: ["manifest", "i18n"] },
  { from: ["branding"], to: ["manifest", "branding"] },
  { from: ["manifest", "iab", "bundled"], to: ["gvl", "bundled"] },
  { from: ["manifest", "iab", "vendorIds"], to: ["gvl", "vendorIds"] },
  {
    from: ["openapi", "basePath"],
    to: ["openapi", "servers"],
    as: (basePath) => [{ url: basePath === "" ? "/" : basePath }],
    inside: ["0", "url"],
  },
]

/** Older options that are read as they are. */
const kept: ReadonlyArray<OptionNotice> = ["tablePrefix", "background", "telemetry"].map((option) => ({
  option,
  message: "is an older option; it works as before",
}))

const at = (value: unknown, path: Path): unknown =>
  path.reduce((inner: unknown, name) => (Predicate.isRecord(inner) ? inner[name] : undefined), value)

const has = (value: unknown, path: Path): boolean => {
  const parent = at(value, path.slice(0, -1))
  return Predicate.isRecord(parent) && path.slice(-1).every((name) => Object.hasOwn(parent, name))
}

/** Non-objects are kept, for the check to refuse. */
const put = (value: unknown, [name, ...rest]: Path, member: unknown): unknown => {
  if (name === undefined) return member
  if (value === undefined) return { [name]: put(undefined, rest, member) }
  return Predicate.isRecord(value) ? { ...value, [name]: put(value[name], rest, member) } : value
}

const drop = (value: unknown, [name, ...rest]: Path): unknown => {
  if (name === undefined || !Predicate.isRecord(value)) return value
  const { [name]: member, ...others } = value
  return rest.length === 0 ? others : { ...others, [name]: drop(member, rest) }
}

const same = (left: unknown, right: unknown): boolean => Utils.structuralRegion(() => Equal.equals(left, right))

/** Moves a value to where it belongs today, without a notice. */
const move = (state: FoldedOptions, { as = Function.identity, from, inside = [], to }: Rename): FoldedOptions => {
  if (!has(state.options, from)) return state
  const authored = at(state.options, from)
  const options = drop(state.options, from)
  if (authored === undefined) return { ...state, options }
  const [older, name] = [from.join("."), to.join(".")]
  const [value, present] = [as(authored), at(options, to)]
  if (present !== undefined && !same(present, value)) {
    const message = `contradicts ${name}, which replaces it; keep only ${name}`
    return { ...state, options, issues: [...state.issues, { option: older, message }] }
  }
  const written = new Map(state.written).set([...to, ...inside].join("."), older)
  return { ...state, options: put(options, to, value), written }
}

const noted = (state: FoldedOptions, option: string, message: string): FoldedOptions => ({
  ...state,
  notices: [...state.notices, { option, message }],
})

const moveWithNotice = (state: FoldedOptions, rename: Rename): FoldedOptions => {
  const message = `is an older name; write it as ${rename.to.join(".")}`
  const moved = move(state, rename)
  return at(state.options, rename.from) === undefined ? moved : noted(moved, rename.from.join("."), message)
}

/** What was in the block is about the banner, except what is about the vendor list. */
const iabSuccessor = (name: string): Path =>
  name === "bundled" || name === "vendorIds" ? ["gvl"] : ["manifest", "iab"]

const foldIab = (state: FoldedOptions): FoldedOptions => {
  const iab = at(state.options, ["iab"])
  const message = "is an older name; write it as manifest.iab, and its vendor-list settings as gvl"
  if (!Predicate.isRecord(iab)) {
    const moved = move(state, { from: ["iab"], to: ["manifest", "iab"] })
    return iab === undefined ? moved : noted(moved, "iab", message)
  }
  const members = Object.keys(iab).map((name) => ({ from: ["iab", name], to: [...iabSuccessor(name), name] }))
  const moved = members.reduce(move, state)
  return noted({ ...moved, options: drop(moved.options, ["iab"]) }, "iab", message)
}

const foldCache = (state: FoldedOptions): FoldedOptions => {
  const cache = at(state.options, ["cache"])
  if (!Predicate.isRecord(cache) || Object.keys(cache).join() !== "adapter") return state
  const written = new Map(state.written).set("cache", "cache.adapter")
  const moved = { ...state, options: put(state.options, ["cache"], cache["adapter"]), written }
  return cache["adapter"] === undefined
    ? moved
    : noted(moved, "cache.adapter", "is an older name; write the cache itself as cache")
}

const decodeLogger = decodeOptions(LoggerOptions)

/** Each of today's options goes before the older one, and `inherit` is the older level. */
const withLogger = (observability: unknown, logger: LoggerOptions): unknown => {
  if (observability !== undefined && !Predicate.isRecord(observability)) return observability
  const { drain, level } = fromLogger(logger)
  const today = observability ?? {}
  const own = today["level"] === "inherit" ? undefined : today["level"]
  return {
    ...today,
    ...(level === undefined ? {} : { level: own ?? level }),
    ...(drain === undefined ? {} : { drain: today["drain"] ?? drain }),
  }
}

const foldLogger = (state: FoldedOptions): FoldedOptions => {
  const logger = at(state.options, ["logger"])
  if (!has(state.options, ["logger"])) return state
  const options = drop(state.options, ["logger"])
  if (logger === undefined) return { ...state, options }
  const decoded = decodeLogger(logger)
  const told = noted({ ...state, options }, "logger", "is an older option; write it as observability")
  if (Either.isRight(decoded)) {
    const observability = withLogger(at(options, ["observability"]), decoded.right)
    return { ...told, options: put(drop(options, ["observability"]), ["observability"], observability) }
  }
  const issues = decoded.left.map(({ message, option }) => ({
    option: option === "options" ? "logger" : `logger.${option}`,
    message,
  }))
  return { ...told, issues: [...state.issues, ...issues] }
}

const noteKept = (state: FoldedOptions): FoldedOptions => ({
  ...state,
  notices: [...state.notices, ...kept.filter(({ option }) => at(state.options, [option]) !== undefined)],
})

/** Brings options under older names to today's; whatever else is wrong with them stays as it is. */
export const foldOlderOptions = (authored: unknown): FoldedOptions => {
  const nothing: FoldedOptions = { options: authored, notices: [], issues: [], written: new Map() }
  try {
    return noteKept(foldLogger(foldCache(renames.reduce(moveWithNotice, foldIab(nothing)))))
  } catch {
    // An object that throws when it is read: the check of its option reports it.
    return nothing
  }
}

/** Where options belong that are written elsewhere by mistake. */
const misplaced: Readonly<Record<string, string>> = {
  "manifest.tenantId": "is not accepted; set tenantId at the top level",
  "manifest.hosting": "is not accepted; set hosting at the top level",
  policyRules: "belongs under manifest: manifest.policyRules",
  vendors: "belongs under manifest: manifest.vendors",
  "openapi.version": "belongs at the top level: version",
  "openapi.info.version": "belongs at the top level: version",
  "openapi.info.title": "belongs next to info: openapi.title",
}

/** The fix for an option that is written in another place, or was removed; null for a name that never was an option. */
export const explainMisplaced = (option: string): string | null => {
  if (/(^|\.)policyPacks$/.test(option)) return "is no longer an option; write the rules as manifest.policyRules"
  return misplaced[option] ?? null
}
