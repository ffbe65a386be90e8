/**
 * Loaded only for a configuration in YAML. The import is static since a bundle has the names of CommonJS only that way.
 *
 * @module
 */
import { type Document, isCollection, LineCounter, parseDocument, visit } from "yaml"

/** Problems in words. The parser's own messages quote the document, which may hold a password. */
const words: Readonly<Record<string, string>> = {
  BAD_ALIAS: "an invalid alias; quote a text that starts with *",
  BAD_DQ_ESCAPE: "an invalid escape in double quotes",
  BAD_INDENT: "wrong indentation",
  BAD_SCALAR_START: "a character that no text can start with; quote the text",
  BLOCK_AS_IMPLICIT_KEY: "a mapping within the line of another; quote a text with a colon",
  DUPLICATE_KEY: "a key that is there already",
  MISSING_CHAR: "a missing character, such as a closing quote, a bracket, or a comma",
  MULTILINE_IMPLICIT_KEY: "a key of several lines, or a text where a key is expected",
  MULTIPLE_DOCS: "a second document",
  TAB_AS_INDENT: "a tab as indentation",
  TAG_RESOLVE_FAILED: "an unknown tag; quote a text that starts with !",
  UNEXPECTED_TOKEN: "something that cannot be here",
  UNKNOWN_ALIAS: "an alias of nothing; quote a text that starts with *",
  COLLECTION_KEY: "a list or mapping as a key; quote a text that starts with a bracket",
}

/** What is wrong, and where. */
interface Problem {
  readonly code: string
  readonly offset: number
}

/** What the parser accepts, and only complains about once the document becomes a value, with the text. */
const valueProblem = (document: Document.Parsed): Problem | null => {
  let problem: Problem | null = null
  const found = (code: string, range: readonly [number, ...Array<number>] | null | undefined): symbol => {
    problem = { code, offset: range?.[0] ?? 0 }
    return visit.BREAK
  }
  visit(document, {
    Alias: (_, alias) => (alias.resolve(document) === undefined ? found("UNKNOWN_ALIAS", alias.range) : undefined),
    Pair: (_, { key }) => (isCollection(key) ? found("COLLECTION_KEY", key.range) : undefined),
  })
  return problem
}

const firstProblem = (document: Document.Parsed): Problem | null => {
  // A tag that is unknown is only warned of, and its value becomes another one.
  const [first] = [...document.errors, ...document.warnings]
  return first === undefined ? valueProblem(document) : { code: first.code, offset: first.pos[0] }
}

/**
 * The content of a YAML document.
 *
 * @returns throws the first problem with its line and column, without any text of the document
 */
export const parseYaml = (text: string): unknown => {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { prettyErrors: false, logLevel: "error", lineCounter })
  const problem = firstProblem(document)
  if (problem === null) return document.toJS()
  const { col, line } = lineCounter.linePos(problem.offset)
  throw new Error(`is not valid YAML: ${words[problem.code] ?? problem.code} at line ${line}, column ${col}`)
}
