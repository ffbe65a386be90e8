/**
 * Creates clients.
 *
 * @module
 */
import { issue } from "./checks/Check.js"
import type { ConsentClient, ConsentMethods, SubjectMethods } from "./ConsentClient.js"
import { decideAllowed } from "./consent/DecideAllowed.js"
import * as Calls from "./methods/Calls.js"
import * as RecordCalls from "./methods/RecordCalls.js"
import { issuesIn, optional, text } from "./methods/InputChecks.js"
import { cookieBanner } from "./methods/Inputs.js"
import { type ClientOptions, clientSettings } from "./options/ClientOptions.js"
import { type Environment, systemEnvironment } from "./request/Environment.js"
import { type Connection, invalidInput, send } from "./request/Send.js"

/** `consents.allows` over any list of an account's subjects; any doubt counts as no. */
export const allowsBy =
  (list: SubjectMethods["list"]): ConsentMethods["allows"] =>
  async (externalId, category, options = {}) => {
    const issues = [...issue("category", category, text), ...issuesIn(options, { type: optional(text) })]
    if (issues.length > 0) return { allowed: false, reason: "unavailable", error: invalidInput(issues) }
    const { type = cookieBanner, ...call } = options
    const result = await list({ externalId }, call)
    return result.ok
      ? decideAllowed(result.data, type, category)
      : { allowed: false, reason: "unavailable", error: result.error }
  }

/** Makes a client over a given clock and random source. */
export const makeConsentClient = (options: ClientOptions, environment: Environment): ConsentClient => {
  const connection: Connection = { settings: clientSettings(options), environment }
  const list: SubjectMethods["list"] = (input, call) => send(connection, Calls.listCall(input), call)
  return {
    status: (call) => send(connection, Calls.statusCall, call),
    init: (input = {}, call) => send(connection, Calls.initCall(input), call),
    manifest: (input = {}, call) => send(connection, Calls.manifestCall(input), call),
    subjects: {
      get: (id, input = {}, call) => send(connection, Calls.readCall(id, input), call),
      create: (input, call) => send(connection, Calls.saveCall(input), call),
      identify: (id, input, call) => send(connection, Calls.linkCall(id, input), call),
      list,
    },
    consents: {
      list: (input = {}, call) => send(connection, RecordCalls.recordsCall(input), call),
      check: (input, call) => send(connection, Calls.checkCall(input), call),
      allows: allowsBy(list),
    },
    evidence: {
      receipt: (input, call) => send(connection, Calls.receiptCall(input), call),
      pack: (input, call) => send(connection, RecordCalls.packCall(input), call),
    },
    persons: {
      get: (input, call) => send(connection, RecordCalls.personCall(input), call),
      page: (input, call) => send(connection, RecordCalls.personPageCall(input), call),
    },
    erasures: {
      create: (input, call) => send(connection, RecordCalls.eraseCall(input), call),
      get: (requestId, call) => send(connection, RecordCalls.erasureCall(requestId), call),
    },
    holds: {
      place: (id, input, call) => send(connection, RecordCalls.placeHoldCall(id, input), call),
      release: (id, call) => send(connection, RecordCalls.releaseHoldCall(id), call),
      list: (call) => send(connection, RecordCalls.holdsCall, call),
    },
    experiments: {
      summary: (id, input = {}, call) => send(connection, Calls.summaryCall(id, input), call),
    },
    statistics: {
      get: (input = {}, call) => send(connection, RecordCalls.statisticsCall(input), call),
      csv: (input = {}, call) => send(connection, RecordCalls.statisticsFileCall(input), call),
    },
    legalDocuments: {
      publish: (type, input, call) => send(connection, Calls.publishCall(type, input), call),
    },
  }
}

/**
 * Makes a client.
 *
 * @throws ConsentConfigurationError, which names every invalid option
 *
 * @example
 * ```ts
 * import { createConsentClient } from "@consent-service/client"
 *
 * const consent = createConsentClient({ baseUrl: "https://consent.shop.example", apiKey: process.env["CONSENT_API_KEY"] })
 * const status = await consent.status()
 * ```
 */
export const createConsentClient = (options: ClientOptions): ConsentClient =>
  makeConsentClient(options, systemEnvironment)
