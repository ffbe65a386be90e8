import type { LogEvent } from "@consent-service/core/ports"
import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
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
      ...noticeWeakKeys("apiKeys", ["short", "7Fq2mVx9Rt4Zb8Lw"]),
      ...noticeWeakSigningKeys({
        policySnapshot: { signingKey: "s3cret" },
        legalDocumentSnapshot: { signingKey: "éàüñøßçâîôêëïöåæ" },
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

  it.each([
    ["k".repeat(48), "repeats the same characters"],
    ["0123456789abcdef".repeat(3), "repeats the same characters"],
    ["change-me-to-something-that-is-long-enough", "contains the words of a placeholder"],
    ["your-signing-key-goes-here-with-32-bytes", "contains the words of a placeholder"],
  ])("that is long enough is reported where it can be guessed: %s", (key, why) => {
    const notices = [
      ...noticeWeakKeys("apiKeys", [key]),
      ...noticeWeakSigningKeys({ identityToken: { signingKey: key } }),
    ]
    assert.deepStrictEqual(
      notices.map(({ message, option }) => [option, message.split(" and ")[0]]),
      [
        ["apiKeys.0", why],
        ["identityToken.signingKey", why],
      ],
    )
    assert.notInclude(JSON.stringify(notices), key)
  })

  it("of one character is named in the singular", () => {
    const [notice] = noticeWeakKeys("apiKeys", ["x"])
    assert.match(notice?.message ?? "", /^has 1 character and can be guessed; use at least 16 random characters: /)
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
    const key = randomBytes(32).toString("base64")
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
