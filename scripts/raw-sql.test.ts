/** Text that enters a statement as SQL, not as a parameter: each place is a constant, or listed here with its reason. */
import { assert, describe, it } from "vitest"
import ts from "typescript"
import { readTracked, trackedFiles } from "./tracked.mjs"

/** A place where a text becomes SQL. */
interface Place {
  readonly path: string
  /** What is called, such as `literal`. */
  readonly via: string
  /** The source of the text, on one line. */
  readonly text: string
}

const oneLine = (node: ts.Node): string => node.getText().replaceAll(/\s+/g, " ")

/** Methods of a client that take SQL as text; `sql(name)` quotes a name, and a tagged template binds its values. */
const takesText = new Set(["literal", "unsafe", "unsafeFragment"])

/** Methods of drivers and connections; outside the adapter, these names mean other things. */
const runsText = new Set(["execute", "executeRaw", "executeUnprepared", "executeValues", "prepare", "query", "ahead"])

const runsStatements = (receiver: string): boolean => /(^|\.)(database|db|connection|sqlite|native)$/.test(receiver)

const isConstant = (node: ts.Expression | undefined): boolean =>
  node === undefined ||
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  (ts.isTemplateExpression(node) && node.templateSpans.every(({ expression }) => isConstant(expression)))

/** The name of a method that is called, if a text may become SQL by it. */
const methodOf = (path: string, { expression }: ts.CallExpression): string | null => {
  if (ts.isElementAccessExpression(expression)) {
    const { argumentExpression: name } = expression
    return ts.isStringLiteral(name) && takesText.has(name.text) ? name.text : null
  }
  if (!ts.isPropertyAccessExpression(expression)) return null
  const { text: name } = expression.name
  if (takesText.has(name)) return name
  if (!path.startsWith("packages/adapter-sql/")) return null
  // `exec` is that of regular expressions, too.
  if (name === "exec") return runsStatements(oneLine(expression.expression)) ? name : null
  return runsText.has(name) ? name : null
}

