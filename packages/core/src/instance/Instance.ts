/**
 * The configuration of a composition: its manifest and its tokens. Provided once; the use cases, the tokens and the HTTP
 * adapter read it when they are built.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { defaultMaxActsPerSubject } from "../consent/record/ActBound.js"
import { compileManifest, type CompiledManifest } from "../manifest/CompiledManifest.js"
import { inspectTranslations } from "../manifest/InspectTranslations.js"
import type { UncheckedManifest } from "../manifest/ManifestOptions.js"
import type { PublishedSettings } from "../manifest/ManifestDocument.js"
import type { DocumentTokenSettings } from "../token/DocumentToken.js"
import type { PolicyTokenSettings } from "../token/PolicyToken.js"
import type { SigningSettings } from "../token/Jws.js"

/** How the tokens of an instance are signed and verified; null for a kind that is not configured. */
export interface TokenSettings {
  readonly policySnapshot: PolicyTokenSettings | null
  /** `verifyOnSave`: whether saves about legal documents must carry a valid one. */
  readonly legalDocumentSnapshot: (DocumentTokenSettings & { readonly verifyOnSave: boolean }) | null
  readonly identityToken: SigningSettings | null
}

/** No tokens of any kind. */
export const noTokens: TokenSettings = { policySnapshot: null, legalDocumentSnapshot: null, identityToken: null }

/** The configuration of an instance. */
export interface InstanceOptions extends PublishedSettings {
  /** Policy rules, texts, branding, vendors, IAB. */
  readonly manifest: UncheckedManifest
  readonly tokens: TokenSettings
  /** How many acts a subject may have on record; ten times as many for requests with an API key. */
  readonly maxActsPerSubject: number
}

/** The defaults of {@link Instance.layer}. */
export const instanceDefaults: InstanceOptions = {
  manifest: {},
  hosting: "self-hosted",
  geolocation: true,
  tokens: noTokens,
  maxActsPerSubject: defaultMaxActsPerSubject,
}

/**
 * The compiled configuration of a composition.
 *
 * @example
 * ```ts
 * import { recommendedPolicyRules } from "@consent-service/core/policy"
 * import { Instance } from "@consent-service/core/ports"
 *
 * const instance = Instance.layer({ manifest: { policyRules: recommendedPolicyRules() } })
 * ```
 */
export class Instance extends Context.Tag("@consent-service/core/instance/Instance")<
  Instance,
  {
    /** Holds `geolocation`, too. */
    readonly manifest: CompiledManifest
    /** Warnings about the authored texts; empty when there are none. */
    readonly translationProblems: ReadonlyArray<string>
    readonly tokens: TokenSettings
    readonly maxActsPerSubject: number
  }
>() {
  /**
   * Compiles a configuration. Invalid rules and texts do not fail: `manifest.policyErrors` and
   * `translationProblems` report them.
   *
   * @example
   * ```ts
   * import { Instance } from "@consent-service/core/ports"
   *
   * const instance = Instance.layer({ manifest: { appName: "Shop" }, geolocation: false })
   * ```
   */
  static readonly layer = (options: Partial<InstanceOptions> = {}): Layer.Layer<Instance> =>
    Layer.sync(Instance, () => {
      const given = { ...instanceDefaults, ...options }
      const manifest = compileManifest(given.manifest, given)
      const { errors, warnings } = inspectTranslations(given.manifest)
      const { maxActsPerSubject, tokens } = given
      return { manifest, translationProblems: [...errors, ...warnings], tokens, maxActsPerSubject }
    })
}
