// @ts-check
// The software bill of materials of each public package, in CycloneDX 1.6, from the installed packages and without the network.
import { existsSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { fromRoot } from "./workspace.mjs"

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [license]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, { readonly optional?: boolean }>>} [peerDependenciesMeta]
 *
 * @typedef {{ readonly folder: string, readonly manifest: Manifest }} Package
 * @typedef {{ readonly found: Package, readonly optional: boolean, readonly leaf: boolean }} Edge
 * @typedef {{ readonly found: Package, optional: boolean, readonly edges: ReadonlyArray<Edge> }} Node
 */

/** Packages whose files a package ships as its own, without their dependencies. */
const shippedWithin = new Map([["@consent-service/adapter-http", ["swagger-ui-dist"]]])

/** @param {string} folder @returns {Package} */
const packageIn = (folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) })

/** The installed package that an import in a folder finds, or null. @param {string} folder @param {string} name @returns {Package | null} */
const installedIn = (folder, name) => {
  const candidate = join(folder, "node_modules", name)
  if (existsSync(join(candidate, "package.json"))) return packageIn(realpathSync(candidate))
  const parent = dirname(folder)
  return parent === folder ? null : installedIn(parent, name)
}

/** @param {Package} from @returns {ReadonlyArray<Edge>} */
const edgesOf = ({ folder, manifest }) => {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const shipped = shippedWithin.get(manifest.name) ?? []
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...Object.keys(peerDependencies)]
  return [...new Set([...names, ...shipped])].flatMap((name) => {
    const found = installedIn(folder, name)
    const optional = name in optionalDependencies || peerDependenciesMeta[name]?.optional === true
    // A peer or an optional package that is not installed is not used here; a dependency that is absent is a mistake.
    if (found === null && (name in dependencies || shipped.includes(name)))
      throw new Error(`${manifest.name} needs ${name}, which is not installed`)
    return found === null ? [] : [{ found, optional, leaf: shipped.includes(name) }]
  })
}

/** @param {Manifest} manifest */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`

/** Everything that is reachable, by package URL; what only optional packages need is optional. @param {Package} root */
const reachable = (root) => {
  /** @type {Map<string, Node>} */
  const nodes = new Map()
  const visit = (/** @type {Package} */ found, /** @type {boolean} */ optional, leaf = false) => {
    const known = nodes.get(purlOf(found.manifest))
    if (known !== undefined && (optional || !known.optional)) return
    const edges = leaf ? [] : (known?.edges ?? edgesOf(found))
    nodes.set(purlOf(found.manifest), { found, optional, edges })
    for (const edge of edges) visit(edge.found, optional || edge.optional, edge.leaf)
  }
  visit(root, false)
  return nodes
}

/** @param {string} lockfile @returns {ReadonlyMap<string, string>} the SHA-512 of each package of the registry, in hexadecimal digits */
export const integrities = (lockfile) =>
  new Map(
    Array.from(
      lockfile.matchAll(
        /^ {2}'?((?:@[^/\n]+\/)?[^@\n']+@[^:'\n(]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm,
      ),
      ([, id = "", digest = ""]) => [id, Buffer.from(digest, "base64").toString("hex")],
    ),
  )

/** @param {string} license an identifier or an expression */
const licensesOf = (license) =>
  /[ (]/.test(license)
    ? [{ expression: license }]
    : [{ license: license.startsWith("SEE ") ? { name: license } : { id: license } }]

/** @param {Manifest} manifest @param {ReadonlyMap<string, string>} hashes */
const componentOf = (manifest, hashes) => {
  const hash = hashes.get(`${manifest.name}@${manifest.version}`)
  return {
    type: "library",
    "bom-ref": purlOf(manifest),
    name: manifest.name,
    version: manifest.version,
    purl: purlOf(manifest),
    ...(hash === undefined ? {} : { hashes: [{ alg: "SHA-512", content: hash }] }),
    ...(typeof manifest.license === "string" ? { licenses: licensesOf(manifest.license) } : {}),
  }
}

/**
 * The bill of materials of a package: its dependencies, its peers as they are installed here, and what it ships of others.
 *
 * @param {string} folder of the package
 * @param {ReadonlyMap<string, string>} hashes see `integrities`
 */
export const sbomOf = (folder, hashes) => {
  const root = packageIn(folder)
  const nodes = [...reachable(root)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: componentOf(root.manifest, hashes) },
    components: nodes
      .filter(([purl]) => purl !== purlOf(root.manifest))
      .map(([, { found, optional }]) => ({
        ...componentOf(found.manifest, hashes),
        scope: optional ? "optional" : "required",
      })),
    dependencies: nodes.map(([ref, { edges }]) => ({
      ref,
      dependsOn: edges.map(({ found }) => purlOf(found.manifest)).sort(),
    })),
  }
}

/** @param {string} name the folder of a public package */
export const sbomOfPackage = (name) =>
  sbomOf(fromRoot(join("packages", name)), integrities(readFileSync(fromRoot("pnpm-lock.yaml"), "utf8")))