const placesIn = (path: string, source: string): ReadonlyArray<Place> => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found: Array<Place> = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const via = methodOf(path, node)
      const [text] = node.arguments
      if (via !== null && text !== undefined && !isConstant(text)) found.push({ path, via, text: oneLine(text) })
    }
    // Passed on as a value, it would be called where no call shows.
    if (ts.isBindingElement(node) && takesText.has((node.propertyName ?? node.name).getText())) {
      found.push({ path, via: "taken out", text: oneLine(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const number = "a number by its type: digits only"
const passesOn = "passes on a statement that a client has compiled"
const written = "a text that this module writes: placeholders and names of columns of the code, with all values bound"
const settings = "settings of a connection: constants of this module, or of SqlitePragmas.ts"

/** By file below `packages/adapter-sql/src`: what becomes SQL there, and why no request's data can. */
const allowed: Readonly<Record<string, ReadonlyArray<readonly [reason: string, ...texts: ReadonlyArray<string>]>>> = {
  "Verification.ts": [[number, "String(subjectsAPage)"]],
  "client/BuiltInSqlite.ts": [
    [passesOn, "sql", "text"],
    [settings, "`pragma busy_timeout = ${busyTimeoutMs}`"],
  ],
  "client/MysqlKill.ts": [["the place of a number that is bound, and a number", "place", "`kill ${Number(id)}`"]],
  "client/SqliteFile.ts": [[settings, "pragma", "durable"]],
  "client/SqliteThreads.ts": [
    [passesOn, "sql"],
    [settings, "queryOnly", "busyTimeout"],
  ],
  "client/Wrapped.ts": [[passesOn, "sql"]],
  "consent/IdentityLinks.ts": [["columns: a constant of Statements.ts", "subjectFields"]],
  "consent/Statements.ts": [
    [number, "String(value)"],
    ["a part of a statement that is compiled once, without parameters", "statement.compile(true)[0]"],
    ["columns: a constant", "subjectFields"],
  ],
  "dialect/MysqlDialect.ts": [[number, "`${Math.max(1, Math.ceil(timeoutMs / 1_000))}`"]],
  "dialect/PgDialect.ts": [["the key of the lock of migrations: a constant", "lockKey"]],
  "dialect/SqliteDialect.ts": [[settings, "pragma"]],
  "dialect/Transactions.ts": [
    ["how a transaction begins and ends: constants of the dialects, and the number of a savepoint", "text"],
  ],
  "evidence-log/LogStatements.ts": [[number, "String(mostCounted)", "String(limit)", "`order by id limit ${limit}`"]],
  "evidence-log/Records.ts": [[number, "String(limit)"]],
  "evidence-log/Statistics.ts": [
    [
      "columns: constants of StatisticColumns.ts",
      'countColumns.join(", ")',
      'countColumns.map((name) => `sum(${name}) as ${name}`).join(", ")',
    ],
  ],
  "evidence-log/StoredRows.ts": [[number, "String(limit)"]],
  "schema/Schema.ts": [
    [
      "migrations: texts of the code with the checked prefix",
      "text",
      "withNames(schema.migrationsTable, prefix, schema)",
    ],
  ],
  "schema/SchemaState.ts": [
    ["the id, the checksum and the time of a migration, all of the code", "`'${id}', '${checksum}', ${appliedAt}`"],
  ],
  "statement/Ahead.ts": [[passesOn, "text"]],
  "statement/InsertRows.ts": [
    [written, 'Array.from({ length: size }, () => row).join(",")', "texts.get(size) ?? makeText(size)"],
  ],
  "statement/MysqlInsertRows.ts": [[written, 'names.map(() => "?").join(",")', "text"]],
  "statement/PgInsertRows.ts": [
    [written, "arraysFrom(1, target)", "arraysFrom(1 + target.columns.length, companion)", "text"],
  ],
  "statement/Queries.ts": [[passesOn, "text"]],
  "statement/SqliteInsertRows.ts": [
    [
      written,
      'names.map((_, index) => `v.column${index + 1}`).join(",")',
      "`v.column${names.indexOf(name) + 1}`",
      'Array.from({ length: size }, () => placeholders).join(",")',
      "texts.get(size) ?? makeText(size)",
    ],
  ],
  "statement/ValuesInsertRows.ts": [
    [written, "placeholders(rows, names.length)", "textFor(cells.length / names.length)"],
  ],
  "statistics/CountEntries.ts": [[number, "String(mostLists)"]],
  "verification/EachRow.ts": [[number, "String(rowsAPage)"]],
}

/** The places of modules that are built into packages. */
const places = trackedFiles()
  .filter((path) => /^packages\/[^/]+\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path))
  .flatMap((path) => placesIn(path, readTracked(path) ?? ""))

const root = "packages/adapter-sql/src/"

describe("texts that become SQL (threat: SQL injection)", () => {
  it("are constants, or listed with a reason", () => {
    const isListed = ({ path, text }: Place) =>
      path.startsWith(root) && (allowed[path.slice(root.length)] ?? []).some(([, ...texts]) => texts.includes(text))
    const unlisted = places.filter((place) => !isListed(place))
    assert.deepStrictEqual(
      unlisted.map(({ path, text, via }) => `${path}: ${via}(${text})`),
      [],
    )
  })

  it("are all there that are listed", () => {
    const left = Object.entries(allowed).flatMap(([file, reasons]) =>
      reasons.flatMap(([, ...texts]) =>
        texts.flatMap((text) =>
          places.some((place) => place.path === root + file && place.text === text) ? [] : [`${file}: ${text}`],
        ),
      ),
    )
    assert.deepStrictEqual(left, [])
  })

  it.each([
    ["sql`select ${sql.literal(request.body.order)}`", ["request.body.order"]],
    ["sql.unsafe(`select * from t where id = '${id}'`)", ["`select * from t where id = '${id}'`"]],
    ["this.client.sql.literal(column + ' desc')", ["column + ' desc'"]],
    ['sql["unsafe"](text)', ["text"]],
    ["Statement.unsafeFragment(text)", ["text"]],
    ["const { literal: raw } = sql", ["literal: raw"]],
    ["connection.executeRaw(text, [])", ["text"]],
    ["db.exec(text)", ["text"]],
    ["sql.literal(`limit ${'1'}`)", []],
    ["sql`select ${id} from ${sql(table)}`", []],
    ["/x/.exec(text)", []],
  ])("in %s: %j", (source, texts) => {
    const found = placesIn(`${root}a.ts`, source)
    assert.deepStrictEqual(
      found.map(({ text }) => text),
      texts,
    )
  })
})
