/**
 * Which framework a project uses, by the dependencies in its package.json.
 *
 * @module
 */

/** Frameworks that have an entry, such as `consent-service/express`; `node` is `node:http` without any. */
export const frameworks = ["next", "express", "fastify", "hono", "koa", "h3", "node"] as const
export type Framework = (typeof frameworks)[number]

/** A dependency and the framework it means. A framework that is built on another comes before it. */
const signs: ReadonlyArray<readonly [dependency: string, framework: Framework]> = [
  ["next", "next"],
  ["nuxt", "h3"],
  ["nitro", "h3"],
  ["nitropack", "h3"],
  ["fastify", "fastify"],
  ["hono", "hono"],
  ["koa", "koa"],
  ["h3", "h3"],
  ["express", "express"],
]

/**
 * Finds the framework of a project.
 *
 * @param dependencies - the names of its dependencies, development ones included
 * @returns `node` when there is none that has an entry
 */
export const frameworkOf = (dependencies: Iterable<string>): Framework => {
  const names = new Set(dependencies)
  return signs.find(([dependency]) => names.has(dependency))?.[1] ?? "node"
}

/** Whether a word is the name of a framework. */
export const isFramework = (word: string): word is Framework => frameworks.some((framework) => framework === word)
