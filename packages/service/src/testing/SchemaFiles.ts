/** Checks exports against the schemas that the package ships. */
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import jsonld from "jsonld"
import { Parser, Store } from "n3"
import { readFileSync } from "node:fs"
import SHACLValidator from "rdf-validate-shacl"

const schemaText = (name: string): string => readFileSync(new URL(`../../schemas/${name}`, import.meta.url), "utf8")

const graphOf = (text: string): Store => new Store(new Parser().parse(text))

/** A document that reaches for the network is refused: everything it means is in it. */
const offline = (address: string): never => {
  throw new Error(`a document must not need ${address}`)
}

/** The triples of a JSON-LD document. */
export const triplesOf = async (document: object): Promise<Store> => {
  const options: jsonld.Options.ToRdf & { readonly safe: boolean } = {
    format: "application/n-quads",
    documentLoader: async (address: string) => offline(address),
    // An undefined term would be dropped without a word; the types do not have it.
    safe: true,
  }
  const text: unknown = await jsonld.toRDF(JSON.parse(JSON.stringify(document)), options)
  return graphOf(String(text))
}

/** What SHACL finds in a graph of consent records; empty when it conforms. */
export const shaclFindings = async (graph: Store): Promise<ReadonlyArray<string>> => {
  const validator = new SHACLValidator(graphOf(schemaText("iso27560.shacl.ttl")))
  const { results } = await validator.validate(graph)
  return results.map(({ focusNode, path, sourceConstraintComponent }) =>
    [focusNode, path, sourceConstraintComponent].map((term) => String(term?.value ?? "")).join(" "),
  )
}

/** Makes a check of Kantara receipts, which returns what is wrong with one; empty when it is valid. */
export const kantaraCheck = (): ((receipt: unknown) => ReadonlyArray<string>) => {
  const ajv = new Ajv2020({ allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(schemaText("kantara-consent-receipt-1.1.0.schema.json")))
  return (receipt) =>
    validate(receipt) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
