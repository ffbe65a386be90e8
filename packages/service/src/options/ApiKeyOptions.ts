/**
 * The keys of administrative routes (service.md, "Authentication" 1; contract decision 20). No message repeats a key.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import type { OptionNotice } from "./OlderOptions.js"
import { says } from "./Shape.js"

/** What a header can carry after `Bearer `, and no more than the comparison looks at. */
const Key = Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,4000}$/)).annotations(
  says("must be 1 to 4000 visible ASCII characters without spaces, which is what a bearer token can be"),
)

const repeated = (keys: ReadonlyArray<string>) =>
  keys.flatMap((key, i) => (keys.indexOf(key) === i ? [] : [{ path: [i], message: "is an earlier key again" }]))

export const ApiKeysShape = Schema.Array(Key)
  .annotations({ message: () => "must be an array of strings" })
  .pipe(Schema.filter(repeated))

/** Whoever can try a million keys a second needs a thousand years for this many random letters and digits. */
const leastLength = 16

/** Tells of checked keys that can be guessed. */
export const noticeWeakKeys = (keys: ReadonlyArray<string>): ReadonlyArray<OptionNotice> =>
  keys.flatMap((key, i) =>
    key.length < leastLength
      ? [
          {
            option: `apiKeys.${i}`,
            message: `has ${key.length} characters and can be guessed; use ${leastLength} or more random ones, like openssl rand -hex 32`,
          },
        ]
      : [],
  )
