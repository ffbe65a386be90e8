/**
 * Every storage port on one SQL database.
 *
 * @module
 */
import type { ConsentEvidence } from "@consent-service/core/ports/ConsentEvidence"
import type { ConsentLedger } from "@consent-service/core/ports/ConsentLedger"
import type { DocumentRegistry } from "@consent-service/core/ports/DocumentRegistry"
import type { ExperimentReader } from "@consent-service/core/ports/ExperimentReader"
import type { IdentityLinks } from "@consent-service/core/ports/IdentityLinks"
import type { ManifestArchive } from "@consent-service/core/ports/ManifestArchive"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Layer from "effect/Layer"
import type { StoreOptions } from "./internal/TenantStore.js"
import * as SqlConsentEvidence from "./SqlConsentEvidence.js"
import * as SqlConsentLedger from "./SqlConsentLedger.js"
import * as SqlDocumentRegistry from "./SqlDocumentRegistry.js"
import * as SqlExperimentReader from "./SqlExperimentReader.js"
import * as SqlIdentityLinks from "./SqlIdentityLinks.js"
import * as SqlManifestArchive from "./SqlManifestArchive.js"

/** What {@link layer} supplies. */
export type Stores =
  | ConsentLedger
  | IdentityLinks
  | ExperimentReader
  | DocumentRegistry
  | ManifestArchive
  | ConsentEvidence

/** All stores of one tenant over the database of the client in context. */
export const layer = (options: StoreOptions = {}): Layer.Layer<Stores, never, SqlClient> =>
  Layer.mergeAll(
    SqlConsentLedger.layer(options),
    SqlIdentityLinks.layer(options),
    SqlExperimentReader.layer(options),
    SqlDocumentRegistry.layer(options),
    SqlManifestArchive.layer(options),
    SqlConsentEvidence.layer(options),
  )
