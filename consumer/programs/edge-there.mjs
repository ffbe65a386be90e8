// The checks of an edge that runs as a Worker, over HTTP.
import { checkEdge, visitor } from "./edge-checks.mjs"

const place = { "cf-connecting-ip": visitor.address, "cf-blob": JSON.stringify({ country: visitor.country }) }
const call = (path, init) =>
  fetch(new URL(path, process.env["CONSENT_EDGE"]), { ...init, headers: { ...init.headers, ...place } })
await checkEdge(call, process.env["CONSENT_NOTICES"])
