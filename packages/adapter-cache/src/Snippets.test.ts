import { assert, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8")

const folder = "./testing/readme/"

it("every example of the README is one of the type-checked files, and the reverse", () => {
  const examples = [...read("../README.md").matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  const checked = readdirSync(new URL(folder, import.meta.url)).map((file) => read(folder + file))
  assert.sameMembers(examples, checked)
})
