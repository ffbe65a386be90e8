/**
 * The client for code written with Effect: the same requests and rules, with typed errors, interruption and a layer.
 *
 * @module
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type {
  CheckAnswer,
  ErasureAnswer,
  ErasureState,
  ExperimentSummary,
  Init,
  LegalHold,
  LegalHoldList,
  LinkedSubject,
  ManifestAnswer,
  PackAnswer,
  PersonPage,
  PersonReport,
  PublishedPolicy,
  ReceiptAnswer,
  RecordPage,
  SavedConsent,
  StatisticsFile,
  StatisticsReport,
  Status,
  SubjectList,
  SubjectState,
} from "./answer/Answers.js"
import type { ServiceCode } from "./answer/ErrorCode.js"
import type { Result } from "./answer/Result.js"
import { ConsentConfigurationError } from "./options/ConfigurationError.js"
import type { ConsentClient as PromiseClient, MethodCodes } from "./ConsentClient.js"
import type { AllowDecision } from "./consent/DecideAllowed.js"
import { createConsentClient } from "./CreateConsentClient.js"
import { type CallError, failWith } from "./effect/CallError.js"
import type {
  AccountInput,
  AllowsOptions,
  CheckInput,
  ConsentInput,
  DocumentInput,
  ErasureInput,
  HoldInput,
  IdentityInput,
  InitInput,
  ManifestInput,
  PackInput,
  PersonInput,
  ReceiptInput,
  RecordsInput,
  StatisticsInput,
  SubjectInput,
  SummaryInput,
} from "./methods/Inputs.js"
import type { CallOptions } from "./options/CallOptions.js"
import type { ClientOptions } from "./options/ClientOptions.js"

export { type CallError, ConsentCallInvalid, ConsentRefused, ConsentServiceUnreachable } from "./effect/CallError.js"

/** Options of a call; interruption replaces the signal. */
export type EffectCallOptions = Omit<CallOptions, "signal">

type Answer<Data, Method extends keyof MethodCodes> = Effect.Effect<Data, CallError<MethodCodes[Method]>>

type Options = EffectCallOptions

/** The methods of the promise-based `ConsentClient` as effects; interrupting one aborts its request. */
export interface ConsentClientService {
  readonly status: (options?: Options) => Answer<Status, "status">
  readonly init: (input?: InitInput, options?: Options) => Answer<Init, "init">
  readonly manifest: (input?: ManifestInput, options?: Options) => Answer<ManifestAnswer, "manifest">
  readonly subjects: {
    readonly get: (id: string, input?: SubjectInput, options?: Options) => Answer<SubjectState, "get">
    readonly create: (input: ConsentInput, options?: Options) => Answer<SavedConsent, "create">
    readonly identify: (id: string, input: IdentityInput, options?: Options) => Answer<LinkedSubject, "identify">
    readonly list: (input: AccountInput, options?: Options) => Answer<SubjectList, "list">
  }
  readonly consents: {
    readonly list: (input?: RecordsInput, options?: Options) => Answer<RecordPage, "records">
    readonly check: <const Type extends string>(
      input: CheckInput<Type>,
      options?: Options,
    ) => Answer<CheckAnswer<Type>, "check">
    /** Never fails: any doubt counts as not allowed, and the decision has the reason. */
    readonly allows: (
      externalId: string,
      category: string,
      options?: Omit<AllowsOptions, "signal">,
    ) => Effect.Effect<AllowDecision>
  }
  readonly evidence: {
    readonly receipt: (input: ReceiptInput, options?: Options) => Answer<ReceiptAnswer, "receipt">
    readonly pack: (input: PackInput, options?: Options) => Answer<PackAnswer, "pack">
  }
  readonly persons: {
    readonly get: (input: PersonInput, options?: Options) => Answer<PersonReport, "person">
    readonly page: (input: PersonInput, options?: Options) => Answer<PersonPage, "person">
  }
  readonly erasures: {
    readonly create: (input: ErasureInput, options?: Options) => Answer<ErasureAnswer, "erase">
    readonly get: (requestId: string, options?: Options) => Answer<ErasureState, "erasure">
  }
  readonly holds: {
    readonly place: (id: string, input: HoldInput, options?: Options) => Answer<LegalHold, "placeHold">
    readonly release: (id: string, options?: Options) => Answer<LegalHold, "releaseHold">
    readonly list: (options?: Options) => Answer<LegalHoldList, "holds">
  }
  readonly experiments: {
    readonly summary: (id: string, input?: SummaryInput, options?: Options) => Answer<ExperimentSummary, "summary">
  }
  readonly statistics: {
    readonly get: (input?: StatisticsInput, options?: Options) => Answer<StatisticsReport, "statistics">
    readonly csv: (input?: StatisticsInput, options?: Options) => Answer<StatisticsFile, "statistics">
  }
  readonly legalDocuments: {
    readonly publish: (type: string, input: DocumentInput, options?: Options) => Answer<PublishedPolicy, "publish">
  }
}

/**
 * The client as a service of an application.
 *
 * @example
 * ```ts
 * import { ConsentClient, layer } from "@consent-service/client/effect"
 * import * as Effect from "effect/Effect"
 *
 * const status = Effect.gen(function* () {
 *   const client = yield* ConsentClient
 *   return yield* client.status()
 * }).pipe(Effect.provide(layer({ baseUrl: "https://consent.shop.example" })))
 * ```
 */
