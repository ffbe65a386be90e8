/**
 * The options `evidence.controller` and `evidence.processing`: what exports in standard forms say about the operator of
 * the site and about the use of each category.
 *
 * @module
 */
import {
  type Authored,
  NonBlank,
  optional,
  type OptionGroup,
  type Resolved,
  says,
  withDefault,
} from "@consent-service/core/authored"
import * as Schema from "effect/Schema"

const Country = Schema.String.pipe(Schema.pattern(/^[A-Z]{2}$/)).annotations(
  says("must be an ISO 3166-1 code of two capital letters, such as DE"),
)

const isPage = (text: string): boolean => URL.canParse(text) && /^https?:\/\//.test(text)

const Page = Schema.String.pipe(Schema.filter(isPage)).annotations(
  says("must be a URL that begins with https:// or http://"),
)

const Names = Schema.Array(NonBlank).annotations(says("must be an array of texts"))

const controllerFields = {
  /** The name of the company or person. */
  name: NonBlank,
  /** Who answers questions about privacy: a person or a department. */
  contact: NonBlank,
  /** The postal address, in one line. */
  address: NonBlank,
  /** The country of the address: ISO 3166-1. */
  country: Country,
  /** The email address for questions about privacy. */
  email: NonBlank,
  /** The telephone number; may be left out, but a Kantara receipt needs one. */
  phone: optional(NonBlank),
  /** The address of the website; may be left out. */
  url: optional(Page),
  /** The address of the privacy policy. */
  privacyPolicy: Page,
  /** How consent is withdrawn: the address of a page, or words. */
  withdrawal: NonBlank,
}

/** Who is responsible, as it is written in `evidence.controller`. */
export interface ControllerOptions extends Authored<typeof controllerFields>, OptionGroup {}

/** {@link ControllerOptions} as decoded. */
export interface ControllerResolved extends Resolved<typeof controllerFields> {}

/** The schema of `evidence.controller`. */
export const ControllerOption: Schema.Schema<ControllerResolved, ControllerOptions> = Schema.Struct(controllerFields)

const processingFields = {
  /** What the data are used for, in a few words. */
  purpose: NonBlank,
  /** The categories of personal data, such as `Online identifiers`. */
  dataCategories: Names.pipe(Schema.minItems(1)).annotations(says("must be an array of at least one text")),
  /** Which of them are sensitive, in the sense of article 9 of the GDPR; none when left out. */
  sensitive: withDefault(Names, []),
  /** Who receives the data; none when left out. */
  recipients: withDefault(Names, []),
  /** How long the data are kept, such as `13 months`. */
  retention: NonBlank,
  /** Where the data are kept, such as `European Union`. */
  storage: NonBlank,
}

/** What a category is used for, as it is written in `evidence.processing`. */
export interface ProcessingOptions extends Authored<typeof processingFields>, OptionGroup {}

/** {@link ProcessingOptions} with defaults. */
export interface ProcessingResolved extends Resolved<typeof processingFields> {}

const Processing: Schema.Schema<ProcessingResolved, ProcessingOptions> = Schema.Struct(processingFields).pipe(
  Schema.filter(({ dataCategories, sensitive }) =>
    sensitive.flatMap((name, at) =>
      dataCategories.includes(name) ? [] : [{ path: ["sensitive", at], message: "must be one of dataCategories" }],
    ),
  ),
)

const categoryFields = {
  /** Of the category `experience`. */
  experience: optional(Processing),
  /** Of the category `functionality`. */
  functionality: optional(Processing),
  /** Of the category `marketing`. */
  marketing: optional(Processing),
  /** Of the category `measurement`. */
  measurement: optional(Processing),
}

/** What each category is used for, as it is written in `evidence.processing`. */
export interface ProcessingByCategory extends Authored<typeof categoryFields>, OptionGroup {}

/** {@link ProcessingByCategory} with defaults. */
export interface ProcessingByCategoryResolved extends Resolved<typeof categoryFields> {}

/** The schema of `evidence.processing`. */
export const ProcessingOption: Schema.Schema<ProcessingByCategoryResolved, ProcessingByCategory> =
  Schema.Struct(categoryFields)
