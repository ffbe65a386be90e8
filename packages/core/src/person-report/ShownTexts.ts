/**
 * What a banner said.
 *
 * @module
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Notice } from "../consent/ReconstructNotice.js"

/** A category as it was named. */
export interface ShownCategory {
  readonly title: string
  readonly description: string
}

/** What a banner said. */
export interface ShownTexts {
  /** BCP 47. */
  readonly language: string
  readonly title: string
  readonly description: string
  /** By the name of the category. */
  readonly categories: Readonly<Record<string, ShownCategory>>
}

const Category = Schema.Struct({ title: Schema.String, description: Schema.String })

const Texts = Schema.Struct({
  language: Schema.String,
  translations: Schema.Struct({
    cookieBanner: Schema.Struct({
      title: Schema.String,
      description: Schema.String,
      noticeTitle: Schema.optional(Schema.String),
      noticeDescription: Schema.optional(Schema.String),
    }),
    consentTypes: Schema.Record({ key: Schema.String, value: Category }),
  }),
})

const readTexts = Schema.decodeUnknownOption(Texts)

/** The texts of a banner that was archived; null for something else. */
const archivedTexts = (texts: unknown): typeof Texts.Type | null => Option.getOrNull(readTexts(texts))

/**
 * The language of archived texts.
 *
 * @returns BCP 47; null where they are not the texts of a banner
 * @example
 * ```ts
 * import { languageOfTexts } from "@consent-service/core/person"
 *
 * languageOfTexts("something else") // null
 * ```
 */
export const languageOfTexts = (texts: unknown): string | null => archivedTexts(texts)?.language ?? null

/**
 * Reads what a banner said from its archived texts. A notice without a choice has texts of its own.
 *
 * @returns null where no texts are archived for it
 * @example
 * ```ts
 * import type { Notice } from "@consent-service/core/consent"
 * import { shownTexts } from "@consent-service/core/person"
 *
 * const titleOf = (notice: Notice): string | null => shownTexts(notice)?.title ?? null
 * ```
 */
export const shownTexts = ({ decision, texts }: Pick<Notice, "decision" | "texts">): ShownTexts | null => {
  const archived = archivedTexts(texts)
  if (archived === null) return null
  const { consentTypes: categories, cookieBanner: banner } = archived.translations
  const isNotice = decision?.policy.prompt === "notice"
  const title = (isNotice ? banner.noticeTitle : undefined) ?? banner.title
  const description = (isNotice ? banner.noticeDescription : undefined) ?? banner.description
  return { language: archived.language, title, description, categories }
}
