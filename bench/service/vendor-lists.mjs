// @ts-check
// The vendor list bundled with every contestant: that of a site with 50 vendors.
import { generateVendorList } from "@consent-service/testkit/vendor-list/GeneratedVendorList"

/** By language. */
export const bundledLists = () => {
  const list = generateVendorList({ vendors: 50 })
  return { en: list, de: list }
}
