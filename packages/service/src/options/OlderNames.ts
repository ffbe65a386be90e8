/**
 * Options under their older names, for the type checker (contract decision 28). {@link foldOlderOptions} brings them
 * to today's.
 *
 * @module
 */
import type { Branding, IabConfig, ManifestConfig } from "@consent-service/core/manifest/ManifestConfig"
import type { AuthoredVendorList } from "@consent-service/adapter-gvl/GvlOptions"
import type { ExternalCache } from "../cache/ExternalCache.js"
import type { LoggerOptions } from "../logging/ObservabilityOptions.js"
import type { DatabaseOption } from "./DatabaseOption.js"
import type { OpenApiOptions } from "./SurfaceOptions.js"

/** The IAB options of before there was a `gvl` block. */
export interface OlderIab extends IabConfig {
  /** @deprecated write it as `gvl.bundled` */
  readonly bundled?: Readonly<Record<string, AuthoredVendorList>>
  /** @deprecated write it as `gvl.vendorIds` */
  readonly vendorIds?: ReadonlyArray<number>
}

/** The one option that must be there, under either name. */
export type NamedDatabase =
  | {
      /**
       * `sqlite::memory:`, `sqlite:./file.db`, `postgres://…`, `mysql://…`, a connection by its parts, or a client
       * layer.
       */
      readonly database: DatabaseOption
      /** @deprecated write it as `database` */
      readonly adapter?: DatabaseOption
    }
  | {
      /** @deprecated write it as `database` */
      readonly adapter: DatabaseOption
      readonly database?: DatabaseOption
    }

/** Options that had other members; the names are today's. */
export interface OlderForms {
  /** Policy rules, texts, branding, vendors, IAB. Default `{}`: no policy is configured. */
  readonly manifest?: Omit<ManifestConfig, "iab"> & { readonly iab?: OlderIab | undefined }
  /** A cache that processes share. Default: each process keeps what it needs in memory only. */
  readonly cache?: ExternalCache | { readonly adapter: ExternalCache }
  /** The OpenAPI document and its reference page. Default: `/spec.json` and `/docs`. */
  readonly openapi?: OpenApiOptions & {
    /** @deprecated write it as `openapi.servers` */
    readonly basePath?: string
  }
}

/** Options that have another name today. */
export interface OlderNames {
  /** @deprecated write it as `manifest.appName` */
  readonly appName?: string
  /** @deprecated write it as `manifest.customTranslations` */
  readonly customTranslations?: ManifestConfig["customTranslations"]
  /** @deprecated write it as `manifest.i18n` */
  readonly i18n?: ManifestConfig["i18n"]
  /** @deprecated write it as `manifest.branding` */
  readonly branding?: Branding
  /** @deprecated write it as `manifest.iab`, and what is about the vendor list as `gvl` */
  readonly iab?: OlderIab
  /** @deprecated write it as `observability` */
  readonly logger?: LoggerOptions
}
