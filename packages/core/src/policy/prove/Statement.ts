/**
 * Statements about rules, as a reviewer writes them: `EEA and UK => model is opt-in`, `location unknown => strictest`,
 * `US-CA with GPC => denies marketing, measurement`. `provePolicyRules` tries each over every visitor.
 *
 * Left of the arrow are locations, joined by `and`: `everyone`, `location unknown`, `EU`, `EEA`, `UK`, `Europe`, a
 * country (`DE`), a region (`US-CA`), a country without a known region (`US-?`), `US-other`, or
 * `jurisdiction GDPR`; then, optionally, `with GPC`, `without GPC`, `with IAB`, `without IAB`.
 *
 * Right of it are claims, joined by `and`: `strictest`; `matched`; `rule | model | prompt | scope mode | matched by
 * is [not] X [or Y]`; `model | prompt is at least X`; `denies <categories>`; `preselects nothing`;
 * `offers <rights>`.
 *
 * @module
 */
import * as Either from "effect/Either"
import { europe, europeanEconomicArea, europeanUnion, unitedKingdom } from "../../location/Countries.js"
import { Jurisdiction, jurisdictionOf } from "../../location/Jurisdiction.js"
import { normalizeRegion } from "../../location/Location.js"
import { optionalCategories } from "../Category.js"
import { PolicyModel, Prompt, type RegionMatch, Right, ScopeMode } from "../PolicyRule.js"
import { MatchedBy, type PolicyResolution } from "../PolicyResolution.js"
import { ruleIdOf } from "../MatchRule.js"
import type { ResolvedPolicy } from "../ResolvedPolicy.js"
import { compareModels, comparePrompts, compareStrictness } from "./Strictness.js"
import { isKnownCountry } from "./KnownCountry.js"
import { otherRegion, type Place } from "./VisitorSpace.js"

/** One visitor of the space. */
export interface VisitorCase {
  readonly place: Place
  readonly gpc: boolean
  readonly iab: boolean
}

/** A visitor's policy. */
export interface VisitorOutcome {
  readonly resolution: PolicyResolution
  /** The matched policy, or the clients' safe fallback where none matched. */
  readonly policy: ResolvedPolicy
  /** All policies of the rules, for `strictest`. */
  readonly policies: ReadonlyArray<ResolvedPolicy>
}

type Claim = (outcome: VisitorOutcome, visitor: VisitorCase) => boolean

/** A parsed statement. */
export interface Statement {
  readonly text: string
  /** Regions it names, which the space must distinguish. */
  readonly regions: ReadonlyArray<RegionMatch>
  readonly selects: (visitor: VisitorCase) => boolean
  readonly claims: Claim
}

type Parsed<A> = Either.Either<A, string>

type PlaceTest = (place: Place) => boolean

const inCountries =
  (countries: ReadonlyArray<string>): PlaceTest =>
  ({ country }) =>
    country !== null && countries.includes(country)

const namedPlaces: ReadonlyMap<string, PlaceTest> = new Map<string, PlaceTest>([
  ["EVERYONE", () => true],
  ["LOCATION UNKNOWN", ({ country }) => country === null],
  ["EU", inCountries(europeanUnion)],
  ["EEA", inCountries(europeanEconomicArea)],
  ["UK", inCountries(unitedKingdom)],
  ["EUROPE", inCountries(europe)],
  ...Jurisdiction.literals.map(
    (jurisdiction) =>
      [
        `JURISDICTION ${jurisdiction}`,
        ({ country, region }: Place) => jurisdictionOf(country, region) === jurisdiction,
      ] as const,
  ),
])

interface ParsedPlace {
  readonly test: PlaceTest
  readonly region: RegionMatch | null
}

const parseRegion = (country: string, code: string): ParsedPlace => {
  if (code === "OTHER") {
    return { test: (place) => place.country === country && place.region === otherRegion, region: null }
  }
  const region = code === "?" ? null : normalizeRegion(code)
  return {
    test: (place) => place.country === country && place.region === region,
    region: region === null ? null : { country, region },
  }
}

