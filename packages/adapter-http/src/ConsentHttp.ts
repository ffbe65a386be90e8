/**
 * The whole HTTP side of an instance as one layer: declared routes, use cases and kernel over the ports it is given.
 *
 * @module
 */
import { Consents, noTokens, type TokenSettings } from "@consent-service/core/consent/Consents"
import { compileManifest } from "@consent-service/core/manifest/CompiledManifest"
import type { Hosting, ManifestConfig } from "@consent-service/core/manifest/ManifestConfig"
import type { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import type { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import type { ManifestArchive } from "@consent-service/core/ports/ManifestArchive"
import { Observer } from "@consent-service/core/ports/Observer"
import type { TokenMac } from "@consent-service/core/ports/TokenMac"
import { compileTrustedOrigins } from "@consent-service/core/privacy/TrustedOrigins"
import { inspectTranslations } from "@consent-service/core/manifest/InspectTranslations"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ManifestCache, makeRoutes } from "./Handlers.js"
import type { Kernel } from "./kernel/Exchange.js"
import { makeKernel } from "./kernel/Kernel.js"
import { type AddressPolicy, defaultAddressHeaders } from "./request/ClientAddress.js"

/** How an instance answers. */
export interface ConsentHttpOptions {
  readonly manifest: ManifestConfig
  readonly hosting: Hosting
  /** `false` ignores visitors' locations (contract decision 11). */
  readonly geolocation: boolean
  readonly manifestCache: ManifestCache
  readonly addresses: AddressPolicy
  /** How tokens are signed and verified; none of a kind that is null. */
  readonly tokens: TokenSettings
  /** The tenant that act ids are derived for; the ledger must be scoped to the same. Null: the single-tenant scope. */
  readonly tenant: string | null
  readonly version: string
  readonly basePath: string
  readonly trustedOrigins: ReadonlyArray<string>
  readonly maxBodyBytes: number
}

/** What holds where an option is not given. */
export const defaults: ConsentHttpOptions = {
  manifest: {},
  hosting: "self-hosted",
  geolocation: true,
  manifestCache: { sMaxAge: 300, staleWhileRevalidate: 86_400 },
  addresses: { tracking: true, masking: true, headers: defaultAddressHeaders },
  tokens: noTokens,
  tenant: null,
  version: "0.0.0",
  basePath: "",
  trustedOrigins: [],
  maxBodyBytes: 64 * 1024,
}

const make = (options: ConsentHttpOptions) =>
  Effect.gen(function* () {
    const observe = yield* Observer
    const manifest = compileManifest(options.manifest, options)
    if (manifest.policyErrors.length > 0) observe({ _tag: "PolicyRulesInvalid", errors: manifest.policyErrors })
    const { errors, warnings } = inspectTranslations(options.manifest)
    const problems = [...errors, ...warnings]
    if (problems.length > 0) observe({ _tag: "TranslationsQuestionable", problems })
    return makeKernel({
      routes: yield* makeRoutes({ ...options, manifest }),
      runtime: yield* Effect.runtime<never>(),
      trustsOrigin: compileTrustedOrigins(options.trustedOrigins),
      observe,
      basePath: options.basePath,
      maxBodyBytes: options.maxBodyBytes,
      tenant: options.tenant,
    })
  })

/** What an instance needs of the outside. */
export type ConsentPorts = ConsentLedger | DocumentRegistry | ManifestArchive | TokenMac | Observer

/** The kernel of an instance; a shell (`shell/FetchShell`, `shell/NodeShell`) puts it behind a transport. */
export class ConsentHttp extends Context.Tag("@consent-service/adapter-http/ConsentHttp")<ConsentHttp, Kernel>() {
  /** Builds the kernel over a ledger and an observer. */
  static readonly layer = (options: Partial<ConsentHttpOptions> = {}): Layer.Layer<ConsentHttp, never, ConsentPorts> =>
    Layer.effect(ConsentHttp, make({ ...defaults, ...options })).pipe(Layer.provide(Consents.layer))
}
