/**
 * Mocks for tests of code that uses a client: a scripted client that records its calls.
 *
 * @module
 */
import type {
  ConsentClient,
  ConsentMethods,
  ErasureMethods,
  EvidenceMethods,
  ExperimentMethods,
  HoldMethods,
  LegalDocumentMethods,
  PersonMethods,
  StatisticsMethods,
  SubjectMethods,
} from "./ConsentClient.js"
import { allowsBy } from "./CreateConsentClient.js"

export { err, ok } from "./answer/Result.js"

/** The methods a test needs; each may be left out. */
export interface MockMethods {
  readonly status?: ConsentClient["status"]
  readonly init?: ConsentClient["init"]
  readonly manifest?: ConsentClient["manifest"]
  readonly subjects?: Partial<SubjectMethods>
  readonly consents?: Partial<ConsentMethods>
  readonly evidence?: Partial<EvidenceMethods>
  readonly persons?: Partial<PersonMethods>
  readonly erasures?: Partial<ErasureMethods>
  readonly holds?: Partial<HoldMethods>
  readonly experiments?: Partial<ExperimentMethods>
  readonly statistics?: Partial<StatisticsMethods>
  readonly legalDocuments?: Partial<LegalDocumentMethods>
}

/** A recorded call of a mock. */
export interface MockCall {
  /** Such as `subjects.get`. */
  readonly method: string
  readonly args: ReadonlyArray<unknown>
}

/** A client of `createMockClient`, which records its calls. */
export interface MockConsentClient extends ConsentClient {
  /** Every call, in order; the list grows. */
  readonly calls: ReadonlyArray<MockCall>
}

/**
 * A client with scripted methods. A method without a script rejects with its name, rather than returning a made-up
 * answer; `consents.allows` decides, as in the real client, from what `subjects.list` returns.
 *
 * @example
 * ```ts
 * import { createMockClient } from "@consent-service/client/testing"
 *
 * const consent = createMockClient({ consents: { allows: async () => ({ allowed: false, reason: "never-asked" }) } })
 * const { allowed } = await consent.consents.allows("user-42", "marketing") // false
 * ```
 */
export const createMockClient = (methods: MockMethods = {}): MockConsentClient => {
  const calls: Array<MockCall> = []
  const told =
    <Args extends ReadonlyArray<unknown>, Answer>(
      method: string,
      answer: ((...args: Args) => Promise<Answer>) | undefined,
    ) =>
    (...args: Args): Promise<Answer> => {
      calls.push({ method, args })
      return answer === undefined
        ? Promise.reject(new Error(`${method} was called, but this mock has no script for it`))
        : answer(...args)
    }
  const { consents = {}, erasures = {}, evidence = {}, experiments = {}, holds = {} } = methods
  const { legalDocuments = {}, persons = {}, statistics = {}, subjects = {} } = methods
  const list = told("subjects.list", subjects.list)
  const { check } = consents
  return {
    calls,
    status: told("status", methods.status),
    init: told("init", methods.init),
    manifest: told("manifest", methods.manifest),
    subjects: {
      get: told("subjects.get", subjects.get),
      create: told("subjects.create", subjects.create),
      identify: told("subjects.identify", subjects.identify),
      list,
    },
    consents: {
      list: told("consents.list", consents.list),
      check: (...args) => told("consents.check", check && ((...same: typeof args) => check(...same)))(...args),
      allows: told("consents.allows", consents.allows ?? allowsBy(list)),
    },
    evidence: {
      receipt: told("evidence.receipt", evidence.receipt),
      pack: told("evidence.pack", evidence.pack),
    },
    persons: { get: told("persons.get", persons.get), page: told("persons.page", persons.page) },
    erasures: { create: told("erasures.create", erasures.create), get: told("erasures.get", erasures.get) },
    holds: {
      place: told("holds.place", holds.place),
      release: told("holds.release", holds.release),
      list: told("holds.list", holds.list),
    },
    experiments: { summary: told("experiments.summary", experiments.summary) },
    statistics: { get: told("statistics.get", statistics.get), csv: told("statistics.csv", statistics.csv) },
    legalDocuments: { publish: told("legalDocuments.publish", legalDocuments.publish) },
  }
}
