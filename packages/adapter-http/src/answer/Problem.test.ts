import { LogInconsistent } from "@consent-service/core/evidence-log"
import { SchemaMismatch, StoreFailed, StoreUnreachable } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { render, settle, unexpected } from "./Answer.js"
import { failureOf, type Problem, type ProblemTag, problemTable, renderProblem } from "./Problem.js"

const issues = [{ path: "preferences", message: "is missing" }]

/** One of each. A missing one does not compile. */
const examples: { readonly [Tag in ProblemTag]: Extract<Problem, { readonly _tag: Tag }> } = {
  InputInvalid: { _tag: "InputInvalid", issues },
  ReceiptContradictsPreferences: { _tag: "ReceiptContradictsPreferences", issues },
  ReceiptOutsideScope: { _tag: "ReceiptOutsideScope", issues },
  GrantOutsideScope: { _tag: "GrantOutsideScope", issues },
  SnapshotRequired: { _tag: "SnapshotRequired" },
  SnapshotInvalid: { _tag: "SnapshotInvalid" },
  SnapshotExpired: { _tag: "SnapshotExpired" },
  PolicyChanged: { _tag: "PolicyChanged" },
  DocumentUnknown: { _tag: "DocumentUnknown" },
  DocumentAmbiguous: { _tag: "DocumentAmbiguous" },
  DocumentSnapshotRequired: { _tag: "DocumentSnapshotRequired" },
  DocumentSnapshotInvalid: { _tag: "DocumentSnapshotInvalid" },
  DocumentSnapshotExpired: { _tag: "DocumentSnapshotExpired" },
  PolicyInputsIncomplete: { _tag: "PolicyInputsIncomplete" },
  PolicyDecisionDiffers: { _tag: "PolicyDecisionDiffers" },
  ActDiffers: { _tag: "ActDiffers" },
  SubjectFull: { _tag: "SubjectFull" },
  SubjectHeldElsewhere: { _tag: "SubjectHeldElsewhere" },
  Unauthorized: { _tag: "Unauthorized" },
  ExternalIdRequired: { _tag: "ExternalIdRequired" },
  TypeRequired: { _tag: "TypeRequired" },
  ReportInvalid: { _tag: "ReportInvalid", issues },
  EffectiveDateUnusable: { _tag: "EffectiveDateUnusable" },
  IdentityTokenInvalid: { _tag: "IdentityTokenInvalid" },
  HeldByVerified: { _tag: "HeldByVerified" },
  DocumentDiverged: { _tag: "DocumentDiverged" },
  VendorListUnknown: { _tag: "VendorListUnknown" },
  HostUnusable: { _tag: "HostUnusable" },
  OriginUnreachable: { _tag: "OriginUnreachable", cause: "x" },
  ScriptUnavailable: { _tag: "ScriptUnavailable", cause: "x" },
  DocsUnavailable: { _tag: "DocsUnavailable" },
  Overloaded: { _tag: "Overloaded" },
  RateLimited: { _tag: "RateLimited", retryAfterSeconds: 7 },
  SubjectUnknown: { _tag: "SubjectUnknown" },
  ReceiptUnknown: { _tag: "ReceiptUnknown" },
  PersonUnknown: { _tag: "PersonUnknown" },
  RecordsUnknown: { _tag: "RecordsUnknown", ids: ["cns_1"] },
  ErasureUnknown: { _tag: "ErasureUnknown" },
  HoldUnknown: { _tag: "HoldUnknown" },
  Held: { _tag: "Held", holdId: "case-17" },
  HoldDiffers: { _tag: "HoldDiffers" },
  TileUnknown: { _tag: "TileUnknown" },
  LogUnsigned: { _tag: "LogUnsigned" },
  CheckpointMissing: { _tag: "CheckpointMissing" },
  StatisticsOff: { _tag: "StatisticsOff" },
  LogInconsistent: new LogInconsistent({ message: "x" }),
  ScriptDigestUnknown: { _tag: "ScriptDigestUnknown" },
  RouteUnknown: { _tag: "RouteUnknown" },
  MethodUnsupported: { _tag: "MethodUnsupported", allow: "GET, HEAD, OPTIONS" },
  BodyTooLarge: { _tag: "BodyTooLarge", limit: 65_536 },
  BodyIncomplete: { _tag: "BodyIncomplete" },
  RequestMalformed: { _tag: "RequestMalformed" },
  RequestTimedOut: { _tag: "RequestTimedOut" },
  ExpectationUnknown: { _tag: "ExpectationUnknown" },
  HeadersTooLarge: { _tag: "HeadersTooLarge" },
  StoreUnhealthy: { _tag: "StoreUnhealthy", cause: "x" },
  StoreUnreachable: new StoreUnreachable({ operation: "append", cause: "x" }),
  SchemaMismatch: new SchemaMismatch({ message: "x" }),
  StoreFailed: new StoreFailed({ operation: "append", cause: "x" }),
  Unexpected: { _tag: "Unexpected", cause: "x" },
}

