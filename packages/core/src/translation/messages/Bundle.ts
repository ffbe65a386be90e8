/**
 * The texts of one language, in the shape they have on the wire.
 *
 * @module
 */
import * as Schema from "effect/Schema"
import { described } from "../../schema/Documentation.js"

const Text = Schema.String

const TitledText = Schema.Struct({ title: Text, description: Text })

/** A title and a text for each consent category. */
const ConsentTypeTexts = Schema.Struct({
  necessary: TitledText,
  functionality: TitledText,
  experience: TitledText,
  measurement: TitledText,
  marketing: TitledText,
})

const VendorTexts = Schema.Struct({
  /** Holds `{count}`. */
  title: Text,
  /** Holds `{vendor}`. */
  switchLabel: Text,
  disabledByCategory: Text,
  privacyPolicy: Text,
})

/** The table of a vendor's cookies. */
const CookieTexts = Schema.Struct({
  /** Holds `{count}`. */
  title: Text,
  name: Text,
  purpose: Text,
  duration: Text,
})

/** The placeholder for embedded content that waits for consent. */
const ConsentGateTexts = Schema.Struct({
  /** Holds `{category}`. */
  title: Text,
  /** Holds `{category}`. */
  actionButton: Text,
  policyBlocked: Text,
  loading: Text,
  error: Text,
  /** Holds `{vendor}`. */
  provider: Text,
  /** Loads the content on this page only, without a record. */
  once: Text,
  /** Grants consent. */
  always: Text,
})

const IabBannerTexts = Schema.Struct({
  title: Text,
  /** Holds `{partnerCount}`, for which a client puts its `partnersLink`. */
  description: Text,
  /** A noun phrase such as `our 17 partners`. Holds `{count}`. */
  partnersLink: Text,
  /** Holds `{count}`. */
  andMore: Text,
  legitimateInterestNotice: Text,
  scopeServiceSpecific: Text,
  scopeGroup: Text,
})

const IabPurposeTexts = Schema.Struct({
  partners: Text,
  vendorsUseLegitimateInterest: Text,
  examples: Text,
  partnersUsingPurpose: Text,
  withYourPermission: Text,
  legitimateInterest: Text,
  objectButton: Text,
  objected: Text,
  rightToObject: Text,
})

const IabVendorListTexts = Schema.Struct({
  search: Text,
  /** Holds `{filtered}` and `{total}`. */
  showingCount: Text,
  iabVendorsHeading: Text,
  iabVendorsNotice: Text,
  customVendorsHeading: Text,
  customVendorsNotice: Text,
  purposes: Text,
  specialPurposes: Text,
  specialFeatures: Text,
  features: Text,
  dataCategories: Text,
  usesCookies: Text,
  nonCookieAccess: Text,
  /** Holds `{days}`. */
  maxAge: Text,
  /** Holds `{days}`. */
  retention: Text,
  legitimateInterest: Text,
  privacyPolicy: Text,
  storageDisclosure: Text,
  requiredNotice: Text,
})

const IabPreferenceCenterTexts = Schema.Struct({
  title: Text,
  description: Text,
  tabs: Schema.Struct({ purposes: Text, vendors: Text }),
  purposeItem: IabPurposeTexts,
  specialPurposes: Schema.Struct({ title: Text, tooltip: Text }),
  features: TitledText,
  vendorList: IabVendorListTexts,
  footer: Schema.Struct({ consentStorage: Text }),
})

/** The texts of the IAB TCF banner and preference centre. */
const IabTexts = Schema.Struct({
  banner: IabBannerTexts,
  preferenceCenter: IabPreferenceCenterTexts,
  common: Schema.Struct({
    acceptAll: Text,
    rejectAll: Text,
    customize: Text,
    saveSettings: Text,
    loading: Text,
    showingSelectedVendor: Text,
    clearSelection: Text,
    customPartner: Text,
  }),
})

/**
 * The texts of one language as `/init` sends them: `translations.translations`. A leaf is a plain
 * text that may hold `{placeholders}`; the `iab` section is there only when the IAB payload applies.
 */
export const TranslationBundle = Schema.Struct({
  common: Schema.Struct({
    acceptAll: Text,
    rejectAll: Text,
    customize: Text,
    save: Text,
    close: Text,
    /** Precedes the name of the product behind the banner: `Powered by`. */
    securedBy: Text,
    dismiss: Text,
    acknowledge: Text,
    /** Says that the policy or the vendor list cannot be loaded, so that only a refusal can be recorded now. */
    unavailable: Text,
    /** In place of the switch of a category that is not optional. */
    alwaysActive: Text,
    /** Names the control that selects the language. */
    language: Text,
  }),
  cookieBanner: Schema.Struct({ title: Text, description: Text, noticeTitle: Text, noticeDescription: Text }),
  consentManagerDialog: Schema.Struct({ title: Text, description: Text, vendors: VendorTexts, cookies: CookieTexts }),
  consentTypes: ConsentTypeTexts,
  consentGate: ConsentGateTexts,
  legalLinks: Schema.Struct({ privacyPolicy: Text, cookiePolicy: Text, termsOfService: Text }),
  rights: Schema.Struct({ optOut: Text, preferences: Text }),
  iab: Schema.optionalWith(IabTexts, { exact: true }),
}).annotations({
  identifier: "TranslationBundle",
  ...described({
    description: "The texts of one language, by where they are shown",
  }),
})
export type TranslationBundle = typeof TranslationBundle.Type

/** Every text of one language, the `iab` section included: what a language has to bring to be shipped. */
export type CompleteBundle = TranslationBundle & Required<Pick<TranslationBundle, "iab">>
