/**
 * The line before a bundle, which passes the instance's configuration to it.
 *
 * @module
 */

/** What an embedded configuration must not show to a page or a script: markup, and what ends a line of JavaScript. */
const unsafe = /[<>&\u2028\u2029]/g

const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * A JavaScript expression of some JSON, safe inside a script element. As an object literal a key named `__proto__`
 * would set a prototype instead; JSON.parse makes a key of it.
 */
const embed = (json: string): string => `JSON.parse(${JSON.stringify(json).replace(unsafe, escapeChar)})`

/**
 * A page's own queued calls come later and so win over the embedded ones. An element with the id `cs` is `window.cs`
 * too, in a page that has not begun a queue; the queue replaces it.
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
