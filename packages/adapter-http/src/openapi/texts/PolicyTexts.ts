/**
 * Words for policies, texts and vendors (policy.md 2.3, 5.1, 5.4, 6 to 8).
 *
 * @module
 */
import type { SchemaText } from "./SchemaText.js"

const vendor = {
  name: "What visitors know it as",
  privacyPolicyUrl: "Where its privacy policy is",
  description: "What it does, for visitors",
}

const category = "Categories, each at most once"

/** Of what a banner is shown from. */
export const policyTexts = {
  InitBody: {
    description: "Everything a banner needs for one visitor. For an unsupported contract it has no optional member",
    fields: {
      branding: "Whose mark the banner shows",
      hosting: "Who runs the service; not signed, and proof of nothing",
      appName: "The site's name",
      translations: "The texts that the visitor reads",
      "translations.language": "Their language",
      vendors: "The vendors that the site declares; an empty list for none",
      vendorListVersion: "What the site calls the list, for display",
      cmpId: "The CMP's id with IAB Europe, where IAB applies",
      customVendors: "Vendors not registered with IAB, where IAB applies",
      gvl: "The Global Vendor List, where IAB applies and lists are loaded; null while it cannot be had",
      gvlReference: "In its place, where lists are delivered by reference: where the list is",
      policySnapshotToken:
        "The policy and its inputs, signed; present where a policy matched and a signing key is configured",
    },
  },
  ServedVendorList: {
    description:
      "A Global Vendor List, member for member as IAB publishes it; of its vendors those that were asked for",
    fields: {
      vendorListVersion: "Which list it is",
      vendors: "The vendors, by their ids",
    },
  },
  VendorListReference: {
    description: "An address that always stands for the same vendor list, and can be kept by caches",
    fields: {
      path: "Below the service's own address",
      vendorListVersion: "Which list it is",
      language: "The language of its texts",
    },
  },
  Manifest: {
    description: "The policy configuration that depends on no visitor. A host resolves its own visitors from it",
    fields: {
      schemaVersion: "The form of the manifest",
      revision: "Changes with anything else in the manifest",
      branding: "Whose mark the banner shows",
      hosting: "Who runs the service; not signed, and proof of nothing",
      appName: "The site's name",
      policyPacks: "The policies in their order, with whom they match; absent where none are configured",
      match: "Whom the policy is for",
      countries: "ISO 3166-1 codes",
      regions: "Regions, each with its country",
      "regions.country": "ISO 3166-1 code",
      "regions.region": "The part of its ISO 3166-2 code behind the hyphen",
      regionFallbacks: "Countries whose regions without a policy of their own match",
      isDefault: "For visitors that no other policy is for",
      fallback: "For visitors of whom no country is known",
      policyFailure: "Why no policy can be resolved; absent where they can",
      reason: "What is wrong",
      errors: "Each mistake, for whoever writes the configuration",
      iab: "IAB TCF, where it is enabled",
      enabled: "Always true",
      customVendors: "Vendors not registered with IAB",
      gvl: "The Global Vendor List",
      url: "Where it is",
      "gvl.version": "The version that is wanted",
      cmpId: "The CMP's id with IAB Europe",
      vendors: "The vendors that the site declares",
      vendorListVersion: "What the site calls the list, for display",
      defaults: "Settings that hold for every visitor",
      disableGeoLocation: "Visitors' locations count as unknown",
    },
  },
  PolicyResolution: {
    description: "What the rules came to for a visitor. Clients refuse keys they do not know, here and within",
    fields: {
      version: "The policy contract",
      status:
        "`matched`: a rule applies. `no-match`: none does. `unconfigured`: there are none. `failed`: see `reason`",
      policyId: "The rule's name",
      matchedBy: "What the rule was matched by",
      policy: "The rule as it applies; null where none does",
      reason: "Why it failed",
    },
  },
  ResolvedPolicy: {
    description: "A rule with every default filled in",
    fields: {
      id: "The rule's name",
      model: "The consent model",
      prompt: "What the visitor is shown",
      scope: "The categories that the policy offers",
      scopeMode: "`strict`: a grant outside the scope is refused. `permissive`: it is kept",
      preselectedCategories: `${category}: those switched on before the visitor acts`,
      exemptCategories: `${category}: those that need no consent here`,
      actions: "What the visitor can do at the prompt",
      allowed: "Every action there is",
      required: "Actions that must be there",
      equivalent: "Groups of actions that must be equally easy",
      rights: "What the site must offer the visitor",
      validity: "For how long an answer counts",
      choiceMs: "Of a choice, in milliseconds",
      noticeMs: "Of a notice that was seen, in milliseconds",
      privacySignals: "What signals of the browser do",
      gpc: "What Global Privacy Control does",
      denyCategories: `${category}: those it denies`,
      copyRevision: "The revision of the wording; null where it has none",
      i18n: "Which texts are shown, where the rule says so",
      language: "Their language, whatever the visitor reads",
      messageProfile: "Their message profile",
      proof: "What a record keeps as proof",
      storeIp: "The visitor's address, masked as configured",
      storeUserAgent: "His browser's name",
      storeLanguage: "The language he was shown",
    },
  },
  PolicyFingerprints: {
    description: "SHA-256 of what a policy means, for three purposes",
    fields: {
      policy: "Of all of it",
      choice: "Of what a choice rests on",
      notice: "Of what a notice rests on",
      legacyMaterial: "As older clients computed it",
    },
  },
  AuthoredTranslations: {
    description: "The texts that the site wrote itself; the built-in ones are not among them",
    fields: {
      customTranslations: "Texts of all rules by language",
      i18n: "Texts by profile, which rules choose from",
      defaultProfile: "The profile of rules that name none; `default` when absent",
      messages: "The profiles by name",
      translations: "A profile's texts by language",
      fallbackLanguage: "Shown to visitors who read none of the profile's languages",
    },
  },
  TranslationBundle: {
    description: "The texts of one language, by where they are shown",
    fields: {},
  },
  Vendor: {
    description: "A vendor of the site's own, for decisions about single vendors",
    fields: {
      ...vendor,
      id: "The vendor's id",
      category: "The categories it depends on",
      legalName: "Its name in contracts",
      homepageUrl: "Where it is at home",
      disabled: "Listed without a switch",
    },
  },
  VendorCategory: {
    description: "A category, or a condition over several",
    fields: { and: "All of these", or: "One of these", not: "Not this" },
  },
  CustomVendor: {
    description: "A vendor that is not registered with IAB, shown beside those that are",
    fields: {
      ...vendor,
      id: "The vendor's id",
      purposes: "TCF purposes it asks consent for",
      legIntPurposes: "TCF purposes it claims a legitimate interest in",
      features: "TCF features it uses",
      specialFeatures: "TCF special features it asks consent for",
      dataCategories: "TCF categories of data it processes",
      cookieMaxAgeSeconds: "How long its cookies live",
      usesCookies: "Whether it sets cookies",
      usesNonCookieAccess: "Whether it stores anything else",
      dataRetentionDays: "How long it keeps data",
    },
  },
  VisitorLocation: {
    description: "Where a request says its visitor is",
    fields: { countryCode: "Null when unknown", regionCode: "Null when unknown" },
  },
  Jurisdiction: { description: "The law that a visitor's place stands under", fields: {} },
} satisfies Readonly<Record<string, SchemaText>>
