import { assert, it } from "@effect/vitest"
import { listsAllColumns } from "./AllColumns.js"

it.each([
  ["select * from note", true],
  ["SELECT distinct\n  * from note", true],
  ["select n.* from note n", true],
  ["select id, * from note", true],
  ['select "n".* from note n', true],
  ["insert into note values (1) returning *", true],
  ["select count(*) from note", false],
  ["select a.size * 2, 3 * 4 from note a", false],
  ["insert into note (a) select v.column1 from (values (?)) v", false],
])("%s: lists all columns of a table? %s", (statement, lists) => {
  assert.strictEqual(listsAllColumns.test(statement), lists)
})
