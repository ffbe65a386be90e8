import { assert, describe, it } from "vitest"
import { frameworkOf } from "./Framework.js"

describe("the framework of a project", () => {
  it.each([
    [["react", "next"], "next"],
    [["express"], "express"],
    [["next", "express"], "next"],
    [["nuxt", "h3"], "nuxt"],
    [["nitropack"], "nitro"],
    [["nitro", "h3"], "nitro"],
    [["fastify", "typescript"], "fastify"],
    [["left-pad"], "node"],
    [[], "node"],
  ] as const)("%j is %s", (dependencies, framework) => {
    assert.strictEqual(frameworkOf(dependencies), framework)
  })
})
