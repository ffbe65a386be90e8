/**
 * Which framework a project uses, by the dependencies in its package.json.
 *
 * @module
 */

/**
 * Frameworks that have an entry, such as `consent-service/express`. Nuxt and Nitro are served by that of h3; `node` is
 * `node:http` without any.
 */
export const frameworks = ["next", "nuxt", "nitro", "express", "fastify", "hono", "koa", "h3", "node"] as const
export type Framework = (typeof frameworks)[number]

/** A dependency and the framework it means. A framework that is built on another comes before it. */
const signs: ReadonlyArray<readonly [dependency: string, framework: Framework]> = [
  ["next", "next"],
  ["nuxt", "nuxt"],
  ["nitro", "nitro"],
  ["nitropack", "nitro"],
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
 * @returns `node` without a framework that has an entry
 */
export const frameworkOf = (dependencies: Iterable<string>): Framework => {
  const names = new Set(dependencies)
  return signs.find(([dependency]) => names.has(dependency))?.[1] ?? "node"
}

/** Whether a word is the name of a framework. */
export const isFramework = (word: string): word is Framework => frameworks.some((framework) => framework === word)
