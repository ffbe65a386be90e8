/**
 * Hostile input for parsers: valid texts and bytes with something changed, and what has broken parsers before. The same seed
 * gives the same inputs.
 */
import { numbersFrom } from "./Random.js"

/** A whole number from 0 to below a bound. */
export type Random = (below: number) => number

/** Begun with a seed, so that a failing input can be made again. */
export const randomFrom = (seed: number): Random => {
  const next = numbersFrom(seed)
  return (below) => next() % below
}

/** One of a list, which must not be empty. */
export const oneOf = <A>(list: ReadonlyArray<A>, random: Random): A => {
  const found = list[random(list.length)]
  if (found === undefined) throw new Error("there is nothing to choose from")
  return found
}

/** What is put into a text. */
export const hostilePieces: ReadonlyArray<string> = [
  "",
  "\n",
  "\r\n",
  "\n\n",
  " ",
  "\t",
  "\u0000",
  "\u00a0",
  "\u2014 ",
  "\u2028",
  "\ufeff",
  "\u{1f600}",
  "\ud800",
  "\udfff",
  "\u0130",
  '"',
  "\\",
  "\\u0000",
  "'",
  "%",
  "%00",
  "%E0%A4%A",
  "%ed%a0%80",
  "+",
  "-",
  "=",
  "==",
  ",",
  ";",
  ":",
  "/",
  "//",
  "..",
  ".",
  "?",
  "#",
  "@",
  "&",
  "*",
  "[",
  "]",
  "{}",
  "[]",
  "{",
  "null",
  "true",
  "-1",
  "-0",
  "0",
  "00",
  "0x7f",
  "1e309",
  "1e-400",
  "NaN",
  "Infinity",
  "9007199254740993",
  "99999999999999999999",
  "2026-02-30",
  "T24:00:00Z",
  '"__proto__":{},',
  '"constructor":{"prototype":{}},',
  "__proto__",
  "toString",
  "A".repeat(300),
  " ".repeat(300),
  "[".repeat(2_000),
  '{"a":'.repeat(2_000),
  "::",
  "::ffff:127.0.0.1",
  "xn--",
  "\u00fc",
]

/** Where the scalar values of a JSON text begin and end; of another text, what looks like them. */
export const scalarSpans = (text: string): ReadonlyArray<readonly [from: number, to: number]> =>
  Array.from(
    text.matchAll(/([:[,]\s*)("(?:[^"\\]|\\.)*"|[\w.+-]+)(?=\s*[,}\]])/g),
    ({ 1: before = "", 2: value = "", index }) => [index + before.length, index + before.length + value.length],
  )

/** An array in an array, and so on: parsers that recurse overflow the stack on it. */
export const nestedArrays = (depth: number): string => "[".repeat(depth) + "]".repeat(depth)

/** What is put in the place of a value in JSON. */
const hostileValues: ReadonlyArray<string> = [
  "null",
  "true",
  "-0",
  "1e309",
  "-1",
  "0.5",
  "9007199254740993",
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  "[]",
  "{}",
  "[null]",
  '{"__proto__":{"value":true}}',
  '{"constructor":1,"toString":2,"length":-1}',
  `"${"x".repeat(300)}"`,
  nestedArrays(100),
]

/** A text with the value that follows a position replaced, as far as it looks like JSON. */
const withOtherValue = (text: string, random: Random): string => {
  const at = random(text.length + 1)
  const [from, to] = scalarSpans(text.slice(at, at + 400))[0] ?? [0, 0]
  return text.slice(0, at + from) + oneOf(hostileValues, random) + text.slice(at + to)
}

/** A text with one thing changed: a character, a piece cut out, doubled or put in, the end of another text, a digit, a value. */
const changed = (text: string, others: ReadonlyArray<string>, random: Random): string => {
  const at = random(text.length + 1)
  const to = Math.min(text.length, at + random(40))
  switch (random(9)) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << random(7))) + text.slice(at + 1)
    case 1:
      return text.slice(0, at) + text.slice(to)
    case 2:
      return text.slice(0, to) + text.slice(at)
    case 3:
      return text.slice(0, at) + oneOf(hostilePieces, random) + text.slice(at)
    case 4: {
      const donor = oneOf(others, random)
      return text.slice(0, at) + donor.slice(random(donor.length + 1))
    }
    case 5: {
      const [digit = ""] = /\d/.exec(text.slice(at)) ?? []
      return text.slice(0, at) + text.slice(at).replace(digit, String(random(10)))
    }
    case 6:
      return text.slice(0, at) + text.slice(at, to).repeat(1 + random(8)) + text.slice(to)
    case 7:
      return withOtherValue(text, random)
    default:
      return text.slice(at, to)
  }
}

/** One of some texts with one to three things changed; now and then one that is made of hostile pieces alone. */
export const mutatedText = (texts: ReadonlyArray<string>, random: Random): string => {
  if (random(16) === 0) return oneOf(hostilePieces, random) + oneOf(hostilePieces, random)
  let result = oneOf(texts, random)
  for (let left = random(3); left >= 0; left--) result = changed(result, texts, random)
  return result
}

const edges: ReadonlyArray<number> = [0, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff]

const joined = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const changedBytes = (bytes: Uint8Array, others: ReadonlyArray<Uint8Array>, random: Random): Uint8Array => {
  const at = random(bytes.length + 1)
  const to = Math.min(bytes.length, at + random(40))
  switch (random(6)) {
    case 0:
      return joined(bytes.subarray(0, at), Uint8Array.of((bytes[at] ?? 0) ^ (1 << random(8))), bytes.subarray(at + 1))
    case 1:
      return joined(bytes.subarray(0, at), Uint8Array.of(oneOf(edges, random)), bytes.subarray(at + 1))
    case 2:
      return joined(bytes.subarray(0, at), bytes.subarray(to))
    case 3:
      return joined(bytes.subarray(0, to), bytes.subarray(at))
    case 4: {
      const donor = oneOf(others, random)
      return joined(bytes.subarray(0, at), donor.subarray(random(donor.length + 1)))
    }
    default:
      return joined(bytes.subarray(0, at), new Uint8Array(random(300)).fill(oneOf(edges, random)), bytes.subarray(at))
  }
}

/** One of some inputs with one to three bytes or ranges changed. */
export const mutatedBytes = (inputs: ReadonlyArray<Uint8Array>, random: Random): Uint8Array => {
  let result = oneOf(inputs, random)
  for (let left = random(3); left >= 0; left--) result = changedBytes(result, inputs, random)
  return result
}

/** A text of so many characters or more, by repeating one. */
export const lengthened = (text: string, length: number): string =>
  text === "" ? "" : text.repeat(Math.ceil(length / text.length))
