/**
 * Vendors: declared vendors, vendor lists, vendor choices.
 *
 * @module
 */
export * from "../vendor/DeclaredVendor.js"
export * from "../vendor/VendorChoice.js"
export * from "../vendor/VendorIdPattern.js"
export * from "../vendor/VendorList.js"
export * from "../vendor/VendorListEdition.js"
export * from "../vendor/VendorScope.js"
