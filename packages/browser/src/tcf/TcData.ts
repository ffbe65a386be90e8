/**
 * TC data: a TC string as the CMP API reports it.
 *
 * @module
 */
import type { Ids, PublisherRestriction, TcModel } from "./TcModel.js"
import type { EventStatus } from "./Tcfapi.js"

/** A string, its content, and the event it is reported for. */
export interface PublishedTc {
  readonly tcString: string
  /** The content of {@link tcString}. */
  readonly model: TcModel
  readonly eventStatus: EventStatus
}

const purposeIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

/** Flags by id: true or false for every requested id, else only the granted ones. */
const flags = (granted: Ids, asked: Iterable<number>): Record<number, boolean> =>
  Object.fromEntries([...asked, ...granted].map((id) => [id, granted.has(id)]))

const restrictionsOf = (restrictions: ReadonlyArray<PublisherRestriction>): Record<number, Record<number, number>> => {
  const byPurpose: Record<number, Record<number, number>> = {}
  for (const { purposeId, type, vendorIds } of restrictions) {
    const byVendor = (byPurpose[purposeId] ??= {})
    for (const id of vendorIds) byVendor[id] = type
  }
  return byPurpose
}

/** TC data without the part that is the same for every string: the CMP, and whether the GDPR applies. */
export const tcDataOf = ({ eventStatus, model, tcString }: PublishedTc) => {
  const disclosed = model.disclosedVendors ?? new Set()
  return {
    tcString,
    eventStatus,
    cmpStatus: "loaded",
    isServiceSpecific: true,
    useNonStandardTexts: model.useNonStandardTexts,
    publisherCC: model.publisherCountryCode,
    purposeOneTreatment: model.purposeOneTreatment,
    purpose: {
      consents: flags(model.purposeConsents, purposeIds),
      legitimateInterests: flags(model.purposeLegitimateInterests, purposeIds),
    },
    vendor: {
      consents: flags(model.vendorConsents, disclosed),
      legitimateInterests: flags(model.vendorLegitimateInterests, disclosed),
      disclosedVendors: flags(disclosed, disclosed),
    },
    specialFeatureOptins: flags(model.specialFeatures, [1, 2]),
    publisher: {
      consents: {},
      legitimateInterests: {},
      customPurpose: { consents: {}, legitimateInterests: {} },
      restrictions: restrictionsOf(model.publisherRestrictions),
    },
  }
}
