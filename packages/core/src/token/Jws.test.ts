import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { encodePart, signedAnyhow } from "../testing/Tokens.js"
import { signToken, verifyToken, verifyTokenOf } from "./Jws.js"

const key = "a signing key of more than 32 bytes, for tests"
const claims = { iss: "cs", aud: "x", sub: "bücher 🍪", n: 1 }
const payload = encodePart(claims)
const ours = { alg: "HS256", typ: "JWT" }

const verified = (token: string) => verifyToken(key, token)

describe("signing", () => {
  it("writes header, payload and MAC as RFC 7515 does", () => {
    const token = signToken(key, claims)
    assert.strictEqual(token, signedAnyhow(key, ours, payload))
    assert.deepStrictEqual<unknown>(verified(token), claims)
  })

  it("refuses the example of RFC 7515 appendix A.1, which another key signed", () => {
    const example =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert.isNull(verified(example))
  })
})

describe("keys that were the signing key before, or will be", () => {
  const olderKeys = ["one older key for tests, with enough bytes", "another older key for tests, with enough bytes"]
  const settings = { signingKey: key, olderKeys }

  it("verify as well, each of them", () => {
    for (const one of [key, ...olderKeys])
      assert.deepStrictEqual<unknown>(verifyTokenOf(settings, signToken(one, claims)), claims)
  })

  it("are no others", () => {
    assert.isNull(verifyTokenOf(settings, signToken("an unknown key, for tests", claims)))
    assert.isNull(verifyTokenOf({ signingKey: key }, signToken(olderKeys[0] ?? "", claims)))
    assert.isNull(verifyTokenOf(settings, "not.a.token"))
  })
})

describe("the length of a token", () => {
  it("is at most 8,192 characters", () => {
    const padded = (pad: number): string => signToken(key, { pad: "x".repeat(pad) })
    assert.strictEqual(padded(6_073).length, 8_192)
    assert.isNotNull(verified(padded(6_073)))
    assert.isNull(verified(padded(6_074)))
  })
})

describe("a header under the right signature", () => {
  it.each<[string, unknown]>([
    ["as we write it", ours],
    ["without typ", { alg: "HS256" }],
    ["with a key id, which chooses nothing", { ...ours, kid: "../../etc/passwd" }],
    [
      "with a key of its own, which is not used",
      { ...ours, jwk: { kty: "oct", k: "AAAA" }, jku: "https://evil.example" },
    ],
  ])("is accepted %s", (_, header) => {
    assert.deepStrictEqual<unknown>(verified(signedAnyhow(key, header, payload)), claims)
  })

  it.each<[string, unknown]>([
    ...[
      "none",
      "None",
      "NONE",
      "nOnE",
      "",
      "hs256",
      "HS256 ",
      "HS384",
      "HS512",
      "RS256",
      "ES256",
      "PS256",
      "EdDSA",
    ].map((alg): [string, unknown] => [`alg ${JSON.stringify(alg)}`, { ...ours, alg }]),
    ["alg in a list", { ...ours, alg: ["HS256"] }],
    ["alg in an object", { ...ours, alg: { HS256: true } }],
    ["alg null", { ...ours, alg: null }],
    ["no alg", { typ: "JWT" }],
    ["ALG", { ALG: "HS256", typ: "JWT" }],
    ["crit that is empty", { ...ours, crit: [] }],
    ["crit of a known name", { ...ours, crit: ["exp"], exp: 1 }],
    ["crit null", { ...ours, crit: null }],
    ["b64 false", { ...ours, b64: false, crit: ["b64"] }],
    ["b64 true", { ...ours, b64: true }],
    ["typ of another use", { ...ours, typ: "at+jwt" }],
    ["typ in lower case", { ...ours, typ: "jwt" }],
    ["typ null", { ...ours, typ: null }],
    ["a list", [ours]],
    ["a string", "HS256"],
    ["a number", 1],
    ["null", null],
    ["an object without members", {}],
  ])("is refused: %s", (_, header) => {
    assert.isNull(verified(signedAnyhow(key, header, payload)))
  })

  it("is refused with alg none and no signature, whatever its spelling", () => {
    for (const alg of ["none", "None", "NONE", "nOnE"]) {
      for (const mac of ["", "AA", encodePart("")]) assert.isNull(verified(`${encodePart({ alg })}.${payload}.${mac}`))
    }
  })
})

describe("a signature", () => {
  const good = signedAnyhow(key, ours, payload)
  const [head = "", body = "", mac = ""] = good.split(".")
  const bytes = Buffer.from(mac, "base64url")

  it("is refused when it is shorter, longer or signed with another key", () => {
    const signatures = [
      ...Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length)),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      Buffer.alloc(bytes.length),
      createHmac("sha256", `${key}x`).update(`${head}.${body}`).digest(),
      createHmac("sha256", "").update(`${head}.${body}`).digest(),
      createHmac("sha256", key).update(body).digest(),
      createHmac("sha512", key).update(`${head}.${body}`).digest(),
    ]
    for (const one of signatures) assert.isNull(verified(`${head}.${body}.${one.toString("base64url")}`))
  })

  it("is refused when any one of its bits is flipped", () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const other = Buffer.from(bytes)
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.isNull(verified(`${head}.${body}.${other.toString("base64url")}`))
    }
  })

  it("is refused in every other encoding of the same bytes", () => {
    for (const other of [
      `${mac}=`,
      `${mac}==`,
      ` ${mac}`,
      `${mac}\n`,
      bytes.toString("base64"),
      bytes.toString("hex"),
    ]) {
      assert.isNull(verified(`${head}.${body}.${other}`))
    }
  })

  it("is refused with more or fewer parts", () => {
    for (const other of ["", ".", "..", "...", head, `${head}.${body}`, `${good}.`, `.${good}`, `${good}.${mac}`]) {
      assert.isNull(verified(other))
    }
  })
})

describe("a payload under the right signature", () => {
  it.each<[string, string]>([
    ["a list", encodePart([claims])],
    ["null", encodePart(null)],
    ["a string", encodePart("claims")],
    ["empty", ""],
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString("base64url")],
    ["padded", `${encodePart({ a: 1 })}=`],
    ["over 8 KiB", encodePart({ ...claims, pad: "x".repeat(8_192) })],
  ])("is refused: %s", (_, text) => {
    assert.isNull(verified(signedAnyhow(key, ours, text)))
  })
})
