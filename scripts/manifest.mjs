// @ts-check
// What a public package's package.json must say, derived from its `exports`. Pure.

/** @typedef {Readonly<Record<string, unknown>>} Json */
/** @typedef {{ readonly types?: string, readonly default?: string }} Conditions */

/** @param {Json} manifest @returns {ReadonlyArray<readonly [subpath: string, target: string | Conditions]>} */
const targets = (manifest) =>
  Object.entries(/** @type {Readonly<Record<string, string | Conditions>>} */ (manifest["exports"] ?? {}))

/** The files that `exports` and `bin` point to, patterns aside. @param {Json} manifest */
export const exportedFiles = (manifest) => {
  const exported = targets(manifest).flatMap(([, target]) =>
    typeof target === "string" ? [target] : Object.values(target),
  )
  const programs = Object.values(/** @type {Readonly<Record<string, string>>} */ (manifest["bin"] ?? {}))
  return [...exported, ...programs].filter((file) => !file.includes("*"))
}

/**
 * `typesVersions`, where TypeScript's `moduleResolution: "node"` finds the types of subpaths: it does not read `exports`.
 *
 * @param {Json} manifest
 */
export const typesVersionsOf = (manifest) => {
  const subpaths = targets(manifest).flatMap(([subpath, target]) =>
    subpath === "." || typeof target === "string" || target.types === undefined
      ? []
      : [[subpath.replace(/^\.\//, ""), [target.types]]],
  )
  return subpaths.length === 0 ? undefined : { "*": Object.fromEntries(subpaths) }
}

/** @param {Json} manifest */
const dependencyRanges = (manifest) =>
  ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"].flatMap((kind) =>
    Object.entries(/** @type {Readonly<Record<string, string>>} */ (manifest[kind] ?? {})),
  )

/** Required of every public package: scoped packages are private by default, and provenance states where a version was built. */
const publishConfig = { access: "public", provenance: true }

/**
 * The problems that a registry or a user's tools would have with a packed manifest, one line each.
 *
 * @param {Json} manifest
 */
export const packedProblems = (manifest) => [
  ...dependencyRanges(manifest)
    .filter(([, range]) => /^(catalog|workspace|file|link):/.test(range))
    .map(([name, range]) => `the range of ${name} is ${range}, which only this workspace understands`),
  ...["description", "license", "keywords", "engines", "main", "types"]
    .filter((field) => manifest[field] === undefined)
    .map((field) => `package.json has no ${field}`),
  ...(JSON.stringify(manifest["publishConfig"]) === JSON.stringify(publishConfig)
    ? []
    : [`publishConfig must be ${JSON.stringify(publishConfig)}`]),
  ...(JSON.stringify(manifest["typesVersions"]) === JSON.stringify(typesVersionsOf(manifest))
    ? []
    : [`typesVersions must be ${JSON.stringify(typesVersionsOf(manifest))}`]),
]
