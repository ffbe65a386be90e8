/**
 * Hostile input: strings, paths and bodies made to break parsers, prototypes, databases and stacks.
 */
import * as fc from "effect/FastCheck"

/** Texts for places that take one. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udfff\ud800",
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "../../../../etc/passwd",
    "..%2f..%2f",
    "%00",
    "%",
    "%ZZ",
    "{id}",
    ":id",
    "*",
    "'; drop table subject; --",
    '" or ""="',
    "\\",
    "\u202e",
    "\u{1f469}\u200d\u{1f680}",
    "i\u0307",
    "\ufeff",
    "null",
    "undefined",
    "NaN",
    "1e400",
    "-0",
    "9007199254740993",
    "0x10",
    "${7*7}",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "a".repeat(5000),
    "sub_".padEnd(300, "1"),
    "\r\nx-injected: 1",
    "2026-02-30",
    "+275760-09-13T00:00:00.001Z",
    "0000-00-00",
    ",,,",
    "=",
  ),
  fc.fullUnicodeString({ maxLength: 40 }),
  fc.string16bits({ maxLength: 20 }),
)

/** Ways to write a path that are not the usual one. */
export const hostilePaths = (template: string): fc.Arbitrary<string> => {
  const plain = template.replaceAll(/\{\w+\}/g, "x")
  return fc.constantFrom(
    `/${plain}`,
    `${plain}/`,
    `${plain}//`,
    `/.${plain}`,
    `/..${plain}`,
    `${plain}/.`,
    `${plain}/..`,
    `${plain};a=b`,
    `${plain}%2F`,
    `${plain}%2f..`,
    `${plain}%00`,
    `${plain}%`,
    `${plain}%ff`,
    `${plain}.json`,
    plain.toUpperCase(),
    `/%2e%2e${plain}`,
    plain.replace(/.$/, (end) => `%${end.charCodeAt(0).toString(16)}`),
    `${plain}/${"x".repeat(4000)}`,
    template,
    plain.replaceAll("/", "//"),
    plain.replaceAll("/", "\\"),
    "/",
    "//",
    "/*",
    "/__proto__",
    "/constructor",
  )
}

const deep = (open: string, close: string, levels: number): string => open.repeat(levels) + close.repeat(levels)

const mebibyte = 1024 * 1024

/** Bodies that are no JSON, no text, or far too much of either. */
const brokenBodies: ReadonlyArray<() => string | Uint8Array<ArrayBuffer>> = [
  () => "",
  () => " ",
  () => "null",
  () => "[]",
  () => '"text"',
  () => "{",
  () => "{}}",
  () => "{'a':1}",
  () => "{a:1}",
  () => "// comment\n{}",
  () => "[,]",
  () => "NaN",
  () => "a=1&b=2",
  () => "\ufeff{}",
  () => new Uint8Array([0xed, 0xa0, 0x80]),
  () => new Uint8Array([0x22, 0xff, 0x22]),
  () => new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  () => new Uint8Array(1000),
  () => deep("[", "]", 10_000),
  () => deep('{"a":', "}", 10_000).replace("}", "1}"),
  () => "[".repeat(10_000),
  () => "9".repeat(60_000),
  () => `[${"0,".repeat(30_000)}0]`,
  () => `{${Array.from({ length: 5000 }, (_, at) => `"k${at}":${at}`).join(",")}}`,
  () => " ".repeat(mebibyte),
  () => `"${"x".repeat(mebibyte)}"`,
  () => deep("[", "]", mebibyte / 2),
]

/** Members added to a valid body, as text that JSON allows but parsers mishandle. */
const oddMembers: ReadonlyArray<string> = [
  '"__proto__":{"polluted":true}',
  '"__proto__":null',
  '"constructor":{"prototype":{"polluted":true}}',
  '"metadata":{"__proto__":{"polluted":true}}',
  '"metadata":{"constructor":{"prototype":{"polluted":true}},"toString":1,"hasOwnProperty":null}',
  '"metadata":{"a":"\\u0000"}',
  '"metadata":{"\\u0000":1}',
  '"metadata":{"a":"\\ud800"}',
  '"metadata":{"\\udc00":"a"}',
  '"metadata":{"pair":"\\ud83d\\ude00","high":"\\uffff"}',
  '"metadata":{"pair":"\\ud83d\\ude00","line":"\\u2028\\u2029","quote":"\\"\\\\\\/\\b\\f"}',
  '"metadata":{"big":1e400}',
  '"metadata":{"big":[-1e400,1e308,-0.0,9007199254740993,5e-324]}',
  '"metadata":{"a":1,"a":2,"A":3,"\\u0061":4}',
  `"metadata":${deep('{"a":', "}", 40).replace("}", "1}")}`,
  `"metadata":${deep('{"a":', "}", 10_000).replace("}", "1}")}`,
  `"metadata":${deep("[", "]", 10_000)}`,
  `"metadata":{"x":"${"x".repeat(16 * 1024 - 9)}"}`,
  `"metadata":{"x":"${"\u00e9".repeat(8 * 1024)}"}`,
  `"metadata":{"x":"${"x".repeat(mebibyte)}"}`,
  '"preferences":{"necessary":true,"toString":false,"valueOf":true,"":false}',
  '"preferences":{"__proto__":true}',
  `"preferences":{${Array.from({ length: 64 }, (_, at) => `"k${at}":true`).join(",")}}`,
  `"preferences":{${Array.from({ length: 65 }, (_, at) => `"k${at}":true`).join(",")}}`,
  '"givenAt":1e3',
  '"givenAt":8640000000000001',
  '"givenAt":-0',
  '"givenAt":1e400',
  '"subjectId":"sub_1","subjectId":"sub_2"',
  '"uiSource":"\\u202e\\u0085\\u00a0","consentAction":"\'; drop table consent; --"',
  '"tcString":"\\ufffd\\ufffe"',
  '"domain":"b\u00fccher.example:65535"',
  '"domain":"%00"',
  '"domain":"[::1]:80"',
  '"identityToken":"eyJhbGciOiJub25lIn0.e30."',
  '"policySnapshotToken":"..."',
]

/** A good body with a member before or behind all others: of two of one name the last counts. */
const withMember = (body: unknown, member: string, last: boolean): string => {
  const text = JSON.stringify(body) ?? "{}"
  if (!text.startsWith("{") || text === "{}") return `{${member}}`
  return last ? `${text.slice(0, -1)},${member}}` : `{${member},${text.slice(1)}`
}

/** Hostile bodies, many of them a good one with something put in. */
export const hostileBodies = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(valid, fc.constantFrom(...oddMembers), fc.boolean())
        .map(([body, member, last]) => withMember(body, member, last)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...brokenBodies).map((make) => make()) },
    {
      weight: 1,
      arbitrary: fc.tuple(valid, fc.double({ min: 0, max: 1, noNaN: true })).map(([body, part]) => {
        const text = JSON.stringify(body) ?? ""
        return text.slice(0, Math.floor(text.length * part))
      }),
    },
  )