const parsePlace = (text: string): Parsed<ParsedPlace> => {
  const name = text.trim().toUpperCase().replace(/\s+/g, " ")
  const known = namedPlaces.get(name)
  if (known !== undefined) return Either.right({ test: known, region: null })
  const [, country = "", code] = /^([A-Z][A-Z0-9])(?:-(\?|[A-Z0-9]{1,5}))?$/.exec(name) ?? []
  if (!isKnownCountry(country)) {
    return Either.left(
      `'${text.trim()}' is not a place (everyone, location unknown, EU, EEA, UK, Europe, DE, US-CA, US-?)`,
    )
  }
  return Either.right(
    code === undefined ? { test: (place) => place.country === country, region: null } : parseRegion(country, code),
  )
}

const subject = /^(?<places>.*?)(?<conditions>(?:\s+(?:and\s+)?(?:with|without)\s+(?:gpc|iab))*)\s*$/is

/** Whether `gpc` or `iab` must be on; unnamed ones may be either. */
const parseConditions = (text: string): Parsed<ReadonlyMap<string, boolean>> => {
  const conditions = new Map<string, boolean>()
  for (const [, word = "", signal = ""] of text.matchAll(/(with|without)\s+(gpc|iab)/gi)) {
    const [name, on] = [signal.toLowerCase(), word.toLowerCase() === "with"]
    if (conditions.get(name) === !on) return Either.left(`'${text.trim()}' asks for both with and without ${name}`)
    conditions.set(name, on)
  }
  return Either.right(conditions)
}

const parseSubject = (text: string): Parsed<Pick<Statement, "regions" | "selects">> => {
  const { conditions = "", places = "" } = subject.exec(text)?.groups ?? {}
  const parsed = Either.all({
    conditions: parseConditions(conditions),
    places: Either.all(places.split(/,|\s(?:and|or)\s/i).map(parsePlace)),
  })
  return Either.map(parsed, ({ conditions: conditionsByName, places: parsedPlaces }) => {
    const meets = (name: string, value: boolean) => (conditionsByName.get(name) ?? value) === value
    return {
      regions: parsedPlaces.flatMap(({ region }) => region ?? []),
      selects: ({ gpc, iab, place }) =>
        meets("gpc", gpc) && meets("iab", iab) && parsedPlaces.some(({ test }) => test(place)),
    }
  })
}

const oneOf = (text: string, allowed: ReadonlyArray<string>, what: string): Parsed<ReadonlyArray<string>> =>
  Either.all(
    text.split(/,|\s(?:or|and)\s/i).map((item): Parsed<string> => {
      const name = item.trim().toLowerCase()
      return allowed.includes(name)
        ? Either.right(name)
        : Either.left(`'${item.trim()}' is not a valid ${what} (${allowed.join(", ")})`)
    }),
  )

const ruleIds = (text: string): Parsed<ReadonlyArray<string>> =>
  Either.right(text.split(/,|\sor\s/i).map((id) => id.trim()))

interface Property {
  readonly values: (text: string) => Parsed<ReadonlyArray<string>>
  readonly read: (outcome: VisitorOutcome) => string | null
}

const properties: ReadonlyMap<string, Property> = new Map<string, Property>([
  ["rule", { values: ruleIds, read: ({ resolution }) => ruleIdOf(resolution) }],
  ["model", { values: (text) => oneOf(text, PolicyModel.literals, "model"), read: ({ policy }) => policy.model }],
  ["prompt", { values: (text) => oneOf(text, Prompt.literals, "prompt"), read: ({ policy }) => policy.prompt }],
  [
    "scope mode",
    { values: (text) => oneOf(text, ScopeMode.literals, "scope mode"), read: ({ policy }) => policy.scopeMode },
  ],
  [
    "matched by",
    {
      values: (text) => oneOf(text, MatchedBy.literals, "way to match"),
      read: ({ resolution }) => (resolution.status === "matched" ? resolution.matchedBy : null),
    },
  ],
])

