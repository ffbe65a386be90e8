/**
 * The manifest compiled once at start: the public document, its revision, and the resolver that decides from it
 * (policy.md 5.1 and 5.2).
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { canonicalJson, type Json } from "../digest/CanonicalJson.js"
import { sha256Hex } from "../digest/Sha256.js"
import { Fingerprints } from "../policy/Fingerprint.js"
import { compilePack, type PolicyPack } from "../policy/PolicyPack.js"
import { PolicyMatch } from "../policy/PolicyRule.js"
import { compileResolver, failed, noMatch, type PolicyResolver, unconfigured } from "../policy/Resolve.js"
import { ResolvedPolicy } from "../policy/ResolvedPolicy.js"
import { brandings, type Hosting, hostings, type ManifestConfig } from "./ManifestConfig.js"

export const BrandingName = Schema.Literal(...brandings)
export const HostingName = Schema.Literal(...hostings)

/** One pack entry on the wire: exactly these three keys, or clients reject the manifest. */
const PackEntryDocument = Schema.Struct({ match: PolicyMatch, rule: ResolvedPolicy, fingerprints: Fingerprints })

/** The body of `GET /manifest`. */
export const ManifestDocument = Schema.Struct({
  schemaVersion: Schema.Literal(2),
  revision: Schema.String,
  branding: BrandingName,
  hosting: HostingName,
  appName: Schema.String,
  policyPacks: Schema.optionalWith(Schema.Array(PackEntryDocument), { exact: true }),
  policyFailure: Schema.optionalWith(
    Schema.Struct({ reason: Schema.Literal("invalid-configuration"), errors: Schema.Array(Schema.String) }),
    { exact: true },
  ),
  translations: Schema.Struct({}),
}).annotations({ identifier: "Manifest" })
export type ManifestDocument = typeof ManifestDocument.Type

/** A manifest ready to answer from; it never changes while the service runs. */
export interface CompiledManifest {
  readonly document: ManifestDocument
  /** The document as JSON text, written once. */
  readonly body: string
  /** What is wrong with the rules, when something is; the service runs on and says so to every visitor. */
  readonly policyErrors: ReadonlyArray<string>
  readonly resolve: PolicyResolver
  /** Whether a visitor's location is ignored, so that everybody gets the strictest treatment (decision 11). */
  readonly geolocation: boolean
}

/** The instance's settings that show in the manifest or decide with it. */
export interface ManifestSetting {
  readonly hosting: Hosting
  readonly geolocation: boolean
}

type CheckedRules =
  | { readonly status: "unconfigured" }
  | { readonly status: "invalid"; readonly errors: ReadonlyArray<string> }
  | { readonly status: "usable"; readonly pack: PolicyPack }

const checkRules = (config: ManifestConfig): CheckedRules => {
  if (config.policyRules === undefined) return { status: "unconfigured" }
  return Either.match(compilePack(config.policyRules, { iabEnabled: false }), {
    onLeft: (errors): CheckedRules => ({ status: "invalid", errors }),
    onRight: (pack): CheckedRules => ({ status: "usable", pack }),
  })
}

const resolverOf = (rules: CheckedRules): PolicyResolver => {
  switch (rules.status) {
    case "unconfigured":
      return () => unconfigured
    case "invalid": {
      const invalid = failed("invalid-configuration")
      return () => invalid
    }
    case "usable":
      // An empty list is a decision of its own: nobody has a policy, known location or not.
      return rules.pack.length === 0 ? () => noMatch : compileResolver(rules.pack)
  }
}

const policyFields = (rules: CheckedRules): Pick<ManifestDocument, "policyPacks" | "policyFailure"> => {
  switch (rules.status) {
    case "unconfigured":
      return {}
    case "invalid":
      return { policyPacks: [], policyFailure: { reason: "invalid-configuration", errors: rules.errors } }
    case "usable":
      return { policyPacks: rules.pack }
  }
}

/** The name of a manifest's content: changes whenever any field of it does. */
const revisionOf = (document: ManifestDocument): string => {
  const plain: Json = JSON.parse(JSON.stringify({ ...document, revision: "" }))
  return sha256Hex(canonicalJson(plain))
}

/**
 * Compiles an authored manifest. Wrong rules do not stop it: they are in `policyErrors`, in the document's
 * `policyFailure`, and make every resolution `failed` / `invalid-configuration` (contract decision 33).
 */
export const compileManifest = (config: ManifestConfig, setting: ManifestSetting): CompiledManifest => {
  const rules = checkRules(config)
  const draft: ManifestDocument = {
    schemaVersion: 2,
    revision: "",
    branding: config.branding ?? "cs",
    hosting: setting.hosting,
    appName: config.appName ?? "cs",
    ...policyFields(rules),
    translations: {},
  }
  const document: ManifestDocument = { ...draft, revision: revisionOf(draft) }
  return {
    document,
    body: JSON.stringify(document),
    policyErrors: rules.status === "invalid" ? rules.errors : [],
    resolve: resolverOf(rules),
    geolocation: setting.geolocation,
  }
}
