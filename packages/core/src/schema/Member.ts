/**
 * How members of objects on the wire are declared.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** A member that may be absent, but not `undefined`: JSON knows no such value. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** As an annotation: a key that has no place is an issue. Without it decoding drops such a key and says nothing. */
export const strict = { parseOptions: { onExcessProperty: "error" } } as const
