/**
 * The options of an edge: those it shares with the service, and where the service is.
 *
 * @module
 */
import type { ScriptBundles } from "@consent-service/adapter-http/script"
import {
  type Authored,
  NonBlank,
  optional,
  type OptionGroup,
  type Resolved,
  says,
  whole,
  withDefault,
} from "@consent-service/core/authored"
import * as Schema from "effect/Schema"
import { sharedFields } from "../options/SharedOptions.js"

/** The host names of this machine, where no TLS is needed. */
const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host)

/** A key must not travel in the clear. */
const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hash, hostname, password, protocol, search, username } = new URL(text)
  const isSecret = protocol === "https:" || (protocol === "http:" && isLoopback(hostname))
  return isSecret && hash === "" && search === "" && username === "" && password === ""
}

const Address = Schema.String.pipe(Schema.filter(isAddress)).annotations(
  says("must be an https: URL (http: on this machine only) without user name, password, query or fragment"),
)

const Key = Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{16,4000}$/)).annotations(
  says("must be 16 to 4000 visible ASCII characters without spaces, one of the service's edgeKeys"),
)

const originFields = {
  /** The service's address as the edge reaches it, the prefix it is mounted under included. */
  url: Address,
  /** One of the service's `edgeKeys`. Keep it in the environment, never in code. */
  key: Key,
  /**
   * How long the service's answer may take, in milliseconds.
   *
   * @default `8000`
   */
  timeoutMs: withDefault(whole("milliseconds", 1, 600_000), 8_000),
  /**
   * Sends a request to the service instead of the platform's `fetch`, such as a Worker's service binding.
   *
   * @default the platform's
   */
  fetch: optional(
    Schema.declare(
      (value: unknown): value is (request: Request) => Promise<Response> => typeof value === "function",
    ).annotations(says("must be a function")),
  ),
}

/** Where the service is. */
export interface OriginOptions extends Authored<typeof originFields>, OptionGroup {}

/** {@link OriginOptions} with defaults. */
export interface OriginSettings extends Resolved<typeof originFields> {}

const OriginGroup: Schema.Schema<OriginSettings, OriginOptions> = Schema.Struct(originFields)

const scriptTextFields = {
  /** The text of `cs.js`. */
  full: Schema.optional(NonBlank),
  /** The text of `cs.headless.js`. */
  headless: Schema.optional(NonBlank),
  /** The text of `cs.iab.js`. */
  iab: Schema.optional(NonBlank),
  /** The text of `cs.first.js`, with `fullSurfaces` and `fullRest`. */
  fullFirst: Schema.optional(NonBlank),
  /** The text of `cs.ui.js`, of the same version. */
  fullSurfaces: Schema.optional(NonBlank),
  /** The text of `cs.rest.js`, of the same version: for `full`, too. */
  fullRest: Schema.optional(NonBlank),
  /** The text of `cs.iab.first.js`, with `iabSurfaces` and `iabRest`. */
  iabFirst: Schema.optional(NonBlank),
  /** The text of `cs.iab.ui.js`, of the same version. */
  iabSurfaces: Schema.optional(NonBlank),
  /** The text of `cs.iab.rest.js`, of the same version: for `iab`, too. */
  iabRest: Schema.optional(NonBlank),
  /** The text of `cs.tools.js`, of the same version: for all of them. */
  tools: Schema.optional(NonBlank),
  /** The text of `cs.declaration.js`, of the same version: for all of them. */
  declaration: Schema.optional(NonBlank),
} satisfies { readonly [name in keyof ScriptBundles]-?: unknown }

/** The texts of the scripts that the edge serves itself. */
export interface ScriptTexts extends Authored<typeof scriptTextFields>, OptionGroup {}

const ScriptTextGroup: Schema.Schema<ScriptTexts, ScriptTexts> = Schema.Struct(scriptTextFields)

/** The options that a service does not have. */
const ownFields = {
  /** The service's address, to which the edge forwards requests that need the database. */
  origin: OriginGroup,
  /**
   * The texts of the scripts, as in `@consent-service/browser/bundles`; requests for one without a text are forwarded.
   *
   * @default none
   */
  scriptTexts: withDefault(ScriptTextGroup, {}),
}

/** Every option of an edge by its name. */
export const edgeFields = { ...ownFields, ...sharedFields }

/** The options of `createConsentEdge`. Only `origin` is required; the others have the names they have in the service. */
export interface ConsentEdgeOptions extends Authored<typeof ownFields>, Authored<typeof sharedFields>, OptionGroup {}

/** {@link ConsentEdgeOptions} as decoded. */
export interface EdgeSettings extends Resolved<typeof ownFields>, Resolved<typeof sharedFields> {}

export const ConsentEdgeOptions: Schema.Schema<EdgeSettings, ConsentEdgeOptions> = Schema.Struct(edgeFields)