export class ConsentClient extends Context.Tag("@consent-service/client/ConsentClient")<
  ConsentClient,
  ConsentClientService
>() {}

const lifted = <Data, Code extends ServiceCode>(
  call: (signal: AbortSignal) => Promise<Result<Data, Code>>,
): Effect.Effect<Data, CallError<Code>> =>
  Effect.flatMap(Effect.promise(call), (result) =>
    result.ok ? Effect.succeed(result.data) : failWith<Code>(result.error),
  )

/**
 * The effects of a promise-based client, such as a mock of `./testing`.
 *
 * @example
 * ```ts
 * import { ConsentClient, fromPromiseClient } from "@consent-service/client/effect"
 * import { createMockClient, err } from "@consent-service/client/testing"
 * import * as Layer from "effect/Layer"
 *
 * const away = createMockClient({ status: async () => err({ code: "TIMEOUT" }) })
 * const mock = Layer.succeed(ConsentClient, fromPromiseClient(away))
 * ```
 */
export const fromPromiseClient = (client: PromiseClient): ConsentClientService => {
  const { consents, erasures, evidence, experiments, holds, legalDocuments, persons, statistics, subjects } = client
  return {
    status: (options) => lifted((signal) => client.status({ ...options, signal })),
    init: (input, options) => lifted((signal) => client.init(input, { ...options, signal })),
    manifest: (input, options) => lifted((signal) => client.manifest(input, { ...options, signal })),
    subjects: {
      get: (id, input, options) => lifted((signal) => subjects.get(id, input, { ...options, signal })),
      create: (input, options) => lifted((signal) => subjects.create(input, { ...options, signal })),
      identify: (id, input, options) => lifted((signal) => subjects.identify(id, input, { ...options, signal })),
      list: (input, options) => lifted((signal) => subjects.list(input, { ...options, signal })),
    },
    consents: {
      list: (input, options) => lifted((signal) => consents.list(input, { ...options, signal })),
      check: (input, options) => lifted((signal) => consents.check(input, { ...options, signal })),
      allows: (externalId, category, options) =>
        Effect.promise((signal) => consents.allows(externalId, category, { ...options, signal })),
    },
    evidence: {
      receipt: (input, options) => lifted((signal) => evidence.receipt(input, { ...options, signal })),
      pack: (input, options) => lifted((signal) => evidence.pack(input, { ...options, signal })),
    },
    persons: {
      get: (input, options) => lifted((signal) => persons.get(input, { ...options, signal })),
      page: (input, options) => lifted((signal) => persons.page(input, { ...options, signal })),
    },
    erasures: {
      create: (input, options) => lifted((signal) => erasures.create(input, { ...options, signal })),
      get: (requestId, options) => lifted((signal) => erasures.get(requestId, { ...options, signal })),
    },
    holds: {
      place: (id, input, options) => lifted((signal) => holds.place(id, input, { ...options, signal })),
      release: (id, options) => lifted((signal) => holds.release(id, { ...options, signal })),
      list: (options) => lifted((signal) => holds.list({ ...options, signal })),
    },
    experiments: {
      summary: (id, input, options) => lifted((signal) => experiments.summary(id, input, { ...options, signal })),
    },
    statistics: {
      get: (input, options) => lifted((signal) => statistics.get(input, { ...options, signal })),
      csv: (input, options) => lifted((signal) => statistics.csv(input, { ...options, signal })),
    },
    legalDocuments: {
      publish: (type, input, options) =>
        lifted((signal) => legalDocuments.publish(type, input, { ...options, signal })),
    },
  }
}

/** Options of the client; the key may be `Redacted`, as `Config.redacted` returns it. */
export interface EffectClientOptions extends Omit<ClientOptions, "apiKey"> {
  readonly apiKey?: string | Redacted.Redacted<string> | undefined
}

/**
 * Creates a client; fails with every invalid option.
 *
 * @example
 * ```ts
 * import { make } from "@consent-service/client/effect"
 * import * as Effect from "effect/Effect"
 *
 * const status = Effect.gen(function* () {
 *   const client = yield* make({ baseUrl: "https://consent.shop.example" })
 *   return yield* client.status()
 * })
 * ```
 */
export const make = ({
  apiKey,
  ...options
}: EffectClientOptions): Effect.Effect<ConsentClientService, ConsentConfigurationError> =>
  Effect.suspend(() => {
    const plainKey = Redacted.isRedacted(apiKey) ? Redacted.value(apiKey) : apiKey
    try {
      return Effect.succeed(fromPromiseClient(createConsentClient({ ...options, apiKey: plainKey })))
    } catch (error) {
      return error instanceof ConsentConfigurationError ? Effect.fail(error) : Effect.die(error)
    }
  })

/**
 * `ConsentClient` from options.
 *
 * @example
 * ```ts
 * import { layer } from "@consent-service/client/effect"
 * import * as Redacted from "effect/Redacted"
 *
 * const apiKey = Redacted.make(process.env["CONSENT_API_KEY"] ?? "")
 * const client = layer({ baseUrl: "https://consent.shop.example", apiKey })
 * ```
 */
export const layer = (options: EffectClientOptions): Layer.Layer<ConsentClient, ConsentConfigurationError> =>
  Layer.effect(ConsentClient, make(options))
