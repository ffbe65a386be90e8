import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { jsonFile, textFile } from "./PackFile.js"
import { documentPath, fileNameOf, noticePath, receiptPath, recordPath } from "./PackPaths.js"

const text = FastCheck.string({ unit: "binary", minLength: 1 })

describe("the path of a file in a pack", () => {
  it("has an id as it is where that is letters, digits, hyphens and underscores", () => {
    const ids = ["cns_1111111EvidenceExample01", "lnk_0a-9_xh7DYDLe8SCGKnMPT9Tr8Q"]
    assert.deepStrictEqual(ids.map(fileNameOf), ids)
    assert.deepStrictEqual(
      [
        recordPath("cns_1"),
        receiptPath("cns_1"),
        noticePath("rpd_1", "rule.json"),
        noticePath("rpd/1", "notice.html"),
        documentPath("pol_1"),
        documentPath("pol 1"),
      ],
      [
        "records/cns_1.json",
        "receipts/cns_1",
        "notices/rpd_1/rule.json",
        "notices/rpd.2f.1/notice.html",
        "documents/pol_1.json",
        "documents/pol.20.1.json",
      ],
    )
  })

  it("has the code point of every other character, so that no id leaves its folder", () => {
    assert.deepStrictEqual(["../a", "a.b", "a b", "é", "\u{1f600}"].map(fileNameOf), [
      ".2e..2e..2f.a",
      "a.2e.b",
      "a.20.b",
      ".e9.",
      ".1f600.",
    ])
    FastCheck.assert(
      FastCheck.property(text, (id) => /^[\w.-]+$/.test(fileNameOf(id)) && !/^\.+$/.test(fileNameOf(id))),
    )
  })

  it("differs for different ids", () => {
    FastCheck.assert(
      FastCheck.property(text, text, (one, other) => one === other || fileNameOf(one) !== fileNameOf(other)),
    )
  })
})

describe("a file of a pack", () => {
  it("is UTF-8, and JSON is indented for people to read and ends its last line", () => {
    const read = ({ bytes, path }: { readonly bytes: Uint8Array; readonly path: string }) => [
      path,
      Buffer.from(bytes).toString("utf8"),
    ]
    assert.deepStrictEqual(read(textFile("a.txt", "Überall\n")), ["a.txt", "Überall\n"])
    assert.deepStrictEqual(read(jsonFile("a.json", { a: ["é", null] })), [
      "a.json",
      '{\n  "a": [\n    "é",\n    null\n  ]\n}\n',
    ])
  })
})
