/**
 * The `apiKeys` option: the keys of administrative routes. No message repeats a key.
 *
 * @module
 */
import { says } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

/** A key that fits into a header after `Bearer `, within the compared length. */
const Key = Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,4000}$/)).annotations(
  says("must be 1 to 4000 visible ASCII characters without spaces, which is what a bearer token can be"),
)

const repeated = (keys: ReadonlyArray<string>) =>
  keys.flatMap((key, i) => (keys.indexOf(key) === i ? [] : [{ path: [i], message: "repeats an earlier key" }]))

/** The schema of the option. */
export const ApiKeys = Schema.Array(Key)
  .annotations({ message: () => "must be an array of strings" })
  .pipe(Schema.filter(repeated))