/** The status and code of every problem, as clients rely on them. */
const expected: { readonly [Tag in ProblemTag]: readonly [status: number, code: string] } = {
  InputInvalid: [400, "INPUT_VALIDATION_FAILED"],
  ReceiptContradictsPreferences: [400, "CHOICE_PREFERENCE_MISMATCH"],
  ReceiptOutsideScope: [400, "CHOICE_OUT_OF_SCOPE"],
  GrantOutsideScope: [400, "PURPOSE_NOT_ALLOWED"],
  SnapshotRequired: [409, "POLICY_SNAPSHOT_REQUIRED"],
  SnapshotInvalid: [409, "POLICY_SNAPSHOT_INVALID"],
  SnapshotExpired: [409, "POLICY_SNAPSHOT_EXPIRED"],
  PolicyChanged: [422, "STALE_POLICY"],
  DocumentUnknown: [404, "NOT_FOUND"],
  DocumentAmbiguous: [409, "CONFLICT"],
  DocumentSnapshotRequired: [409, "POLICY_SNAPSHOT_REQUIRED"],
  DocumentSnapshotInvalid: [409, "POLICY_SNAPSHOT_INVALID"],
  DocumentSnapshotExpired: [409, "POLICY_SNAPSHOT_EXPIRED"],
  PolicyInputsIncomplete: [422, "STALE_POLICY"],
  PolicyDecisionDiffers: [422, "STALE_POLICY"],
  ActDiffers: [409, "CONFLICT"],
  SubjectFull: [429, "RATE_LIMITED"],
  SubjectHeldElsewhere: [409, "SUBJECT_CONFLICT"],
  Unauthorized: [401, "UNAUTHORIZED"],
  ExternalIdRequired: [400, "EXTERNAL_ID_REQUIRED"],
  TypeRequired: [400, "TYPE_REQUIRED"],
  ReportInvalid: [400, "BAD_REQUEST"],
  EffectiveDateUnusable: [422, "INPUT_VALIDATION_FAILED"],
  IdentityTokenInvalid: [401, "IDENTITY_TOKEN_INVALID"],
  HeldByVerified: [409, "IDENTITY_CONFLICT"],
  DocumentDiverged: [409, "CONFLICT"],
  VendorListUnknown: [404, "NOT_FOUND"],
  HostUnusable: [400, "INPUT_VALIDATION_FAILED"],
  OriginUnreachable: [503, "SERVICE_UNAVAILABLE"],
  ScriptUnavailable: [503, "SCRIPT_UNAVAILABLE"],
  DocsUnavailable: [503, "SERVICE_UNAVAILABLE"],
  Overloaded: [503, "SERVICE_UNAVAILABLE"],
  RateLimited: [429, "RATE_LIMITED"],
  SubjectUnknown: [404, "NOT_FOUND"],
  ReceiptUnknown: [404, "NOT_FOUND"],
  PersonUnknown: [404, "NOT_FOUND"],
  RecordsUnknown: [404, "NOT_FOUND"],
  ErasureUnknown: [404, "NOT_FOUND"],
  HoldUnknown: [404, "NOT_FOUND"],
  Held: [409, "HELD"],
  HoldDiffers: [409, "CONFLICT"],
  TileUnknown: [404, "NOT_FOUND"],
  LogUnsigned: [503, "LOG_UNSIGNED"],
  CheckpointMissing: [503, "SERVICE_UNAVAILABLE"],
  LogInconsistent: [500, "INTERNAL_ERROR"],
  ScriptDigestUnknown: [404, "NOT_FOUND"],
  RouteUnknown: [404, "NOT_FOUND"],
  StatisticsOff: [404, "STATISTICS_OFF"],
  MethodUnsupported: [405, "METHOD_NOT_ALLOWED"],
  BodyTooLarge: [413, "PAYLOAD_TOO_LARGE"],
  BodyIncomplete: [400, "INPUT_VALIDATION_FAILED"],
  RequestMalformed: [400, "BAD_REQUEST"],
  RequestTimedOut: [408, "BAD_REQUEST"],
  ExpectationUnknown: [417, "BAD_REQUEST"],
  HeadersTooLarge: [431, "BAD_REQUEST"],
  StoreUnhealthy: [503, "SERVICE_UNAVAILABLE"],
  StoreUnreachable: [503, "SERVICE_UNAVAILABLE"],
  SchemaMismatch: [503, "SERVICE_UNAVAILABLE"],
  StoreFailed: [500, "DATABASE_ERROR"],
  Unexpected: [500, "INTERNAL_ERROR"],
}

