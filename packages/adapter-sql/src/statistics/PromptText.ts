/** How contributions of prompts are stored while they wait. */
import { type Contribution, type Counts, dimensions, noCounts } from "@consent-service/core/statistics"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** Of all counts, prompts have one. */
const Waiting = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      day: Schema.Int,
      shown: Schema.Int,
      groups: Schema.Array(
        Schema.Struct({ dimension: Schema.Literal(...dimensions), value: Schema.String, part: Schema.String }),
      ),
    }),
  ),
)

const decode = Schema.decodeUnknownEither(Waiting)

const shownOnly = (shown: number): Counts => ({ ...noCounts, shown })

/** Contributions as text: their prompts alone. */
export const writeContributions = (contributions: ReadonlyArray<Contribution>): string =>
  JSON.stringify(contributions.map(({ counts: { shown }, day, groups }) => ({ day, shown, groups })))

/** The contributions in a text; none for a text of another program. */
export const readContributions = (text: string): ReadonlyArray<Contribution> =>
  Either.match(decode(text), {
    onLeft: () => [],
    onRight: (waiting) => waiting.map(({ day, groups, shown }) => ({ day, groups, counts: shownOnly(shown) })),
  })
