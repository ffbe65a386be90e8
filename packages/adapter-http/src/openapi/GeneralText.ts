/**
 * What the document says of all routes at once (contract decisions 14 to 18, 42 and 46, wire.md 1.1).
 *
 * @module
 */

/** As Markdown. */
export const generalText = `Paths are relative to where the service is mounted; one trailing slash is ignored.

**Methods.** \`HEAD\` is answered wherever \`GET\` is, with its status and headers and no body. \`OPTIONS\` is answered
with 204 on any path, as \`components.responses.Preflight\` says. Another method is 405 \`METHOD_NOT_ALLOWED\` with
\`Allow\`; a path that is none of these is 404 \`NOT_FOUND\`.

**Bodies** are JSON in UTF-8, whatever their content type says. Unknown keys are ignored, save where a schema has
\`additionalProperties: false\`. Too large is 413 \`PAYLOAD_TOO_LARGE\` (64 KiB by default); nested deeper than 32
levels, with U+0000, an unpaired surrogate or a key \`__proto__\` anywhere in it is 400.

**Errors** have one body: \`message\` for people, \`cause.code\` for programs, \`cause.reason\` and \`cause.issues\` where
they say more. New codes can come; decide by the status where a code is unknown. What is answered with 5xx says nothing
of the inside, and 503 comes with \`Retry-After\`.

**Request ids.** A valid \`x-request-id\` is kept, else one is made. It is in the answer and in the log.

**Pages of other origins** may read answers where their origin is trusted, or where the answer says
\`Access-Control-Allow-Origin: *\`.`
