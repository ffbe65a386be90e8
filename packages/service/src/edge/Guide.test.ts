import { assert, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

it("every example of docs/integrate/edge.md is one of the type-checked files, and the reverse", () => {
  const examples = [...read("../../../../docs/integrate/edge.md").matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  const folder = "../testing/integrate/"
  const checked = readdirSync(new URL(folder, import.meta.url)).map((file) => read(folder + file))
  assert.sameMembers(examples, checked)
})
