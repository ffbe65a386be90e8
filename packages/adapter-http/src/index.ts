/**
 * The HTTP surface of Consent Service.
 *
 * @module
 */
export * as Api from "./Api.js"
export * as ConsentHttp from "./ConsentHttp.js"
export * as Exchange from "./kernel/Exchange.js"
export * as FetchShell from "./shell/FetchShell.js"
export * as Handlers from "./Handlers.js"
export * as Kernel from "./kernel/Kernel.js"
export * as NodeShell from "./shell/NodeShell.js"
export * as OpenApiDocument from "./openapi/Document.js"
