/** Whatever is sent as a token is verified or refused, and no change of a genuine one is verified. */
import { describeParsers, parser } from "@consent-service/test-engines/fuzz-suite"
import { encodePart, signedAnyhow, tokenKinds } from "../testing/Tokens.js"
import { parseToken, type SigningSettings, verifyToken } from "./Jws.js"

const settings: SigningSettings = { signingKey: "a key of at least 32 characters!" }
const { signingKey } = settings

const genuine = tokenKinds.map(({ issue }) => issue(settings, null))

const header = { alg: "HS256", typ: "JWT" }

/** Signed, so that what reads the claims is reached. */
const signed = (payload: string): string =>
  signedAnyhow(signingKey, header, Buffer.from(payload.toWellFormed()).toString("base64url"))

const payloads = genuine.map((token) => JSON.stringify(parseToken(token)?.claims))

describeParsers("tokens (threat: confusing or forging tokens)", [
  parser({
    name: "form of a token",
    seeds: [...genuine, `${encodePart(header)}.${encodePart({})}.AA`],
    parse: parseToken,
    holds: (token) => token === null || Object.getPrototypeOf(token.claims) === Object.prototype,
  }),
  parser({
    name: "signature of a token",
    seeds: genuine,
    parse: (token) => verifyToken(signingKey, token),
    holds: (claims, token) => claims === null || genuine.includes(token),
  }),
  ...tokenKinds.map(({ accepts, kind }) =>
    parser({
      name: `claims of a token of kind ${kind}`,
      seeds: payloads,
      parse: (payload) => accepts(settings, null, signed(payload)),
      isRead: (accepted) => typeof accepted === "boolean",
      // Of another tenant, which no change of the claims that are accepted here may be.
      holds: (_, payload) =>
        kind === "identity" || !accepts(settings, "other", signed(payload)) || payload.includes("other"),
      share: 0.3,
    }),
  ),
])
