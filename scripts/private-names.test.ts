/**
 * The list of names that `packages/browser/build.mjs` shortens, against everything outside a bundle that could know one
 * of them: pages, the service, storage, browsers, and text.
 */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { assert, describe, it } from "vitest"
import { privateNames } from "../packages/browser/private-names.mjs"

const packages = fileURLToPath(new URL("../packages", import.meta.url))
const lib = dirname(createRequire(import.meta.url).resolve("typescript"))

const parse = (file: string, text = readFileSync(file, "utf8")): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)

const sourcesOf = (name: string): ReadonlyArray<ts.SourceFile> =>
  readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|^testing\//.test(file))
    .map((file) => parse(join(packages, name, "src", file)))

const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

const isMember = (node: ts.Node): node is ts.TypeElement | ts.ClassElement | ts.ObjectLiteralElement =>
  ts.isTypeElement(node) || ts.isClassElement(node) || ts.isObjectLiteralElement(node)

/** The names of members that are declared or written in a piece of source. */
const membersIn = (node: ts.Node): ReadonlyArray<string> => {
  const found: Array<string> = []
  walk(node, (inner) => {
    if (isMember(inner) && inner.name) found.push(inner.name.getText().replace(/^["']|["']$/g, ""))
  })
  return found
}

/** Words in strings, templates and regular expressions: a program may build or read a name by them. */
const wordsIn = (source: ts.SourceFile): ReadonlyArray<string> => {
  const found: Array<string> = []
  walk(source, (node) => {
    const imports = ts.isImportDeclaration(node.parent ?? node) || ts.isExportDeclaration(node.parent ?? node)
    if (
      (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node)) &&
      !imports
    )
      found.push(...(node.getText().match(/[A-Za-z_$][\w$]*/g) ?? []))
  })
  return found
}

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration

/** The members of types, and of every type that they mention, however deep. Types of one name count together. */
const membersReachable = (
  sources: ReadonlyArray<ts.SourceFile>,
  roots: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const declarations = sources
    .flatMap(({ statements }) => [...statements])
    .filter((node): node is Declaration => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
  const names = new Set(roots)
  // A set may grow while it is walked.
  for (const name of names)
    for (const declaration of declarations.filter((node) => node.name.text === name))
      walk(declaration, (node) => void (ts.isIdentifier(node) && names.add(node.text)))
  return declarations.filter(({ name }) => names.has(name.text)).flatMap(membersIn)
}

const browser = sourcesOf("browser")
const core = sourcesOf("core")

const built = [
  "cs.js",
  "cs.headless.js",
  "cs.iab.js",
  "cs.first.js",
  "cs.ui.js",
  "cs.rest.js",
  "cs.iab.first.js",
  "cs.iab.ui.js",
  "cs.iab.rest.js",
  "cs.declaration.js",
].map((name) => parse(join(packages, "browser/bundles", name)))

const inFile = (path: string): ts.SourceFile =>
  browser.find(({ fileName }) => fileName.endsWith(`/src/${path}`)) ?? assert.fail(`there is no ${path}`)

/** The types that a module exports, itself or from another module. */
const exportedTypes = (source: ts.SourceFile): ReadonlyArray<string> =>
  source.statements.flatMap((node) => {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return [node.name.text]
    if (!ts.isExportDeclaration(node) || !node.moduleSpecifier) return []
    if (node.exportClause && ts.isNamedExports(node.exportClause))
      return node.exportClause.elements.map(({ name }) => name.text)
    const path = node.moduleSpecifier.getText().replace(/^"\.\/|\.js"$/g, "")
    return exportedTypes(inFile(`${path}.ts`))
  })

/** Modules that write what is stored, sent, or given to other scripts: all names in them count. */
const boundaries = [
  "config/MergeOptions.ts",
  "config/PageOptions.ts",
  "config/Tag.ts",
  "consent/Act.ts",
  "consent/Records.ts",
  "backend/DecodeInit.ts",
  "backend/Init.ts",
  "backend/Link.ts",
  "backend/Outbox.ts",
  "env/Events.ts",
  "gate/ConsentMode.ts",
  "page/PageApi.ts",
  "page/Queue.ts",
  "runtime/Complete.ts",
  "experiment/Experiment.ts",
  "runtime/LastRule.ts",
  "runtime/PageSnapshot.ts",
  "store/RecordCodec.ts",
  "tcf/CmpApi.ts",
  "tcf/Stub.ts",
  "tcf/TcData.ts",
  "tcf/TcStore.ts",
  "tcf/TcString.ts",
  "wire/Wire.ts",
]

const standardLibraries = ["lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.es5.d.ts"].concat(
  readdirSync(lib).filter((name) => /^lib\.es20\d\d\..*\.d\.ts$/.test(name)),
)

/** The names that must not be shortened, by who knows them. */
const reserved: Readonly<Record<string, () => ReadonlyArray<string>>> = {
  "pages, by the exported types": () => membersReachable([...browser, ...core], exportedTypes(inFile("index.ts"))),
  "storage, the service and other scripts": () => boundaries.flatMap((path) => membersIn(inFile(path))),
  "the service, by what core declares": () => core.flatMap(membersIn),
  browsers: () => standardLibraries.flatMap((name) => membersIn(parse(join(lib, name)))),
  "text in the bundles": () => built.flatMap(wordsIn),
}

describe("the names that bundles shorten", () => {
  it.each(Object.keys(reserved))("none is known to %s", (who) => {
    const known = new Set(reserved[who]?.())
    assert.isAbove(known.size, 100)
    assert.deepStrictEqual(
      privateNames.filter((name) => known.has(name)),
      [],
    )
  })

  it("each is a member in the bundles' source, once in the list and in order", () => {
    const members = new Set(browser.flatMap(membersIn))
    assert.deepStrictEqual(
      privateNames.filter((name) => !members.has(name)),
      [],
    )
    assert.deepStrictEqual(privateNames, [...new Set(privateNames)].toSorted())
  })

  it("what a page, storage and the service know is found: the checks are not empty", () => {
    const knows = (who: string, names: ReadonlyArray<string>) =>
      assert.includeMembers([...(reserved[who]?.() ?? [])], [...names])
    knows("pages, by the exported types", [
      "acceptAll",
      "vendorAllowed",
      "privacyPolicy",
      "deniedVendors",
      "storageKey",
    ])
    knows("storage, the service and other scripts", ["queuedAt", "confirmedAt", "subjectId", "eventStatus", "givenAt"])
    knows("browsers", ["attachShadow", "getItem", "flatMap"])
  })
})
