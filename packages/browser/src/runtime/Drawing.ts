/**
 * Everything visible: surfaces, placeholders, and the IAB surfaces. A bundle contains it, or loads it on demand; its settings are all
 * that it knows of the page's runtime. What few page views show is loaded apart from it.
 *
 * @module
 */
import type { TranslationBundle } from "@consent-service/core/translation"
import { textDirection } from "@consent-service/core/browser"
import type { OptionalCategory } from "@consent-service/core/policy"
import { hasIab } from "../env/Built.js"
import { later } from "../env/Globals.js"
import type { Access } from "../consent/Access.js"
import type { BlockedFrame } from "../gate/Elements.js"
import type { PageOptions } from "../config/PageOptions.js"
import { makeHost } from "../surface/Host.js"
import { drawLayer } from "../surface/Layer.js"
import type { Placeholders } from "../surface/Placeholders.js"
import type { RestCode, ScreenRest } from "./RestCode.js"
import { makeSurfaces } from "../surface/Surfaces.js"
import type { Commands, ListedVendor, SurfaceName } from "../surface/View.js"
import type { IabPart, MakeIabSurfaces } from "../tcf/IabPart.js"
import type { IabRule, IabTerms } from "../tcf/IabTerms.js"
import type { Actions } from "./Actions.js"
import { gpcNow } from "./Locale.js"
import type { Rule } from "./Resolved.js"
import type { Find } from "./CodeSource.js"
import { isIab, isSettled, type judge as Judge, type State } from "./State.js"
import { textsOf } from "./Texts.js"
import { viewOf } from "./View.js"

/** The dependencies of a drawing. */
export interface DrawingSettings {
  readonly state: State
  readonly config: PageOptions
  readonly access: Access
  readonly actions: Actions
  readonly iab?: IabPart | undefined
  readonly offered: () => ReadonlyArray<OptionalCategory>
  readonly declared: () => ReadonlyArray<ListedVendor>
  /** Those with room for a placeholder. */
  readonly blockedFrames: () => ReadonlyArray<BlockedFrame>
  readonly judge: typeof Judge
  /** Gives the code for what few page views show; undefined while it is loaded, which the first call begins. */
  readonly findRest: Find<RestCode>
  readonly setLanguage: (language: string) => void
}

/** What is drawn on a page. */
export interface Drawing {
  /** Draws the current state under a rule. */
  readonly draw: (rule: Rule, texts: TranslationBundle) => void
  readonly dispose: () => void
}

/** Makes the drawing; nothing is added to the page before it draws. */
export type MakeDrawing = (settings: DrawingSettings) => Drawing

/** Calls when the page has nothing else to do. */
const whenIdle = (work: () => void): void => {
  if (window.requestIdleCallback) window.requestIdleCallback(work)
  else later(work, 1_000)
}

/** Makes the drawing of a bundle without IAB, or with its surfaces. */
export const makeDrawing = (
  {
    access,
    actions,
    blockedFrames,
    config,
    declared,
    findRest,
    judge,
    offered,
    setLanguage,
    state,
    ...settings
  }: DrawingSettings,
  makeIabSurfaces?: MakeIabSurfaces,
): Drawing => {
  const iab = hasIab ? settings.iab : undefined
  const commands: Commands = {
    acceptAll: (source) => void actions.acceptAll(source),
    rejectAll: (source) => void actions.rejectAll(source),
    save: ({ categories, vendors }, source) => void actions.save({ ...categories, vendors }, source),
    dismiss: actions.dismissNotice,
    openDialog: actions.openDialog,
    close: actions.closeDialog,
    setLanguage,
  }
  let rest: ScreenRest | undefined
  let placeholders: Placeholders | undefined
  let expected = false
  /** The surface that is in the page. */
  let shown: SurfaceName = "none"
  const expectDialog = (): void => {
    expected = true
    findRest()
  }
  const surfaces = makeSurfaces(commands, access, expectDialog)
  const iabSurfaces = makeIabSurfaces?.({
    ...commands,
    save: (draft, source) => void actions.saveIAB(draft, source),
  })

  let served: TranslationBundle | undefined
  let texts: TranslationBundle | undefined
  let ruled: IabTerms<IabRule> | null = null
  let terms: IabTerms | null = null

  /** The code for what few page views show; undefined while it is loaded, or not needed soon. */
  const findNeeded = (needed: boolean): ScreenRest | undefined => {
    if (rest || !(needed || expected)) return rest
    rest = findRest()?.makeRest?.(drawLayer, makeHost)
    rest?.checkLooks(config.ui || {})
    return rest
  }

  return {
    draw: (rule, given) => {
      const { resolved, surface } = state
      const { language = "en" } = resolved
      if (!texts || given !== served) texts = textsOf((served = given), language, config.i18n?.messages)
      const merged = texts
      const settled = isSettled(state)
      const frames = settled ? blockedFrames() : []
      const { languages } = config.ui || {}
      const more = findNeeded(surface === "dialog" || frames.length > 0 || (surface === "banner" && !!languages))
      if (surface === "banner" && !expected) {
        expected = true
        whenIdle(findRest)
      }
      // Until the dialog can be drawn, what is there stays.
      if (surface !== "dialog" || more) shown = surface
      const byIab = iab !== undefined && settled && isIab(state)
      iab?.render(
        byIab ? shown : "none",
        iabSurfaces && {
          ...iabSurfaces,
          render: (next, current, choice) => {
            const look = {
              texts: merged,
              direction: textDirection(language),
              links: config.legalLinks ?? {},
              ui: config.ui || {},
            }
            // The same terms are the same object, which is not drawn again.
            if (current !== ruled) terms = (ruled = current) && { ...current, match: { ...current.match, ...look } }
            iabSurfaces.render(next, terms, choice, more?.iabRest)
          },
        },
      )
      // Under IAB, only the vendor list shows what vendors do for categories.
      const lists = settled || !isIab(state)
      const view = viewOf({ ...state, surface: shown }, rule, {
        config,
        judge,
        texts: merged,
        offered: lists ? offered() : [],
        declared: lists ? declared() : [],
      })
      surfaces.render(
        byIab && shown !== "none" ? { ...view, surface: "none", preferences: shown === "dialog" } : view,
        more,
      )
      if (frames.length > 0) placeholders ??= more?.fillFrames({ access, allow: (need) => void actions.allow(need) })
      // A click cannot allow what a signal forbids.
      const forbidden = gpcNow() ? rule.policy.privacySignals.gpc.denyCategories : []
      const categories = view.categories.filter(({ category }) => !forbidden.includes(category))
      placeholders?.update(frames, { ...view, categories })
    },
    dispose: () => {
      for (const part of [surfaces, placeholders, iabSurfaces]) part?.dispose()
    },
  }
}
