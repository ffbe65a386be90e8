/**
 * The option `evidence.witnesses`: who cosigns checkpoints of the log.
 *
 * @module
 */
import { says } from "@consent-service/core/authored"
import { keyTypes, readVerifierKey } from "@consent-service/core/evidence"
import * as Schema from "effect/Schema"

/** A checkpoint has room for the signatures of keys, too. */
const most = 8

const isAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).search === "" && new URL(text).hash === ""

const Url = Schema.String.pipe(Schema.filter(isAddress)).annotations(
  says("must be the URL of a witness, without its add-checkpoint: https://witness.example"),
)

const Key = Schema.String.pipe(
  Schema.filter((text) => readVerifierKey(text)?.type === keyTypes.cosignature),
).annotations(says("must be the verifier key of a witness, as `consent-service witness init` prints it"))

/** The schema of the option. */
export const WitnessesOption = Schema.Array(
  Schema.Struct({
    /** Of the witness: `/add-checkpoint` follows it. */
    url: Url,
    /** Its verifier key. */
    key: Key,
  }),
).pipe(Schema.maxItems(most, { message: () => `must be an array of at most ${most} witnesses` }))
