/**
 * Loaded only for a configuration in YAML. The import is static since a bundle has the names of CommonJS only that way.
 *
 * @module
 */
import { parse } from "yaml"

/** The content of a YAML document; problems are reported with their line. */
export const parseYaml = (text: string): unknown => parse(text, { prettyErrors: true })
