/**
 * A compiled manifest: rules compiled to a resolver, texts to a translator.
 *
 * The service compiles its own document, a host the one it fetched, so both resolve visitors identically.
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { recent } from "../memory/Recent.js"
import type { CompiledRules } from "../policy/CompiledRule.js"
import { compileResolver, failed, type PolicyResolver, unconfigured } from "../policy/MatchRule.js"
import { brokenInvariants } from "../policy/PolicyInvariants.js"
import { issueLine, schemaIssues } from "../schema/Issues.js"
import { builtInTranslator, compileTranslator, type TextProblem } from "../translation/CompileTranslator.js"
import type { SelectedTranslation } from "../translation/SelectedTranslation.js"
import type { TranslationRequest, Translator } from "../translation/SelectLanguage.js"
import type { UncheckedManifest } from "./ManifestOptions.js"
import { ManifestDocument, type PublishedSettings, toManifestDocument } from "./ManifestDocument.js"

/** A compiled manifest; it never changes. */
export interface CompiledManifest {
  readonly document: ManifestDocument
  /** The errors of the rules, if any; the service keeps running and reports them to every client. */
  readonly policyErrors: ReadonlyArray<string>
  /** Authored texts that cannot be used, if any; visitors get the built-in ones instead. */
  readonly textProblems: ReadonlyArray<TextProblem>
  /** The rules in authored order; empty where none are configured, or where they are invalid. */
  readonly compiledRules: CompiledRules
  readonly resolve: PolicyResolver
  readonly translate: Translator
  /** Whether a visitor's location is used. */
  readonly geolocation: boolean
}

const invalid = failed("invalid-configuration")

const resolverOf = ({ policyFailure, policyPacks: compiledRules }: ManifestDocument): PolicyResolver => {
  if (policyFailure !== undefined) return () => invalid
  return compiledRules === undefined ? () => unconfigured : compileResolver(compiledRules)
}

/** More headers than one site commonly gets, and longer than browsers send. Bounded, because untrusted clients may send any. */
const remembered = { bound: 1024, longestKey: 256 }

/** Headers cannot contain the separator, so two requests never share a key by accident. */
const keyOf = ({ acceptLanguage, iab, messageProfile, ruleLanguage }: TranslationRequest): string =>
  `${messageProfile}\0${ruleLanguage}\0${iab}\0${acceptLanguage}`

/**
 * A translator that caches recent selections: at most 1,024, with keys of at most 256
 * characters. Most browsers of a country send one of a few `Accept-Language` headers, and parsing one costs more than the
 * rest of a visitor's resolution.
 *
 * @example
 * ```ts
 * import { rememberTranslations } from "@consent-service/core/manifest"
 * import { builtInTranslator } from "@consent-service/core/translation"
 *
 * const translate = rememberTranslations(builtInTranslator)
 * translate({ acceptLanguage: "de-AT, en;q=0.8", iab: false }).language // "de"
 * ```
 */
export const rememberTranslations = (translate: Translator): Translator => {
  const selected = recent<SelectedTranslation>(remembered)
  return (request) => selected.findOrMake(keyOf(request), () => translate(request))
}

const compileDocument = (document: ManifestDocument): CompiledManifest => {
  const translator = compileTranslator(document.translations)
  return {
    document,
    policyErrors: document.policyFailure?.errors ?? [],
    textProblems: Either.isLeft(translator) ? translator.left : [],
    compiledRules: document.policyPacks ?? [],
    resolve: resolverOf(document),
    translate: rememberTranslations(Either.getOrElse(translator, () => builtInTranslator)),
    geolocation: document.defaults.disableGeoLocation !== true,
  }
}

/**
 * Compiles an authored manifest. It never fails: errors in the rules are in `policyErrors`, errors in the texts in
 * `textProblems`.
 *
 * @example
 * ```ts
 * import { compileManifest } from "@consent-service/core/manifest"
 * import { policyPresets, ruleIdOf } from "@consent-service/core/policy"
 *
 * const config = { policyRules: [policyPresets.japanOptIn()] }
 * const manifest = compileManifest(config, { hosting: "self-hosted", geolocation: true })
 * manifest.policyErrors // []
 * ruleIdOf(manifest.resolve({ country: "JP", region: null })) // "japan_opt_in"
 * ```
 */
export const compileManifest = (config: UncheckedManifest, settings: PublishedSettings): CompiledManifest =>
  compileDocument(toManifestDocument(config, settings))

/** Why a fetched manifest cannot be used. */
export interface ManifestUnreadable {
  readonly reason: "unsupported-contract" | "invalid-payload"
  readonly message: string
}

const speaksOurContract = Schema.is(Schema.Struct({ schemaVersion: ManifestDocument.fields.schemaVersion }))

const decodeDocument = Schema.decodeUnknownEither(ManifestDocument, { onExcessProperty: "ignore" })

const brokenPolicies = ({ iab, policyPacks: compiledRules = [] }: ManifestDocument): ReadonlyArray<string> =>
  compiledRules.flatMap(({ rule }) => [
    ...brokenInvariants(rule).map((invariant) => `policy '${rule.id}': ${invariant}`),
    ...(rule.model === "iab" && iab === undefined ? [`policy '${rule.id}': model 'iab' without iab`] : []),
  ])

/**
 * Reads a received manifest, for hosts that resolve their visitors themselves. Every policy in it is
 * checked.
 *
 * @param received - the parsed JSON of `GET /manifest`
 * @returns the compiled manifest; left when it has another format (`unsupported-contract`) or is invalid
 *   (`invalid-payload`)
 *
 * @example
 * ```ts
 * import { readManifest } from "@consent-service/core/manifest"
 * import * as Either from "effect/Either"
 *
 * const response = await fetch("https://consent.shop.example/manifest")
 * const manifest = Either.getOrThrowWith(readManifest(await response.json()), ({ message }) => new Error(message))
 * ```
 */
export const readManifest = (received: unknown): Either.Either<CompiledManifest, ManifestUnreadable> => {
  if (!speaksOurContract(received)) {
    return Either.left({ reason: "unsupported-contract", message: "schemaVersion is not 2" })
  }
  return Either.mapLeft(decodeDocument(received), ({ issue }) => schemaIssues(issue).map(issueLine).join("; ")).pipe(
    Either.filterOrLeft(
      (document) => brokenPolicies(document).length === 0,
      (document) => brokenPolicies(document).join("; "),
    ),
    Either.mapBoth({
      onLeft: (message): ManifestUnreadable => ({ reason: "invalid-payload", message }),
      onRight: compileDocument,
    }),
  )
}
