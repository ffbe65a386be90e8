// @ts-check
// Type-checks the declarations with strict TypeScript: `skipLibCheck: false`, with every module resolution in use. The short form
// checks the subpaths under `nodenext`.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { everything, postgresOnly } from "../projects.mjs"
import { must } from "../suite.mjs"

export const title = "types"

export const independent = true

const resolutions = /** @type {const} */ ([
  ["bundler", "esnext"],
  ["nodenext", "nodenext"],
  ["node", "esnext"],
])

/** One import of every subpath that has types. @param {string} folder of the project @param {ReadonlyArray<string>} names */
const importAll = (folder, names) =>
  names
    .flatMap((name) => {
      const manifest = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))
      return Object.entries(manifest.exports)
        .filter(([, target]) => typeof target !== "string")
        .map(([subpath]) => subpath.replace(/^\./, name))
    })
    .map((specifier, i) => `export * as m${i} from "${specifier}"`)
    .join("\n")

/** @param {import("../place.mjs").Place} place @param {import("../place.mjs").Project} project @param {ReadonlyArray<string>} files @param {string} resolution @param {string} module @param {object} [options] */
const checkTypes = async (place, project, files, resolution, module, options = {}) => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    target: "es2022",
    lib: ["es2023"],
    types: ["node"],
    module,
    moduleResolution: resolution,
    ...options,
  }
  const config = project.write(
    `tsconfig.${resolution}.${files.length}.json`,
    JSON.stringify({ compilerOptions, files }),
  )
  const { code, output } = await place.program("node_modules/typescript/bin/tsc", ["-p", config], project.folder)
  must(code === 0, output.trim().slice(0, 3000))
}

/** The first example of each README, as its package publishes it. @param {string} folder of the project */
const readmeExamples = (folder) => {
  const scoped = readdirSync(join(folder, "node_modules/@consent-service")).map((name) => `@consent-service/${name}`)
  return ["consent-service", ...scoped].map((name) => {
    const [, code = ""] =
      /```ts\n([^]*?)```/.exec(readFileSync(join(folder, "node_modules", name, "README.md"), "utf8")) ?? []
    return { name, code }
  })
}

/** @param {import("../place.mjs").Place} place */
export const cases = (place) => [
  ...resolutions
    .filter(([resolution]) => place.full || resolution === "nodenext")
    .map(([resolution, module]) => ({
      name: `every subpath under moduleResolution ${resolution}`,
      run: async () => {
        const project = await everything(place)
        const names = [
          "consent-service",
          ...readdirSync(join(project.folder, "node_modules/@consent-service")).map(
            (name) => `@consent-service/${name}`,
          ),
        ]
        project.write("subpaths.ts", importAll(project.folder, names))
        // The browser package's types use the DOM.
        await checkTypes(place, project, ["subpaths.ts"], resolution, module, {
          lib: ["es2023", "dom", "dom.iterable"],
        })
      },
    })),
  {
    name: "of the service and the SDK without `dom`, with the packages that a PostgreSQL user installs and no other",
    run: async () => {
      const project = await postgresOnly(place)
      project.write("subpaths.ts", importAll(project.folder, ["consent-service", "@consent-service/client"]))
      await checkTypes(place, project, ["subpaths.ts"], "nodenext", "nodenext")
    },
  },
  {
    name: "the first example of every README",
    run: async () => {
      const project = await everything(place)
      const files = readmeExamples(project.folder).map(({ code, name }) => {
        const file = `readme/${name.replace(/[^a-z-]/g, "_")}.ts`
        project.write(file, `${code}\nexport {}\n`)
        return file
      })
      await checkTypes(place, project, files, "bundler", "esnext", { lib: ["es2023", "dom"], skipLibCheck: true })
    },
  },
]
