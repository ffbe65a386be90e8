import { describeEngines } from "@consent-service/test-engines"
import { assert, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { isPlain } from "../statement/Columns.js"
import { freshDatabase, openClient } from "../testing/TestDatabase.js"
import { hashOfText } from "./TextHash.js"

const texts: ReadonlyArray<string> = [
  ...Arr.makeBy(80, (length) => "sub_11Dv8kYb".repeat(7).slice(0, length)),
  ...Arr.makeBy(40, (length) => "€ß𝄞x".repeat(20).slice(0, 2 * length)).filter(isPlain),
  ...FastCheck.sample(FastCheck.string({ unit: "grapheme", maxLength: 64 }), 1_000).filter(isPlain),
  ...FastCheck.sample(FastCheck.string({ unit: "grapheme-ascii", maxLength: 300 }), 500),
]

describeEngines(
  "the hash of texts",
  (engine) => {
    it.scopedLive("is that of the server", () =>
      Effect.gen(function* () {
        const sql = yield* Effect.flatMap(freshDatabase(engine), openClient)
        const rows = yield* sql.unsafe<{ readonly hash: number }>(
          `select hashtext(t collate "C") as hash from unnest($1::text[]) with ordinality as v(t, n) order by n`,
          [texts],
        )
        assert.deepStrictEqual(
          texts.map((text) => [text, hashOfText(text)]),
          texts.map((text, index) => [text, rows[index]?.hash]),
        )
      }),
    )
  },
  ["postgres"],
)
