/**
 * The option `evidence.timestamps`: authorities whose clocks stamp checkpoints of the log.
 *
 * @module
 */
import { says, whole, withDefault } from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

const most = 8

/** It is a key in the database, and published. */
const mostUrlLength = 200

const isAddress = (text: string): boolean => {
  if (text.length > mostUrlLength || !/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  const { hash, password, username } = new URL(text)
  return hash === "" && username === "" && password === ""
}

const Url = Schema.String.pipe(Schema.filter(isAddress)).annotations(
  says(
    `must be the URL of a time stamp authority, such as https://tsa.example: at most ${mostUrlLength} characters, no user and no password`,
  ),
)

/** The schema of the option. */
export const TimestampsOption = Schema.Array(
  Schema.Struct({
    /** Where the authority takes requests (RFC 3161 over HTTP). It is published with the stamps. */
    url: Url,
    /** How far apart its stamps are at least, in milliseconds. A stamp vouches for everything that was logged before. */
    everyMs: withDefault(whole("milliseconds", 1_000, 2_678_400_000), 86_400_000),
  }),
).pipe(Schema.maxItems(most, { message: () => `must be an array of at most ${most} authorities` }))
