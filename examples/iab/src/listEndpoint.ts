import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"
import type { RequestListener } from "node:http"
import { germanVendorList } from "./german.js"

const lists = new Map([
  ["/en.json", JSON.stringify(syntheticVendorList)],
  ["/de.json", JSON.stringify(germanVendorList)],
])

/** A vendor list's host on this machine: `/en.json` and `/de.json`, and no other language. */
export const listEndpoint: RequestListener = (request, response) => {
  const list = lists.get(request.url ?? "")
  if (list === undefined) response.writeHead(404).end()
  else response.writeHead(200, { "content-type": "application/json" }).end(list)
}
