/**
 * The parts that bundles differ in; a missing part takes no bytes.
 *
 * @module
 */
import type { ManifestDocument } from "@consent-service/core/manifest"
import type { PageOptions, Mode } from "../config/PageOptions.js"
import type { RestCode } from "./RestCode.js"
import type { MakeIab } from "../tcf/IabPart.js"
import type { Resolved } from "./Resolved.js"
import type { LocalVisitor } from "./ResolveManifest.js"
import type { MakeScreen } from "./Screen.js"
import type { NearSettings, Source } from "./CodeSource.js"
import type { LoadFile } from "./FurtherFiles.js"

/** A manifest, or why there is none. */
export type ManifestOutcome =
  | { readonly ok: true; readonly manifest: ManifestDocument }
  | { readonly ok: false; readonly reason: string }

/** Resolution in the page. */
export interface ManifestPart {
  /** The manifest that the configuration names or contains. Never rejects. */
  readonly load: (config: PageOptions, backendURL: string) => Promise<ManifestOutcome>
  readonly resolve: (manifest: ManifestDocument, visitor: LocalVisitor, shows: boolean) => Resolved | null
}

/** The parts of a bundle. */
export interface Parts {
  /** The package's name. */
  readonly pkg: string
  readonly mode: Mode
  readonly makeScreen?: MakeScreen
  /** The code for what few pages and page views need. */
  readonly rest: Source<RestCode, NearSettings>
  readonly loadFile: LoadFile
  readonly manifest?: ManifestPart
  readonly makeIab?: MakeIab
}
