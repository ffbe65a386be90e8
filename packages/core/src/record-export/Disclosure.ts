/**
 * What standard forms of a record say that no record has: who is responsible, and what each category is used for.
 *
 * @module
 */
import type { OptionalCategory } from "../policy/Category.js"

/** Who decides why and how personal data are processed. */
export interface Controller {
  readonly name: string
  /** Who answers questions about privacy: a person or a department. */
  readonly contact: string
  /** The postal address, in one line. */
  readonly address: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly email: string
  readonly phone?: string
  readonly url?: string
  /** The address of the privacy policy. */
  readonly privacyPolicy: string
  /** How consent is withdrawn: the address of a page, or words. */
  readonly withdrawal: string
}

/** What a category is used for. */
export interface Processing {
  readonly purpose: string
  /** The categories of personal data, such as "Online identifiers". */
  readonly dataCategories: ReadonlyArray<string>
  /** Which of them are sensitive, in the sense of article 9 of the GDPR. */
  readonly sensitive: ReadonlyArray<string>
  /** Who receives them; empty for none. */
  readonly recipients: ReadonlyArray<string>
  /** How long the data are kept. */
  readonly retention: string
  /** Where they are kept. */
  readonly storage: string
}

/** What the controller says about the processing. */
export interface Disclosure {
  readonly controller: Controller
  readonly processing: Readonly<Partial<Record<OptionalCategory, Processing>>>
}