const parseAtLeast = (name: string, text: string): Parsed<Claim> => {
  const wanted = text.trim().toLowerCase()
  const model = PolicyModel.literals.find((literal) => literal === wanted)
  if (name === "model" && model !== undefined) {
    return Either.right(({ policy }) => compareModels(policy.model, model) >= 0)
  }
  const prompt = Prompt.literals.find((literal) => literal === wanted)
  if (name === "prompt" && prompt !== undefined) {
    return Either.right(({ policy }) => comparePrompts(policy.prompt, prompt) >= 0)
  }
  return Either.left(`'${name} is at least ${text.trim()}' has no order to judge by`)
}

const parseProperty = (text: string): Parsed<Claim> | null => {
  const [, name = "", not, atLeast, value = ""] =
    /^(rule|model|prompt|scope mode|matched by)\s+is\s+(not\s+)?(at least\s+)?(.+)$/is.exec(text) ?? []
  const property = properties.get(name.toLowerCase())
  if (property === undefined) return null
  if (atLeast !== undefined && not !== undefined)
    return Either.left(`'${text}' is not a claim: write what is allowed instead`)
  if (atLeast !== undefined) return parseAtLeast(name.toLowerCase(), value)
  return Either.map(property.values(value), (values): Claim => {
    return (outcome) => values.includes(property.read(outcome) ?? "") === (not === undefined)
  })
}

const parseList = (text: string): Parsed<Claim> | null => {
  const [, verb = "", value = ""] = /^(denies|preselects|offers)\s+(.+)$/is.exec(text) ?? []
  switch (verb.toLowerCase()) {
    case "denies":
      return Either.map(oneOf(value, optionalCategories, "category"), (categories): Claim => {
        return ({ policy }, { gpc }) => {
          const denied: ReadonlyArray<string> = gpc ? policy.privacySignals.gpc.denyCategories : []
          return categories.every((category) => denied.includes(category))
        }
      })
    case "preselects":
      return Either.map(oneOf(value, ["nothing"], "list of preselected categories"), (): Claim => {
        return ({ policy }) => policy.preselectedCategories.length === 0
      })
    case "offers":
      return Either.map(oneOf(value, Right.literals, "right"), (rights): Claim => {
        return ({ policy }) => {
          const offered: ReadonlyArray<string> = policy.rights
          return rights.every((right) => offered.includes(right))
        }
      })
    default:
      return null
  }
}

const parseClaim = (text: string): Parsed<Claim> => {
  const claim = text.trim()
  if (/^strictest$/i.test(claim)) {
    return Either.right(({ policies, policy }) => policies.every((other) => compareStrictness(policy, other) >= 0))
  }
  if (/^matched$/i.test(claim)) return Either.right(({ resolution }) => resolution.status === "matched")
  return (
    parseProperty(claim) ??
    parseList(claim) ??
    Either.left(
      `'${claim}' is not a claim (strictest, matched, model is …, prompt is …, rule is …, denies …, offers …)`,
    )
  )
}

const startsClaim = /^(strictest|matched|rule|model|prompt|scope mode|denies|preselects|offers)\b/i

/** Splits at each `and` before another claim; others belong to a claim's list. */
const splitClaims = (text: string): ReadonlyArray<string> => {
  const claims: Array<string> = []
  for (const part of text.split(/\sand\s/i)) {
    const last = claims.at(-1)
    if (last === undefined || startsClaim.test(part.trim())) claims.push(part)
    else claims[claims.length - 1] = `${last}, ${part}`
  }
  return claims
}

/**
 * Reads a statement.
 *
 * @returns the statement, or why it cannot be read
 */
export const parseStatement = (text: string): Parsed<Statement> => {
  const [left = "", right, ...rest] = text.split("=>")
  if (right === undefined || rest.length > 0) return Either.left("must be written as '<places> => <claims>'")
  return Either.map(
    Either.all({ subject: parseSubject(left), claims: Either.all(splitClaims(right).map(parseClaim)) }),
    ({ claims, subject: parsed }) => ({
      ...parsed,
      text: text.trim(),
      claims: (outcome, visitor) => claims.every((claim) => claim(outcome, visitor)),
    }),
  )
}
