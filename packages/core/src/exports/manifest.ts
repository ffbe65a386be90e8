/**
 * The manifest: configuration, public document, compiled form.
 *
 * @module
 */
export * from "../manifest/CompiledManifest.js"
export * from "../manifest/ManifestOptions.js"
export * from "../manifest/ManifestDocument.js"