const problems: ReadonlyArray<Problem> = Object.values(examples)

describe("the problem table", () => {
  it("has exactly the problems this test knows", () => {
    assert.sameMembers(Object.keys(problemTable), Object.keys(expected))
  })

  it.each(problems)("$_tag has the status, the code and the body of the contract", (problem) => {
    const { body, code, status } = renderProblem(problem)
    assert.deepStrictEqual([status, code], [...expected[problem._tag]])
    assert.hasAllKeys(body, ["message", "cause"])
    assert.isNotEmpty(body.message)
    assert.strictEqual(body.cause.code, code)
    const optional = Object.keys(body.cause).filter((key) => key !== "code")
    assert.isEmpty(optional.filter((key) => key !== "reason" && key !== "issues"))
  })

  it("names a reason with STALE_POLICY only", () => {
    const reasons = problems.flatMap((problem) => {
      const { code, reason } = { reason: undefined, ...renderProblem(problem).body.cause }
      return reason === undefined ? [] : [[code, reason]]
    })
    assert.deepStrictEqual(reasons, [
      ["STALE_POLICY", "policy-changed"],
      ["STALE_POLICY", "incomplete-inputs"],
      ["STALE_POLICY", "decision-mismatch"],
    ])
  })

  it("every problem is rendered as JSON that caches may not store", () => {
    for (const problem of problems) {
      const { body, headers, status } = render(problem)
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(headers["cache-control"], "no-store")
      assert.deepStrictEqual(
        [status, JSON.parse(String(body))],
        [expected[problem._tag][0], renderProblem(problem).body],
      )
    }
  })

  it("sends Retry-After with every 503 and 429 only: at most five seconds if waiting helps, else as long as it takes", () => {
    for (const problem of problems) {
      const { headers, status } = render(problem)
      const wait = headers["retry-after"]
      if (status === 503) {
        assert.match(wait ?? "", /^\d+$/)
        if (problem._tag === "LogUnsigned") assert.strictEqual(wait, "3600")
        else assert.isAtMost(Number(wait), 5)
      } else if (status === 429) assert.strictEqual(wait, problem._tag === "SubjectFull" ? "86400" : "7")
      else assert.isUndefined(wait)
    }
  })

  it("a 405 lists the methods of the path", () => {
    assert.strictEqual(render(examples.MethodUnsupported).headers["allow"], "GET, HEAD, OPTIONS")
  })
})

