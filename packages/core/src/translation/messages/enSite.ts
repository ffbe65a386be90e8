import type { CompleteBundle } from "./Bundle.js"

/** The English texts of every site. They stand apart from those for IAB, which few browsers have to load. */
export const enSite: Omit<CompleteBundle, "iab"> = {
  common: {
    acceptAll: "Accept all",
    rejectAll: "Reject all",
    customize: "Manage choices",
    save: "Save choices",
    close: "Close",
    securedBy: "Powered by",
    dismiss: "Dismiss",
    acknowledge: "Understood",
    unavailable: "Not everything can be loaded right now. You can refuse or withdraw consent now and give it later.",
    alwaysActive: "Always active",
    language: "Language",
  },
  cookieBanner: {
    title: "Cookies and your privacy",
    description:
      "We use cookies to make this site work and, if you agree, for extra functions, personalization, measurement and marketing. You can change your mind at any time.",
    noticeTitle: "How we use cookies",
    noticeDescription:
      "We use cookies to make this site work and for optional purposes such as measurement and marketing. You can opt out of these at any time in your privacy preferences.",
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
    cookies: { title: "Cookies ({count})", name: "Name", purpose: "Purpose", duration: "Duration" },
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
    provider: "Provider: {vendor}",
    once: "Load this time",
    always: "Always allow",
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
