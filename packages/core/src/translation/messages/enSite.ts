import type { CompleteBundle } from "./Bundle.js"

/** The English texts of every site. They stand apart from those for IAB, which few browsers have to load. */
export const enSite: Omit<CompleteBundle, "iab"> = {
  common: {
    acceptAll: "Accept all",
    rejectAll: "Reject all",
    customize: "Manage choices",
    save: "Save choices",
    close: "Close",
    securedBy: "Secured by",
    dismiss: "Dismiss",
    acknowledge: "Understood",
    unavailable: "Not everything can be loaded right now. You can refuse or withdraw consent now and give it later.",
  },
  cookieBanner: {
    title: "Cookies and your privacy",
    description:
      "We use cookies and similar technologies to store and read information on your device. Some are strictly necessary for this site to work. The others are optional and are used for additional functions, personalization, measurement and marketing. You decide whether we may use them, and you can change your decision at any time.",
    noticeTitle: "How we use cookies",
    noticeDescription:
      "We use cookies and similar technologies: some so that this site works, others for optional purposes such as measurement and marketing. You can opt out of the optional purposes at any time in your privacy preferences.",
  },
  consentManagerDialog: {
    title: "Privacy preferences",
    description:
      "Choose which optional purposes you allow. Strictly necessary cookies are always active because this site does not work without them. You can change your choices at any time.",
    vendors: {
      title: "Providers ({count})",
      switchLabel: "Allow {vendor}",
      disabledByCategory: "Available only while this category is allowed.",
      privacyPolicy: "Privacy policy",
    },
  },
  consentTypes: {
    necessary: {
      title: "Strictly necessary",
      description:
        "These provide the basic functions of this site, such as security, navigation and remembering your privacy choices. They cannot be switched off.",
    },
    functionality: {
      title: "Functionality",
      description: "These provide additional functions, such as remembered settings, chat or embedded videos.",
    },
    experience: {
      title: "Personalization",
      description: "These adapt the content and layout of this site to your interests and to the way you use it.",
    },
    measurement: {
      title: "Measurement",
      description:
        "These show us how this site is used, for example which pages are visited and where errors occur, so that we can improve it.",
    },
    marketing: {
      title: "Marketing",
      description:
        "These are used to select advertising, to measure its effect and to build a profile of your interests, including across different websites.",
    },
  },
  consentGate: {
    title: "This content needs your permission for “{category}”",
    actionButton: "Allow “{category}”",
    policyBlocked: "This content is not available under the privacy rules that apply to your visit.",
    loading: "Loading content…",
    error: "This content could not be loaded.",
  },
  legalLinks: {
    privacyPolicy: "Privacy policy",
    cookiePolicy: "Cookie policy",
    termsOfService: "Terms of service",
  },
  rights: {
    optOut: "Do not sell or share my personal information",
    preferences: "Privacy preferences",
  },
}
