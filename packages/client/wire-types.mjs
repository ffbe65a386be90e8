// @ts-check
// Writes the wire types: the declared API's schemas as plain types, which import no other package. The
// published package must compile without the service and without effect. The schemas are read from dist folders, so `tsc -b`
// of packages/core and packages/adapter-http comes first.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const usage = `Usage: node packages/client/wire-types.mjs [--check] [FILE]

Writes the wire types of the declared API to FILE (packages/client/src/wire/Wire.ts).

  --check  write nothing; exit with 1 when FILE is not what would be written
`

const header = `/**
 * What goes over the wire, as plain types: bodies of requests and of answers, and what they are made of. Written by
 * \`wire-types.mjs\` from the schemas of the declared API; not to be edited.
 *
 * @module
 */
`

/**
 * One type to write: the encoded side of a schema that a module exports, or a type that it exports.
 *
 * @typedef {object} Source
 * @property {string} from the module
 * @property {string} [as] what the module calls it, where that is another name
 * @property {ReadonlyArray<string>} [member] the path of the member to use
 * @property {string} [doc] replaces the module's own comment, where it is missing or unclear out of context
 */

const api = "@consent-service/adapter-http/api"
const receipt = "@consent-service/core/consent"
const rule = "@consent-service/core/policy"
const resolution = "@consent-service/core/policy"
const visitor = "@consent-service/core/visitor"
const vendor = "@consent-service/core/vendor"

/** All types of the file, in order. A nested one is referenced by name. @type {Record<string, Source>} */
const sources = {
  Status: { from: api },
  InitBody: { from: visitor },
  Manifest: { from: "@consent-service/core/manifest", as: "ManifestDocument" },
  Submission: {
    from: "@consent-service/core/consent",
    as: "SubmissionBody",
    doc: "The body of `POST /subjects`. Fields that are not of its `type` are checked anyway, and then left out.",
  },
  ConsentReceipt: { from: api },
  SubjectState: { from: api },
  ConsentItem: { from: api },
  LinkRequest: { from: api },
  LinkedSubject: { from: api, doc: "The answer to `PATCH /subjects/:id`." },
  SubjectList: { from: api },
  SignedReceipt: { from: api },
  ConsentCheck: { from: api },
  ExperimentSummary: { from: api },
  DocumentRelease: {
    from: "@consent-service/core/consent",
    as: "ReleaseBody",
    doc: "The body of `PUT /legal-documents/:type/current`.",
  },
  PublishedPolicy: { from: api },
  RecordPage: { from: api },
  StatisticsReport: { from: api },
  RecordItem: { from: api, doc: "A record with all that is stored of it; null is what was not recorded." },
  PersonReport: { from: api },
  ErasureRequest: {
    from: "@consent-service/core/erasure",
    as: "ErasureBody",
    doc: "The body of `POST /erasures`: `subjectId` or `externalId`.",
  },
  ErasureCertificate: { from: api, as: "ErasureProof", doc: "The proof that records were erased; it names no person." },
  ErasurePreview: { from: api },
  ErasurePending: { from: api },
  HoldRequest: { from: "@consent-service/core/erasure", as: "HoldBody", doc: "The body of `PUT /holds/:id`." },
  LegalHold: { from: api, as: "Hold" },
  LegalHoldList: { from: api, as: "HoldList" },
  EvidencePackRequest: {
    from: "@consent-service/core/evidence-pack",
    as: "EvidencePackBody",
    doc: "The body of `POST /evidence-packs`: `subjectId`, `externalId` or `consentIds`.",
  },
  Choice: { from: receipt },
  Receipt: { from: receipt },
  ReceiptBasis: { from: receipt },
  SubmittedChoice: { from: receipt },
  SubmittedReceipt: {
    from: receipt,
    as: "SubmittedChoice",
    member: ["categories", "experience"],
    doc: "One category's receipt as a client may send it; without a basis it counts as `legacy-v2`.",
  },
  SubmittedReceipts: { from: receipt },
  SubmittedBasis: { from: receipt },
  VendorChoice: { from: "@consent-service/core/vendor" },
  PolicyResolution: { from: resolution },
  MatchedResolution: { from: resolution },
  MatchedBy: { from: resolution },
  ResolutionFailure: { from: resolution },
  ResolvedPolicy: { from: "@consent-service/core/policy" },
  PolicyFingerprints: { from: "@consent-service/core/policy", as: "Fingerprints" },
  CompiledRule: { from: "@consent-service/core/policy" },
  PolicyMatch: { from: rule },
  RegionMatch: { from: rule },
  PolicyModel: { from: rule },
  Prompt: { from: rule },
  ScopeMode: { from: rule },
  Right: { from: rule },
  OptionalCategory: { from: "@consent-service/core/policy" },
  Jurisdiction: { from: "@consent-service/core/primitives" },
  VisitorLocation: { from: visitor },
  DeclaredVendor: { from: vendor },
  VendorCategory: { from: vendor },
  CustomVendor: { from: vendor },
  ServedVendorList: { from: visitor },
  VendorListReference: { from: visitor },
  SelectedTranslation: { from: "@consent-service/core/translation" },
  TranslationBundle: { from: "@consent-service/core/translation" },
  AuthoredTranslations: { from: "@consent-service/core/translation" },
}

/** @param {string} module */
const declarationsOf = (module) => fileURLToPath(import.meta.resolve(module)).replace(/\.js$/, ".d.ts")

/** @type {ts.CompilerOptions} */
const options = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: [],
}

/** @typedef {(a: string, b: string) => number} Order */

/** Independent of the locale. @type {Order} */
const byCodeUnit = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** Null last. The checker's own order of alternatives depends on what else it has read. @type {Order} */
const asAlternatives = (a, b) => Number(a === "null") - Number(b === "null") || byCodeUnit(a, b)

/** The alternatives of a value, without undefined, which the question mark expresses. @param {ts.Type} type */
const partsOf = (type) =>
  (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))

const { Literal, Null, Number: Numeric, String: Text, Unknown } = ts.TypeFlags

/** Whether a type is written the way the checker prints it. @param {ts.Type} part */
const isPlain = ({ flags }) => (flags & (Literal | Null | Numeric | Text | Unknown)) !== 0

/** @param {ts.TypeChecker} checker @param {ts.Type} type @param {string} name */
const memberOf = (checker, type, name) => {
  const member = checker.getPropertyOfType(type, name)
  return member && checker.getTypeOfSymbol(member)
}

/** @param {ts.TypeChecker} checker @param {ts.Type | undefined} type @param {ReadonlyArray<string>} path */
const memberAt = (checker, type, path) => path.reduce((outer, name) => outer && memberOf(checker, outer, name), type)

/** The types in a list or tuple's brackets. @param {ts.TypeChecker} checker @param {ts.Type} part */
const itemsOf = (checker, part) => checker.getTypeArguments(/** @type {ts.TypeReference} */ (part))

/** @type {WeakMap<ts.Type, string>} */
const knownShapes = new WeakMap()

/**
 * Inlines a part without any name: parts of the same shape are the same on the wire.
 *
 * @param {ts.TypeChecker} checker @param {ts.Type} part @returns {string}
 */
const shapeOf = (checker, part) => {
  const known = knownShapes.get(part)
  if (known !== undefined) return known
  // The name of a type within itself, which ends the recursion.
  knownShapes.set(part, "(this)")
  const shape = spellOut(checker, part)
  knownShapes.set(part, shape)
  return shape
}

/** @param {ts.TypeChecker} checker @param {ts.Type} type */
const shapesOf = (checker, type) => partsOf(type).map((part) => shapeOf(checker, part))

/** @param {ts.TypeChecker} checker @param {ts.Type} part */
const spellOut = (checker, part) => {
  const shape = (/** @type {ts.Type} */ type) => shapesOf(checker, type).sort(byCodeUnit).join("|")
  if (isPlain(part)) return checker.typeToString(part)
  if (checker.isArrayType(part)) return `[${itemsOf(checker, part).map(shape).join()}]`
  if (!(part.flags & ts.TypeFlags.Object)) throw new Error(`no wire type is ${checker.typeToString(part)}`)
  const members = checker.getPropertiesOfType(part).map((member) => {
    const mark = member.flags & ts.SymbolFlags.Optional ? "?" : ""
    return `${member.name}${mark}:${shape(checker.getTypeOfSymbol(member))}`
  })
  const others = checker.getIndexInfosOfType(part).map(({ type }) => `*:${shape(type)}`)
  return `{${[...members, ...others].sort(byCodeUnit).join()}}`
}

/**
 * The nearest schemas with fields that a schema is made of.
 *
 * @param {ts.TypeChecker} checker @param {ts.Type} schema
 * @returns {ReadonlyArray<ts.Type>}
 */
const structsIn = (checker, schema) =>
  memberOf(checker, schema, "fields") !== undefined
    ? [schema]
    : ["from", "members", "value"]
        .flatMap((step) => memberOf(checker, schema, step) ?? [])
        .flatMap((inner) => (checker.isTupleType(inner) ? itemsOf(checker, inner) : [inner]))
        .flatMap((inner) => structsIn(checker, inner))

/**
 * The fields an object was declared with, in their order and with their comments, which its encoded type has lost.
 *
 * @param {ts.TypeChecker} checker @param {ts.Type} part @param {ts.Type | undefined} schema
 */
const fieldsOf = (checker, part, schema) => {
  const struct = (schema === undefined ? [] : structsIn(checker, schema)).find((one) => {
    const encoded = memberOf(checker, one, "Encoded")
    return encoded !== undefined && shapeOf(checker, encoded) === shapeOf(checker, part)
  })
  return struct && memberOf(checker, struct, "fields")
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol | undefined} symbol */
const commentOn = (checker, symbol) => ts.displayPartsToString(symbol?.getDocumentationComment(checker))

/** @param {string} text */
const asComment = (text) => {
  if (text === "") return ""
  return text.includes("\n") ? `/**\n * ${text.replaceAll("\n", "\n * ")}\n */\n` : `/** ${text} */\n`
}

/** The formatter breaks long lines, but joins none. @param {ReadonlyArray<string>} lines */
const inBraces = (lines) =>
  lines.length <= 2 && !lines.join().includes("\n") ? `{ ${lines.join("; ")} }` : `{\n${lines.join("\n")}\n}`

/**
 * A type with the name it is written under.
 *
 * @typedef {object} Named
 * @property {string} name
 * @property {ts.Type} type
 * @property {ts.Type | undefined} schema
 * @property {string} doc
 * @property {ReadonlyArray<string>} shapes of its parts
 */

/** @typedef {{ readonly checker: ts.TypeChecker, readonly named: ReadonlyArray<Named> }} Context the most alternatives first */

/**
 * @param {Context} context @param {ts.Type} part @param {ts.Type | undefined} schema
 * @returns {string}
 */
const objectText = (context, part, schema) => {
  const { checker } = context
  const fields = fieldsOf(checker, part, schema)
  const declared = fields === undefined ? [] : checker.getPropertiesOfType(fields)
  const members = checker.getPropertiesOfType(part).map((member) => {
    const field = declared.find(({ name }) => name === member.name)
    const inner = field && checker.getTypeOfSymbol(field)
    const mark = member.flags & ts.SymbolFlags.Optional ? "?" : ""
    const text = typeText(context, checker.getTypeOfSymbol(member), inner)
    const line = `${asComment(commentOn(checker, field))}readonly ${member.name}${mark}: ${text}`
    return { line, name: member.name, at: field === undefined ? Infinity : declared.indexOf(field) }
  })
  const lines = members.sort((a, b) => (a.at === b.at ? byCodeUnit(a.name, b.name) : a.at - b.at))
  const others = checker
    .getIndexInfosOfType(part)
    .map(({ type }) => `readonly [key: string]: ${typeText(context, type, schema)}`)
  return inBraces([...lines.map(({ line }) => line), ...others])
}

/** @param {Context} context @param {ts.Type} part @param {ts.Type | undefined} schema @returns {string} */
const partText = (context, part, schema) => {
  const { checker } = context
  if (isPlain(part)) return checker.typeToString(part)
  if (!checker.isArrayType(part)) return objectText(context, part, schema)
  return `ReadonlyArray<${itemsOf(checker, part)
    .map((item) => typeText(context, item, schema))
    .join()}>`
}

/**
 * @param {Context} context @param {ts.Type} type
 * @param {ts.Type | undefined} schema where its fields may have been declared
 * @param {string} [self] the name that is being given to it
 * @returns {string}
 */
const typeText = (context, type, schema, self) => {
  const shape = (/** @type {ts.Type} */ part) => shapeOf(context.checker, part)
  const names = []
  let rest = partsOf(type)
  for (const { name, shapes: wanted } of context.named) {
    const given = rest.map(shape)
    if (name === self || !wanted.every((one) => given.includes(one))) continue
    names.push(name)
    rest = rest.filter((part) => !wanted.includes(shape(part)))
  }
  const texts = new Set([...names, ...rest.map((part) => partText(context, part, schema))])
  if (texts.has("true") && texts.delete("false")) {
    texts.delete("true")
    texts.add("boolean")
  }
  return [...texts].sort(asAlternatives).join(" | ")
}

/** @param {Context} context @param {Named} named */
const declarationText = (context, { name, type, schema, doc }) => {
  const text = typeText(context, type, schema, name)
  const isObject = partsOf(type).length === 1 && text.startsWith("{")
  return `${asComment(doc)}export ${isObject ? `interface ${name}` : `type ${name} =`} ${text}\n`
}

/** @param {ts.Program} program @param {string} name @param {Source} source @returns {Named} */
const find = (program, name, { from, as = name, member = [], doc }) => {
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(declarationsOf(from))
  const module = file && checker.getSymbolAtLocation(file)
  const exported = module && checker.tryGetMemberInModuleExports(as, module)
  const isAlias = exported !== undefined && (exported.flags & ts.SymbolFlags.Alias) !== 0
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
  if (symbol === undefined) throw new Error(`${from} exports no ${as}; run tsc -b first`)
  const schema = symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined
  const whole = schema === undefined ? checker.getDeclaredTypeOfSymbol(symbol) : memberOf(checker, schema, "Encoded")
  const type = memberAt(checker, whole, member)
  if (type === undefined) throw new Error(`${as} of ${from} is not a schema with ${member.join(".")}`)
  const path = member.flatMap((key) => ["fields", key])
  const shapes = shapesOf(checker, type)
  return { name, type, schema: memberAt(checker, schema, path), doc: doc ?? commentOn(checker, symbol), shapes }
}

const wireTypes = () => {
  const files = Object.values(sources).map(({ from }) => declarationsOf(from))
  const program = ts.createProgram([...new Set(files)], options)
  const found = Object.entries(sources).map(([name, source]) => find(program, name, source))
  const named = [...found].sort((a, b) => b.shapes.length - a.shapes.length)
  const context = { checker: program.getTypeChecker(), named }
  return [header, ...found.map((one) => declarationText(context, one))].join("\n")
}

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))

/** As the workspace formats all it holds. @param {string} text */
const format = (text) => {
  const root = here("../../")
  const biome = createRequire(here("../../package.json")).resolve("@biomejs/biome/bin/biome")
  const args = [biome, "format", "--stdin-file-path=packages/client/src/wire/Wire.ts"]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: "utf8" })
  if (status !== 0) throw new Error(`biome: ${stderr}`)
  return stdout
}

/** @param {string} file @param {boolean} check */
const writeTypes = (file, check) => {
  const text = format(wireTypes())
  if (existsSync(file) && readFileSync(file, "utf8") === text) return 0
  if (check) {
    console.error(`${file} does not match the declared API; run node packages/client/wire-types.mjs`)
    return 1
  }
  writeFileSync(file, text)
  return 0
}

/** @param {ReadonlyArray<string>} args */
const main = (args) => {
  const help = args.includes("--help") || args.includes("-h")
  const [file = here("src/wire/Wire.ts"), ...others] = args.filter((arg) => arg !== "--check")
  if (help || others.length > 0 || file.startsWith("-")) {
    process.stdout.write(usage)
    return help ? 0 : 2
  }
  try {
    return writeTypes(file, args.includes("--check"))
  } catch (error) {
    console.error(`wire-types.mjs: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

process.exitCode = main(process.argv.slice(2))
