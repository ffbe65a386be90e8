/**
 * The OpenAPI document of an instance, and the page that shows it.
 *
 * @module
 */
export * from "../openapi/Assets.js"
export * from "../openapi/Document.js"
export * from "../openapi/DocumentTypes.js"
export * from "../openapi/JsonSchemas.js"
export * from "../openapi/Page.js"
