import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { type CompleteBundle, TranslationBundle } from "./Bundle.js"
import { builtInLanguages, fallbackLanguage, isBuiltIn } from "../Languages.js"
import { builtInBundles, fallbackBundle } from "./index.js"

/** The messages of a bundle, written out independently of the schema and of any language. */
const keyTree: Readonly<Record<string, string>> = {
  common: "acceptAll rejectAll customize save close securedBy dismiss acknowledge unavailable alwaysActive language",
  cookieBanner: "title description noticeTitle noticeDescription",
  consentManagerDialog: "title description",
  "consentManagerDialog.vendors": "title switchLabel disabledByCategory privacyPolicy",
  "consentManagerDialog.cookies": "title name purpose duration",
  "consentTypes.necessary": "title description",
  "consentTypes.functionality": "title description",
  "consentTypes.experience": "title description",
  "consentTypes.measurement": "title description",
  "consentTypes.marketing": "title description",
  consentGate: "title actionButton policyBlocked loading error provider once always",
  legalLinks: "privacyPolicy cookiePolicy termsOfService",
  rights: "optOut preferences",
  "iab.banner": "title description partnersLink andMore legitimateInterestNotice scopeServiceSpecific scopeGroup",
  "iab.preferenceCenter": "title description",
  "iab.preferenceCenter.tabs": "purposes vendors",
  "iab.preferenceCenter.purposeItem":
    "partners vendorsUseLegitimateInterest examples partnersUsingPurpose withYourPermission legitimateInterest objectButton objected rightToObject",
  "iab.preferenceCenter.specialPurposes": "title tooltip",
  "iab.preferenceCenter.features": "title description",
  "iab.preferenceCenter.vendorList":
    "search showingCount iabVendorsHeading iabVendorsNotice customVendorsHeading customVendorsNotice purposes specialPurposes specialFeatures features dataCategories usesCookies nonCookieAccess maxAge retention legitimateInterest privacyPolicy storageDisclosure requiredNotice",
  "iab.preferenceCenter.footer": "consentStorage",
  "iab.common": "acceptAll rejectAll customize saveSettings loading showingSelectedVendor clearSelection customPartner",
}

/** The placeholders of each message that has any; all others have none. */
const placeholders: Readonly<Record<string, string>> = {
  "consentManagerDialog.vendors.title": "{count}",
  "consentManagerDialog.vendors.switchLabel": "{vendor}",
  "consentManagerDialog.cookies.title": "{count}",
  "consentGate.title": "{category}",
  "consentGate.actionButton": "{category}",
  "consentGate.provider": "{vendor}",
  "iab.banner.description": "{partnerCount}",
  "iab.banner.partnersLink": "{count}",
  "iab.banner.andMore": "{count}",
  "iab.preferenceCenter.vendorList.showingCount": "{filtered} {total}",
  "iab.preferenceCenter.vendorList.maxAge": "{days}",
  "iab.preferenceCenter.vendorList.retention": "{days}",
}

/** Words that are the same in English and in the language named. */
const sameAsEnglish = new Set([
  "cs consentTypes.marketing.title",
  "da consentManagerDialog.cookies.title",
  "de consentManagerDialog.cookies.name",
  "de consentManagerDialog.cookies.title",
  "de consentTypes.marketing.title",
  "el consentManagerDialog.cookies.title",
  "es consentManagerDialog.cookies.title",
  "es consentTypes.marketing.title",
  "fr consentManagerDialog.cookies.title",
  "fr consentTypes.marketing.title",
  "hr consentTypes.marketing.title",
  "hu consentTypes.marketing.title",
  "it consentTypes.marketing.title",
  "lb consentTypes.marketing.title",
  "mt consentManagerDialog.cookies.title",
  "mt consentTypes.marketing.title",
  "nl consentManagerDialog.cookies.title",
  "nl consentTypes.marketing.title",
  "nl iab.preferenceCenter.purposeItem.partners",
  "nl iab.preferenceCenter.tabs.vendors",
  "pl consentTypes.marketing.title",
  "pt consentManagerDialog.cookies.title",
  "pt consentTypes.marketing.title",
  "rm consentManagerDialog.cookies.title",
  "rm consentTypes.marketing.title",
  "ro consentTypes.marketing.title",
  "sk consentTypes.marketing.title",
  "sv consentManagerDialog.cookies.title",
])

const leavesOf = (value: unknown, path = ""): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === "" ? key : `${path}.${key}`))
    : [[path, value]]

const textsOf = (bundle: CompleteBundle): ReadonlyMap<string, string> =>
  new Map(
    leavesOf(bundle).map(([path, text]) => [path, typeof text === "string" ? text : assert.fail(`${path} is no text`)]),
  )

