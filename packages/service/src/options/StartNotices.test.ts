import type { LogEvent } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { createConsentService } from "../ConsentService.js"
import type { ConsentServiceOptions } from "./Options.js"
import { noticeOrigins, noticeWeakKeys, noticeWeakSigningKeys } from "./StartNotices.js"

/** The startup log of an instance. */
const loggedBy = async (options: Partial<ConsentServiceOptions>): Promise<ReadonlyArray<LogEvent>> => {
  const events: Array<LogEvent> = []
  const service = createConsentService({
    // The trusted addresses are logged at every level.
    observability: { drain: (event) => void (event.event === "client-addresses" || events.push(event)) },
    ...options,
    database: "sqlite::memory:",
  })
  await service.dispose()
  return events
}

describe("a weak secret", () => {
  it("is reported without being repeated: API keys under 16 characters, signing keys under 32 bytes", () => {
    const notices = [
      ...noticeWeakKeys("apiKeys", ["short", "k".repeat(16)]),
      ...noticeWeakSigningKeys({
        policySnapshot: { signingKey: "s3cret" },
        legalDocumentSnapshot: { signingKey: "é".repeat(16) },
      }),
    ]
    assert.deepStrictEqual(
      notices.map(({ _tag, option }) => [_tag, option]),
      [
        ["WeakSecret", "apiKeys.0"],
        ["WeakSecret", "policySnapshot.signingKey"],
      ],
    )
    assert.notMatch(JSON.stringify(notices), /short|s3cret/)
  })

  it("is logged once at start as weak-secret, with the command that makes a good one, and accepted", async () => {
    const events = await loggedBy({ apiKeys: ["short"], policySnapshot: { signingKey: "s3cret" } })
    assert.deepStrictEqual(
      events.map(({ event, level, option }) => [level, event, option]),
      [
        ["warn", "weak-secret", "apiKeys.0"],
        ["warn", "weak-secret", "policySnapshot.signingKey"],
      ],
    )
    for (const { message } of events) assert.include(String(message), "openssl rand -base64 32")
  })

  it("made by that command is none", () => {
    const key = Buffer.alloc(32, 7).toString("base64")
    assert.deepStrictEqual(noticeWeakKeys("apiKeys", [key]), [])
    assert.deepStrictEqual(noticeWeakSigningKeys({ identityToken: { signingKey: key } }), [])
  })
})

describe("trustedOrigins", () => {
  it("with * is logged once at start as any-origin-trusted", async () => {
    const events = await loggedBy({ trustedOrigins: ["shop.example", "*"] })
    assert.deepStrictEqual(
      events.map(({ event, level, option }) => [level, event, option]),
      [["warn", "any-origin-trusted", "trustedOrigins.1"]],
    )
    assert.include(String(events[0]?.["message"]), "shop.example")
  })

  it("with hosts and their subdomains is not", () => {
    assert.deepStrictEqual(noticeOrigins(["shop.example", "*.shop.example", "https://localhost:3000"]), [])
  })

  it("with entries that match no origin is logged once for each", async () => {
    const events = await loggedBy({ trustedOrigins: ["shop.example", "", "https://", "a b", "*.", "www.*", "**"] })
    assert.deepStrictEqual(
      events.map(({ event, level, option }) => [level, event, option]),
      [1, 2, 3, 4, 5, 6].map((at) => ["warn", "option-ineffective", `trustedOrigins.${at}`]),
    )
  })
})
