/** The command line for tests that start it as a process. */
import { fileURLToPath } from "node:url"

/**
 * The path of `consent-service`. `npm test` and `npm run torture` bundle it like the published package and name it in
 * `CONSENT_TEST_COMMAND`: it starts in half the time. Otherwise it runs from dist.
 */
export const commandPath: string =
  process.env["CONSENT_TEST_COMMAND"] ??
  fileURLToPath(new URL("../../../packages/service/bin/consent-service.js", import.meta.url))
