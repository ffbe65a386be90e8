import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { tokenKinds } from "../testing/Tokens.js"
import type { SigningSettings } from "./Jws.js"

const settings: SigningSettings = { signingKey: "one key for all kinds, tenants and issuers" }

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const otherCharacters = [".", "=", "+", "/", " ", "\n", "\u0000", "é", "\u{1f36a}"]

const name = FastCheck.string({ minLength: 1, maxLength: 20, unit: "binary" }).map((text) => text.toWellFormed())

/** Every token that differs from one by one character: replaced, added or removed. */
const changesOf = (token: string): ReadonlySet<string> => {
  const changed = new Set<string>()
  for (let at = 0; at <= token.length; at += 1) {
    changed.add(token.slice(0, at) + token.slice(at + 1))
    for (const char of [...alphabet, ...otherCharacters]) {
      changed.add(token.slice(0, at) + char + token.slice(at + 1))
      if (at === 0 || at === token.length) changed.add(token.slice(0, at) + char + token.slice(at))
    }
  }
  changed.delete(token)
  return changed
}

describe.each(tokenKinds)("a $kind token", ({ accepts, issue }) => {
  it("is accepted by the service that issued it", () => {
    for (const tenant of [null, "acme"]) {
      assert.isTrue(accepts(settings, tenant, issue(settings, tenant)))
    }
  })

  it("is refused after every one-character change: all of one token", () => {
    const token = issue(settings, "acme")
    const accepted: Array<string> = []
    for (const changed of changesOf(token)) {
      if (accepts(settings, "acme", changed)) accepted.push(changed)
    }
    assert.deepStrictEqual(accepted, [])
  })

  it.prop(
    "is refused after a one-character change: any token, any place, any character",
    [name, FastCheck.nat(), FastCheck.string({ minLength: 1, maxLength: 1, unit: "binary" })],
    ([subject, place, char]) => {
      const token = issue(settings, null, subject)
      assert.isTrue(accepts(settings, null, token, subject))
      const at = place % token.length
      const changed = token.slice(0, at) + char + token.slice(at + 1)
      assert.strictEqual(accepts(settings, null, changed, subject), changed === token)
    },
    { fastCheck: { numRuns: 30 } },
  )

  it("is refused under any other key", () => {
    const token = issue(settings, null)
    for (const signingKey of ["", `${settings.signingKey} `, settings.signingKey.slice(1), "another key"]) {
      assert.isFalse(accepts({ signingKey }, null, token), signingKey)
    }
  })
})

describe("tokens under one key (threat: confusing or forging tokens)", () => {
  const kind = FastCheck.constantFrom(...tokenKinds)
  const tenant = FastCheck.option(FastCheck.oneof(FastCheck.constantFrom("a", "b", "a:b", "A"), name))
  const issuer = FastCheck.constantFrom(undefined, "", "cs", " cs ", "them", "CS")
  const issuerOf = (given: string | undefined) => given?.trim() || "cs"

  it.prop(
    "never cross kinds, tenants or issuers",
    [FastCheck.tuple(kind, tenant, issuer), FastCheck.tuple(kind, tenant, issuer)],
    ([[from, issuingTenant, issuing], [to, verifyingTenant, verifying]]) => {
      const token = from.issue({ ...settings, issuer: issuing }, issuingTenant)
      const isSame =
        from.kind === to.kind &&
        issuerOf(issuing) === issuerOf(verifying) &&
        (!to.hasTenants || issuingTenant === verifyingTenant)
      assert.strictEqual(to.accepts({ ...settings, issuer: verifying }, verifyingTenant, token), isSame)
    },
    { fastCheck: { numRuns: 50 } },
  )

  it("of each kind are refused as each other kind", () => {
    for (const from of tokenKinds) {
      const token = from.issue(settings, null)
      for (const to of tokenKinds) {
        assert.strictEqual(to.accepts(settings, null, token), from === to, `${from.kind} as ${to.kind}`)
      }
    }
  })
})
