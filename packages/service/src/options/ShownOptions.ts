/**
 * Options as they may be shown: plain, frozen data without a secret in it.
 *
 * @module
 */
import { isPlainObject } from "@consent-service/core/primitives"
// oxlint-disable-next-line typescript/ban-ts-comment -- an error is expected only where the peer is absent.
/** @ts-ignore: an optional peer; the published declarations must compile where it is not installed. */
import type { Meter, Tracer } from "@opentelemetry/api"
import type { ServiceMetrics } from "../metrics/ServiceMetrics.js"
import type { SqlClientLayer } from "./DatabaseOptions.js"
import type { ServiceSettings } from "./Settings.js"
import type { StoresLayer } from "./StoresOption.js"

type Scalar = string | number | boolean | null | undefined

/** Values of which only the kind is shown. */
type Opaque = ServiceMetrics | SqlClientLayer | StoresLayer | Tracer | Meter | URL | ((...args: never) => unknown)

/** A value's type once it is shown: secrets are replaced, functions and foreign objects are named by their kind. */
export type Shown<A> = A extends Scalar
  ? A
  : A extends Opaque
    ? string
    : A extends ReadonlyArray<infer Item> | ReadonlySet<infer Item>
      ? ReadonlyArray<Shown<Item>>
      : { readonly [Name in keyof A]: Shown<A[Name]> }

/** The options in force, frozen, with every secret as `[redacted]`. */
export type ShownOptions = Shown<ServiceSettings>

const redacted = "[redacted]"

/** Names of members whose strings are secrets, wherever they are. */
const secretName = /(?:key|keys|secret|password|passphrase|token|credentials)$/i

/** Whether an option of this name has a secret as its value. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** A URL without its password and without the query values that are secrets; null for other text. */
const withoutSecrets = (text: string): string | null => {
  if (!text.includes("://") || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.password !== "") url.password = "redacted"
  for (const name of url.searchParams.keys()) if (secretName.test(name)) url.searchParams.set(name, "redacted")
  return url.href === new URL(text).href ? text : url.href
}

const shownText = (text: string, name: string): string =>
  secretName.test(name) ? redacted : (withoutSecrets(text) ?? text)

const kindOf = (value: object): string => {
  const maker: unknown = Reflect.get(value, "constructor")
  return `[${typeof maker === "function" ? maker.name : "Object"}]`
}

/** Shown objects by the original: one in several places is copied once. */
type Shared = Map<object, unknown>

const shownObject = (value: object, name: string, shared: Shared): unknown => {
  if (Array.isArray(value) || value instanceof Set) {
    return Object.freeze(Array.from(value, (item: unknown) => shownValue(item, name, shared)))
  }
  if (value instanceof URL) return shownText(value.href, name)
  if (!isPlainObject(value)) return kindOf(value)
  const members = Object.entries(value).map(([key, member]) => [key, shownValue(member, key, shared)])
  return Object.freeze(Object.fromEntries(members))
}

const shownValue = (value: unknown, name: string, shared: Shared): unknown => {
  if (typeof value === "string") return shownText(value, name)
  if (typeof value === "function") return "[Function]"
  if (typeof value !== "object" || value === null) return typeof value === "symbol" ? "[Symbol]" : value
  if (shared.has(value)) return shared.get(value)
  shared.set(value, "[Circular]")
  try {
    shared.set(value, shownObject(value, name, shared))
  } catch {
    shared.set(value, "[Unreadable]")
  }
  return shared.get(value)
}

/** Copies options into frozen plain data that shows no secret. */
export function showOptions(options: ServiceSettings): ShownOptions
export function showOptions(options: unknown): unknown {
  return shownValue(options, "", new Map())
}
