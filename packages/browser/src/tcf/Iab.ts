/**
 * The IAB TCF in a page: stores decisions, answers gates, feeds `__tcfapi` and draws the surfaces.
 *
 * @module
 */
import type { SurfaceName } from "../surface/View.js"
import { askedBy, permitsVendor } from "./Asked.js"
import { makeCmpApi } from "./CmpApi.js"
import { type Held, heldOf, receiptOf, type TcEvidence } from "./Decision.js"
import type { MakeIab } from "./IabPart.js"
import type { IabRule, IabTerms } from "./IabTerms.js"
import { categoriesOf } from "./Purposes.js"
import { installStub } from "./Stub.js"
import type { TcChoice } from "./Asked.js"
import { choiceOf, initialChoice, toTcModel } from "./TcChoice.js"
import type { EventStatus } from "./Tcfapi.js"
import { isCmpId } from "./TcModel.js"
import { loadTc, saveTc } from "./TcStore.js"
import { encodeTcString } from "./TcString.js"

/**
 * Makes the part. A refusal also objects to every legitimate interest: a visitor who refuses all does not expect that some of it
 * continues.
 */
export const makeIab: MakeIab = ({ report, storage, version: cmpVersion }) => {
  let terms: IabTerms<IabRule> | null = null
  let held: Held | null = null
  /** The reported state before any decision. */
  let initial: TcEvidence | null = null
  let cmpId: number | undefined
  let surface: SurfaceName = "none"
  let eventStatus: EventStatus = "tcloaded"
  const api = makeCmpApi({
    place: window,
    get cmpId() {
      return cmpId
    },
    cmpVersion,
    list: () => terms && terms.match.list,
    report,
  })

  const load = (now: number) => {
    held = terms && heldOf(loadTc(storage), terms, now)
  }

  /** The TC string of a choice on the visible surface; null where the operator has no CMP id. */
  const evidenceOf = (choice: TcChoice, { asked, match }: IabTerms<IabRule>, now: number): TcEvidence | null => {
    if (!isCmpId(cmpId)) return null
    const screen = surface === "dialog" ? 2 : 1
    const model = toTcModel(choice, asked, { ...match, cmpId, cmpVersion, now, screen })
    return { tcString: encodeTcString(model), model }
  }

  /** Reports nothing until it is known whether the visitor is asked: until then the stub queues calls. */
  const publish = () => {
    if (!terms || (!held && eventStatus === "tcloaded")) return
    const evidence = held ? held.evidence : (initial ??= evidenceOf(initialChoice(terms.asked), terms, Date.now()))
    api.update({
      gdprApplies: true,
      displayStatus: surface === "none" ? "hidden" : "visible",
      tc: evidence && { ...evidence, eventStatus },
    })
  }

  return {
    install: () => installStub<HTMLIFrameElement>(window),
    match: (match, gdprApplies, id = match?.cmpId) => {
      cmpId = id
      initial = null
      terms = match && { match, asked: askedBy(match.list, match.customVendors) }
      load(Date.now())
      if (!terms) api.update({ gdprApplies, displayStatus: "disabled", tc: null })
    },
    holds: (now) => {
      load(now)
      publish()
      return held !== null
    },
    decide: (what, now) => {
      if (!terms) throw new Error("no IAB rule")
      const { asked } = terms
      const choice = choiceOf(what === "all" ? asked.all : what === "none" ? {} : what, asked)
      const evidence = evidenceOf(choice, terms, now)
      saveTc(storage, receiptOf(choice, evidence, terms, now))
      held = { choice, evidence }
      surface = "none"
      eventStatus = "useractioncomplete"
      publish()
      return {
        action: what === "all" ? what : what === "none" ? "necessary" : "custom",
        categories: categoriesOf(choice.purposeConsents, asked.all.purposeConsents),
        tcString: evidence && evidence.tcString,
      }
    },
    permits: (vendor) => terms && permitsVendor(vendor, held && held.choice, terms.asked),
    render: (next, surfaces) => {
      surface = next
      if (next !== "none") eventStatus = "cmpuishown"
      else if (eventStatus === "cmpuishown") eventStatus = "useractioncomplete"
      surfaces?.render(next, terms, held && held.choice)
      publish()
    },
    clear: () => {
      saveTc(storage, null)
      held = null
      // The visitor did not act: the current state is reported when they are asked again.
      eventStatus = "tcloaded"
    },
  }
}
