/**
 * Requests the visitor's policy from the service: `GET /init`.
 *
 * @module
 */
import { warn } from "../env/Globals.js"
import { contract, version } from "../env/Version.js"
import { toQuery } from "../store/Plain.js"
import { initFault, passes } from "./DecodeInit.js"
import { ask } from "./Fetch.js"
import type { InitBody, InitOutcome, InitRequest } from "../wire/Wire.js"

/** Whether this is the first request: only then does a 404 mean a wrong address of the service. */
let isFirst = true

/**
 * Sends one request. A language without vendors needs no preflight, because its header is safelisted. Never
 * rejects.
 */
export const askInit = async (
  backendURL: string,
  { country, experiment, gpc, journey, language, region, storedChoice, vendors }: InitRequest,
): Promise<InitOutcome> => {
  const query = toQuery({
    v: version,
    contract,
    country,
    region,
    gpc: Number(gpc),
    experiment,
    journey: journey?.id,
    journeyScope: journey && "page",
    stored: Number(storedChoice),
  })
  const headers = {
    ...(language && { "accept-language": language }),
    ...(vendors && { "x-cs-vendors": vendors.join() }),
  }
  const { body, status } = await ask(`${backendURL}/init?${query}`, { headers })
  if (isFirst && status === 404)
    warn(`404 at ${backendURL}/init: set the basePath or script.backendURL of the service, or data-backend-url`)
  isFirst = false
  const fault = status === 200 ? initFault(body) : "transport"
  return passes<InitBody>(fault, body) ? { ok: true, body } : { ok: false, reason: fault ?? "transport" }
}
