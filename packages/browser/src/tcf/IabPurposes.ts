/**
 * The first tab of the IAB preference center: purposes, special features, and the parts without a choice.
 *
 * @module
 */
import { type Child, h } from "../surface/Element.js"
import { interestsOf, type Kind, usesOf } from "./Asked.js"
import { type IabPage, row, section, titled } from "./IabControls.js"

/** Draws the tab. */
export const drawPurposes = ({ draft, terms, texts, vendors }: IabPage): ReadonlyArray<Child> => {
  const { features, purposeItem: t, specialPurposes, vendorList } = texts.preferenceCenter
  const { list } = terms.asked

  /** A row for each purpose or feature of a vendor, with a control for each legal basis that is requested. */
  const rows = (kind: Exclude<Kind, "dataCategories">, name: string, granted?: Set<number>): ReadonlyArray<Child> =>
    Object.values(list[kind]).map((item) => {
      const namesBy = (of: typeof interestsOf) =>
        vendors.filter((vendor) => of(vendor).includes(item.id)).map((vendor) => vendor.name)
      const users = namesBy((vendor) => usesOf(vendor, kind))
      const claimants = kind === "purposes" ? namesBy(interestsOf) : []
      const counted = (title: string, who: ReadonlyArray<string>) => titled(`${title} (${who.length})`, who)
      return (
        users.length + claimants.length > 0 &&
        row(
          texts,
          { ...item, kind: name },
          () => [
            h("p", {}, item.description),
            titled(t.examples, item.illustrations),
            counted(granted ? t.withYourPermission : t.partnersUsingPurpose, users),
            counted(t.legitimateInterest, claimants),
            claimants.length > 0 && h("p", {}, t.rightToObject),
          ],
          users.length > 0 && granted,
          claimants.length > 0 && draft.purposeLegitimateInterests,
        )
      )
    })

  return [
    section("", "", rows("purposes", "purpose", draft.purposeConsents)),
    section(vendorList.specialFeatures, "", rows("specialFeatures", "special-feature", draft.specialFeatures)),
    section(
      specialPurposes.title,
      `${specialPurposes.tooltip} ${vendorList.requiredNotice}`,
      rows("specialPurposes", ""),
    ),
    section(features.title, list.standardTexts?.features ?? features.description, rows("features", "")),
  ]
}
