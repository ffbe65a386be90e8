/**
 * Whole bodies of `/init` with their tokens. Visitors of one rule, place and language share a token for a second, and so
 * the bytes of the answer.
 *
 * @module
 */
import { recent } from "@consent-service/core/primitives"
import type { InitBody } from "@consent-service/core/visitor"
import type { Utf8 } from "../answer/Answer.js"
import type { Form } from "../compression/AcceptEncoding.js"

/** What a body is made of, but for its token. */
export interface SignedParts {
  readonly body: InitBody
  /** Its `ownText`. */
  readonly own: string
  /** The number of its vendor list; null without one. */
  readonly list: number | null
}

/** The forms of a body that were sent. */
interface KnownBody extends SignedParts {
  readonly forms: Partial<Record<Form, Utf8>>
}

/** About a megabyte. Longer tokens are of no real place and languages. */
const kept = { bound: 64, longestKey: 2_048 }

const isOf = ({ body, list, own }: KnownBody, parts: SignedParts): boolean =>
  body.policyResolution === parts.body.policyResolution &&
  body.translations === parts.body.translations &&
  own === parts.own &&
  list === parts.list

/** Finds a body's form, or makes it. The bytes are shared: do not modify them. */
export type FindSigned = (token: string, parts: SignedParts, form: Form, make: () => Utf8) => Utf8

/** Makes the memory of one manifest's bodies. */
export const makeSignedBodies = (): FindSigned => {
  const bodies = recent<KnownBody>(kept)
  return (token, parts, form, make) => {
    const found = bodies.find(token)
    const known = found !== undefined && isOf(found, parts) ? found : { ...parts, forms: {} }
    if (known !== found) bodies.keep(token, known)
    return (known.forms[form] ??= make())
  }
}
