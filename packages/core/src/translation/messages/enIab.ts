import type { CompleteBundle } from "./Bundle.js"

/** The English texts of the IAB TCF banner and preference centre. */
export const enIab: CompleteBundle["iab"] = {
  banner: {
    title: "How your data is used",
    description:
      "We and {partnerCount} ask for your consent to store information on your device, to access it there, and to process personal data such as unique identifiers and browsing data for the purposes named here. You decide purpose by purpose, and you can withdraw your consent or change your choices in the privacy preferences at any time.",
    partnersLink: "our {count} partners",
    andMore: "and {count} more",
    legitimateInterestNotice:
      "Some partners process data on the basis of their legitimate interest, without asking for consent. You have the right to object to this in the privacy preferences.",
    scopeServiceSpecific: "Your choices apply to this website only.",
    scopeGroup: "Your choices apply to all websites of our group.",
  },
  preferenceCenter: {
    title: "Privacy preferences",
    description:
      "Here you can decide for each purpose and each partner whether you consent to the processing of your data. You can also object to processing that is based on legitimate interest.",
    tabs: { purposes: "Purposes", vendors: "Partners" },
    purposeItem: {
      partners: "Partners",
      vendorsUseLegitimateInterest: "Partners relying on legitimate interest",
      examples: "Examples",
      partnersUsingPurpose: "Partners using data for this purpose",
      withYourPermission: "With your consent",
      legitimateInterest: "Legitimate interest",
      objectButton: "Object",
      objected: "Objected",
      rightToObject: "You have the right to object to the processing of your data on the basis of legitimate interest.",
    },
    specialPurposes: {
      title: "Special purposes",
      tooltip:
        "Partners process data for these purposes on the basis of legitimate interest, for example to ensure security or to deliver and present advertising and content. No choice is offered for them here.",
    },
    features: {
      title: "Features",
      description:
        "Features are ways in which partners process data for the purposes they pursue. There is no separate choice for them.",
    },
    vendorList: {
      search: "Search partners",
      showingCount: "Partners shown: {filtered} of {total}",
      iabVendorsHeading: "Partners in the IAB TCF",
      iabVendorsNotice:
        "These partners take part in the Transparency & Consent Framework (TCF) of IAB Europe and have committed to its rules.",
      customVendorsHeading: "Other partners",
      customVendorsNotice:
        "These partners do not take part in the IAB TCF. You can decide about them here in the same way.",
      purposes: "Purposes",
      specialPurposes: "Special purposes",
      specialFeatures: "Special features",
      features: "Features",
      dataCategories: "Categories of data",
      usesCookies: "Uses cookies",
      nonCookieAccess: "Uses storage or access methods other than cookies",
      maxAge: "Maximum cookie lifetime in days: {days}",
      retention: "Data retention period in days: {days}",
      legitimateInterest: "Legitimate interest",
      privacyPolicy: "Privacy policy",
      storageDisclosure: "Details of device storage",
      requiredNotice: "Always active; no choice is offered here.",
    },
    footer: {
      consentStorage:
        "Your choices are stored in your browser under the name “euconsent-v2” for no longer than 13 months.",
    },
  },
  common: {
    acceptAll: "Accept all",
    rejectAll: "Reject all",
    customize: "Manage choices",
    saveSettings: "Save choices",
    loading: "Loading…",
    showingSelectedVendor: "Only the selected partner is shown.",
    clearSelection: "Show all partners",
    customPartner: "Not in the IAB TCF",
  },
}
