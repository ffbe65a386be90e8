/** Whatever is configured as an endpoint, and whatever a list's host answers as a redirect, is read or refused. */
import { describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import * as Either from "effect/Either"
import { isPublicAddress, redirectTarget } from "./AddressRules.js"
import { gvlUrl, withVendorIds } from "./GvlEndpoint.js"
import { listLanguages } from "./ListLanguages.js"

const far = new URL("https://lists.example/v3/list.json")

const { choose } = listLanguages("https://lists.example/{language}.json", ["de"])

describeParsers("what a list's host answers (threat: a hostile vendor-list host)", [
  parser({
    name: "Location of a redirect",
    seeds: [
      "/v4/list.json",
      "https://cdn.example/l",
      "//cdn.example:8443/l?a=b",
      "https://93.184.216.34/l",
      "https://[2606:2800:220::1]/l",
    ],
    parse: (location) => redirectTarget(location, far, far),
    isRead: Either.isRight,
    // To the endpoint itself, to a public address, or to a name whose addresses are checked.
    holds: (target) => {
      if (Either.isLeft(target)) return target.left !== ""
      const { lookUp, url } = target.right
      const isChecked = lookUp !== null || isPublicAddress(url.hostname.replace(/^\[|\]$/g, ""))
      return url.protocol === "https:" && url.username === "" && (url.host === far.host || isChecked)
    },
  }),
  parser({
    name: "IP address",
    seeds: ["8.8.8.8", "2606:4700::1111"],
    parse: isPublicAddress,
    holds: (isPublic, text) => !isPublic || !/^(10|127|0)\.|^169\.254\.|^::/.test(text),
    share: 0.3,
  }),
  parser({
    name: "endpoint",
    seeds: ["https://lists.example/{language}.json?key=a%20b", "http://localhost:9000/list"],
    parse: (endpoint) => gvlUrl(endpoint, "de"),
    isRead: Either.isRight,
    holds: (url) => Either.isLeft(url) || URL.canParse(withVendorIds(url.right, [1, 2]).href),
  }),
  parser({
    name: "language of a list",
    seeds: ["de-AT, fr;q=0.5", "en"],
    parse: choose,
    holds: (language) => /^[a-z]{2,3}$/.test(language),
  }),
])