describe("4xx answers report the field and the reason", () => {
  it("the message names path and text of each issue after a short prefix", () => {
    const { message } = renderProblem({
      _tag: "InputInvalid",
      issues: [
        { path: "givenAt", message: "is missing" },
        { path: "choice.x", message: "is unexpected" },
      ],
    }).body
    assert.strictEqual(message, "Invalid input: givenAt: is missing; choice.x: is unexpected")
  })

  it("at most the first five issues are reported", () => {
    const many = Array.from({ length: 7 }, (_, n) => ({ path: `field${n}`, message: "is wrong" }))
    const tags = ["InputInvalid", "ReceiptContradictsPreferences", "ReceiptOutsideScope", "GrantOutsideScope"] as const
    for (const _tag of tags) {
      const { cause, message } = renderProblem({ _tag, issues: many }).body
      assert.deepStrictEqual("issues" in cause ? cause.issues : null, many.slice(0, 5))
      assert.include(message, "field4: ")
      assert.notInclude(message, "field5")
    }
  })
})

describe("5xx answers reveal no internals (threat: details of failures in answers)", () => {
  /** What code can throw: errors of any kind and depth, and values that are not errors. */
  const causesOf = (secret: string): ReadonlyArray<unknown> => {
    const cyclic = new Error(secret)
    cyclic.cause = cyclic
    const named = new Error(secret)
    named.name = secret
    return [
      secret,
      new Error(secret),
      new Error("outer", { cause: new Error(secret) }),
      new AggregateError([new Error(secret)], secret),
      new StoreFailed({ operation: secret, cause: secret }),
      named,
      cyclic,
      { message: secret, toString: () => secret },
      { toString: () => assert.fail(secret) },
      Object.create(null, { secret: { value: secret } }),
      Symbol(secret),
      null,
      undefined,
    ]
  }

  const problemsOf = (secret: string): ReadonlyArray<Problem> => [
    new SchemaMismatch({ message: secret }),
    ...causesOf(secret).flatMap(
      (cause): ReadonlyArray<Problem> => [
        { _tag: "Unexpected", cause },
        { _tag: "StoreUnhealthy", cause },
        new StoreFailed({ operation: secret, cause }),
        new StoreUnreachable({ operation: secret, cause }),
      ],
    ),
  ]

  // Too long to occur in the fixed messages by chance.
  const secrets = FastCheck.string({ minLength: 8, maxLength: 40 }).map((text) => `s3cret:${text}`)

  it("neither body nor headers contain the cause, whatever it is", () => {
    const fixed = new Map(problems.map((problem) => [problem._tag, render(problem)]))
    FastCheck.assert(
      FastCheck.property(secrets, (secret) => {
        for (const problem of problemsOf(secret)) {
          const { body, headers, status } = render(problem)
          const known = fixed.get(problem._tag)
          assert.isAtLeast(status, 500)
          assert.deepStrictEqual([body, headers], [known?.body, known?.headers])
          assert.notInclude(JSON.stringify({ body, headers }), "s3cret")
        }
      }),
    )
  })

  it("a handler that dies is a 500 INTERNAL_ERROR, whatever the defect", async () => {
    for (const cause of causesOf("s3cret")) {
      const { body, code, failure, status } = render(settle(await Effect.runPromiseExit(Effect.die(cause))))
      assert.deepStrictEqual([status, code], [500, "INTERNAL_ERROR"])
      assert.notInclude(body ?? "", "s3cret")
      assert.isString(failure)
    }
  })

  it("the log has the reason, including the last cause", () => {
    const error = new Error("outer", { cause: new TypeError("inner") })
    assert.strictEqual(failureOf(unexpected(error)), "Unexpected: Error: outer <- TypeError: inner")
    assert.strictEqual(
      failureOf(new StoreFailed({ operation: "append", cause: error })),
      "StoreFailed in append: Error: outer <- TypeError: inner",
    )
    assert.strictEqual(failureOf(new SchemaMismatch({ message: "migrate first" })), "migrate first")
  })

  it("the log has no failure where the client is at fault", () => {
    for (const problem of problems) {
      const isOurs = expected[problem._tag][0] >= 500
      assert.strictEqual(failureOf(problem) !== null, isOurs, problem._tag)
    }
  })
})
