/**
 * What evidence packs need of the platform.
 *
 * @module
 */
import type { PackFile } from "@consent-service/core/evidence-pack"
import type { Utf8 } from "../answer/Answer.js"

/** What evidence packs need of the platform. */
export interface PackTools {
  /** The files of the verifier, which each pack has. */
  readonly files: () => Promise<ReadonlyArray<PackFile>>
  /** Makes a zip file: equal files give equal bytes. */
  readonly zip: (files: ReadonlyArray<PackFile>) => Promise<Utf8>
}
