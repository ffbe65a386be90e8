/**
 * The name a request goes by in its answer and in the log (contract decision 17).
 *
 * @module
 */

const valid = /^[A-Za-z0-9._:-]{1,128}$/

/** The client's request id when it is a valid one, else a new one. */
export const requestIdOf = (sent: string | null): string =>
  sent !== null && valid.test(sent) ? sent : crypto.randomUUID()
