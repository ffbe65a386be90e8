/** A manifest that has something of everything. */
import type { ManifestOptions } from "../manifest/ManifestOptions.js"
import type { PublishedSettings } from "../manifest/ManifestDocument.js"
import { policyPresets, recommendedPolicyRules } from "../policy/PolicyPresets.js"

export const settings: PublishedSettings = { hosting: "self-hosted", geolocation: true }

export const fullManifest: ManifestOptions = {
  appName: "Golden Shop",
  branding: "none",
  policyRules: [
    ...recommendedPolicyRules({ iab: true }).slice(0, -1),
    policyPresets.ukStatistics(),
    policyPresets.japanOptOut(),
    { ...policyPresets.worldNone(), i18n: { language: "en" } },
  ],
  i18n: {
    defaultProfile: "default",
    messages: {
      default: {
        translations: {
          en: { cookieBanner: { title: "Your golden privacy" } },
          de: { cookieBanner: { title: "Ihre goldene Privatsphäre" } },
          fr: { cookieBanner: { title: "Votre vie privée dorée" } },
        },
      },
      preferences: {
        translations: { en: { rights: { preferences: "Your golden choices" } }, ja: { common: { save: "保存" } } },
        fallbackLanguage: "en",
      },
    },
  },
  iab: {
    enabled: true,
    cmpId: 10,
    endpoint: "https://gvl.shop.example/{language}.json",
    customVendors: [
      { id: "shop-ads", name: "Shop Ads", privacyPolicyUrl: "https://ads.shop.example/privacy", purposes: [1, 2] },
    ],
  },
  vendors: [
    {
      id: "analytics",
      name: "Analytics",
      category: "measurement",
      privacyPolicyUrl: "https://analytics.example/privacy",
      homepageUrl: "https://analytics.example",
    },
    {
      id: "video",
      name: "Video",
      category: { or: ["marketing", { and: ["experience", { not: "functionality" }] }] },
      privacyPolicyUrl: "https://video.example/privacy",
      disabled: true,
    },
  ],
  vendorListVersion: "2026-11",
}
