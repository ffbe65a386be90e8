/**
 * The end of an answer that the host does not send itself.
 *
 * @module
 */
import type { ServerResponse } from "node:http"
import { finished } from "node:stream/promises"

/** Resolves when an answer has been sent, or its connection is closed. */
export const sent = (response: ServerResponse): Promise<void> =>
  // A client that disconnects early is not an error of the host.
  finished(response).catch(() => {})
