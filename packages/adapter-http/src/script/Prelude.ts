/**
 * The line before a bundle, which passes the instance's configuration to it.
 *
 * @module
 */

/** Characters that an embedded configuration must escape: markup, and line terminators of JavaScript. */
const unsafe = /[<>&\u2028\u2029]/g

const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Writes JSON as a JavaScript expression that is safe inside a script element. As an object literal a key named `__proto__`
 * would set a prototype instead; JSON.parse keeps it as a key.
 */
const embed = (json: string): string => `JSON.parse(${JSON.stringify(json).replace(unsafe, escapeChar)})`

/**
 * A page's own queued calls come later and so win over the embedded ones. An element with the id `cs` is `window.cs`
 * too, in a page without a queue; the queue replaces it.
 */
const handOver =
  'function(c){var q=window.cs;if(q&&typeof q.config==="function")q.config(c);' +
  'else if(Array.isArray(q))q.unshift(["config",c]);else window.cs=[["config",c]]}'

/**
 * One line of JavaScript that queues a `config` call at the front of `window.cs`, or calls `config` immediately where
 * the API is already loaded.
 *
 * @param config - any JSON value; members whose value is `undefined` count as absent
 */
export const preludeLine = (config: Readonly<Record<string, unknown>>): string =>
  `(${handOver})(${embed(JSON.stringify(config))});`

/** Tells the page's developer that the address has an unknown policy. The value is not repeated: anyone can send one. */
export const adviceLine =
  'typeof console!=="undefined"&&console.warn("cs: unknown ?policy= in the address of the script: write ?policy=embedded, or leave it out");'
