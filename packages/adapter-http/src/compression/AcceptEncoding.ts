/**
 * Which content codings a client accepts, by its `Accept-Encoding` header (RFC 9110, 12.5.3).
 *
 * @module
 */

/** A content coding that answers can have. */
export type Coding = "br" | "gzip"

/** The form of an answer's bytes: uncompressed, or in a coding. */
export type Form = Coding | "identity"

/** Among forms of equal weight, the smaller one is sent. */
const forms: ReadonlyArray<Form> = ["br", "gzip", "identity"]

/** A form that the header does not name: acceptable only if no better one exists. */
const unnamed = 0.0001

const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** The weight of a member like `gzip;q=0.5`; one that is malformed accepts nothing. */
const weightOf = (parameters: ReadonlyArray<string>): number => {
  const [only, ...others] = parameters
  if (only === undefined) return 1
  const [name = "", value = ""] = only.split("=").map((part) => part.trim())
  return others.length === 0 && name.toLowerCase() === "q" && weight.test(value) ? Number(value) : 0
}

/** The weights of a header; of a coding that it names twice, the lower one. */
const weightsIn = (header: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const member of header.split(",")) {
    const [name = "", ...parameters] = member.split(";").map((part) => part.trim())
    if (name === "") continue
    const coding = name.toLowerCase() === "x-gzip" ? "gzip" : name.toLowerCase()
    weights.set(coding, Math.min(weights.get(coding) ?? 1, weightOf(parameters)))
  }
  return weights
}

/**
 * The forms that a client accepts, the most wanted first. `identity` is the last of them unless the header says
 * otherwise, and is missing only where the header refuses it: by `identity;q=0`, or by `*;q=0` without naming it.
 *
 * @param header - the value of `Accept-Encoding`; null where the request has none, which is answered uncompressed
 * @returns `["br", "gzip", "identity"]` for `gzip, br`, and `["gzip", "identity"]` for `br;q=0, gzip;q=0.5`
 */
export const acceptedForms = (header: string | null): ReadonlyArray<Form> => {
  if (header === null) return ["identity"]
  const weights = weightsIn(header)
  const weighed = forms.map((form) => ({
    form,
    weight: weights.get(form) ?? weights.get("*") ?? (form === "identity" ? unnamed : 0),
  }))
  return weighed
    .filter((one) => one.weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ form }) => form)
}