const english = textsOf(fallbackBundle)

const expectedPaths = Object.entries(keyTree).flatMap(([section, keys]) =>
  keys.split(" ").map((key) => `${section}.${key}`),
)

const placeholdersIn = (text: string): string => (text.match(/\{[^}]*\}/g) ?? []).toSorted().join(" ")

describe("the built-in languages", () => {
  it("are known by lower-case primary subtag", () => {
    assert.deepStrictEqual(
      Array.from(builtInBundles.keys()),
      "ar bg cs cy da de el en es et fi fr ga gu he hi hr hu id is it lb lt lv mt nb nl nn pl pt rm ro sk sl sv zh".split(
        " ",
      ),
    )
    assert.deepStrictEqual(Array.from(builtInBundles.keys()), builtInLanguages)
    assert.isTrue(isBuiltIn("de"))
    for (const unknown of ["DE", "de-AT", "xx", "", "*", "__proto__", "constructor"]) assert.isFalse(isBuiltIn(unknown))
    assert.strictEqual(builtInBundles.get(fallbackLanguage), fallbackBundle)
  })
})

describe.each(Array.from(builtInBundles))("%s", (language, bundle) => {
  const texts = textsOf(bundle)

  it("has exactly the key tree of the schema", () => {
    assert.deepStrictEqual(Array.from(texts.keys()).toSorted(), expectedPaths.toSorted())
    const decode = Schema.decodeUnknownSync(TranslationBundle, { onExcessProperty: "error" })
    assert.deepStrictEqual(decode(bundle), bundle)
  })

  it("has a trimmed, well-formed, markup-free text at every leaf", () => {
    for (const [path, text] of texts) {
      assert.match(text, /^\S(.*\S)?$/, path)
      assert.notMatch(text, /[<>"'`\\]|\p{Cc}| {2}|\.\.\./u, path)
      assert.strictEqual(text.normalize("NFC"), text, path)
    }
  })

  it("has the documented placeholders, each once and only there", () => {
    for (const [path, text] of texts) {
      assert.strictEqual(placeholdersIn(text), placeholders[path] ?? "", path)
      assert.notMatch(text.replace(/\{[a-zA-Z]+\}/g, ""), /[{}]/, path)
    }
  })

  it("says nothing in English by oversight", () => {
    const untranslated = Array.from(texts).filter(
      ([path, text]) => language !== fallbackLanguage && english.get(path) === text,
    )
    assert.deepStrictEqual(
      untranslated.map(([path]) => `${language} ${path}`).filter((id) => !sameAsEnglish.has(id)),
      [],
    )
  })

  it("offers refusal as plainly as acceptance", () => {
    for (const { acceptAll, customize, rejectAll } of [bundle.common, bundle.iab.common]) {
      assert.strictEqual(new Set([acceptAll, customize, rejectAll]).size, 3)
      assert.strictEqual(acceptAll.split(" ").length, rejectAll.split(" ").length)
      assert.isAtMost(Math.abs(acceptAll.length - rejectAll.length), 3)
    }
  })

  it("asks in about 25 words, and says what for and that a decision can be changed", () => {
    const { description, noticeDescription } = bundle.cookieBanner
    for (const text of [description, noticeDescription]) {
      assert.isAtMost(text.split(/\s+/).length, 36, text)
      assert.isAtMost(text.length, 225, text)
      // One sentence says what for, one that it can be changed.
      assert.lengthOf(text.split(/[.।]\s|。(?=.)/u), 2, text)
    }
  })

  it("calls one thing by one name wherever it is shown", () => {
    const { common, consentManagerDialog, iab, legalLinks, rights } = bundle
    assert.strictEqual(iab.common.acceptAll, common.acceptAll)
    assert.strictEqual(iab.common.rejectAll, common.rejectAll)
    assert.strictEqual(iab.common.customize, common.customize)
    assert.strictEqual(iab.common.saveSettings, common.save)
    assert.strictEqual(consentManagerDialog.title, rights.preferences)
    assert.strictEqual(iab.preferenceCenter.title, rights.preferences)
    assert.strictEqual(consentManagerDialog.vendors.privacyPolicy, legalLinks.privacyPolicy)
    assert.strictEqual(iab.preferenceCenter.vendorList.privacyPolicy, legalLinks.privacyPolicy)
    const { features, purposeItem, specialPurposes, tabs, vendorList } = iab.preferenceCenter
    assert.strictEqual(vendorList.purposes, tabs.purposes)
    assert.strictEqual(vendorList.specialPurposes, specialPurposes.title)
    assert.strictEqual(vendorList.features, features.title)
    assert.strictEqual(vendorList.legitimateInterest, purposeItem.legitimateInterest)
  })
})
