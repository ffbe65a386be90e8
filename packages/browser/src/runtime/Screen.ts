/**
 * Everything visible, for bundles with a user interface: surfaces, placeholders, and the IAB surfaces.
 *
 * @module
 */
import type { DeclaredVendor } from "@consent-service/core/vendor"
import type { TranslationBundle } from "@consent-service/core/translation"
import { textDirection } from "@consent-service/core/browser"
import type { OptionalCategory } from "@consent-service/core/policy"
import type { Access } from "../consent/Access.js"
import type { BlockedFrame } from "../gate/Iframes.js"
import type { PageOptions } from "../config/PageOptions.js"
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { makePlaceholders, type Placeholders } from "../surface/Placeholders.js"
import { makeSurfaces } from "../surface/Surfaces.js"
import type { Commands, Surfaces } from "../surface/View.js"
import type { IabPart } from "../tcf/IabPart.js"
import type { Actions } from "./Actions.js"
import { gpcNow } from "./Locale.js"
import { keepRule, lastRule } from "./LastRule.js"
import type { Resolved } from "./Resolved.js"
import { hasDecided, isIab, isSettled, type State } from "./State.js"
import { textsOf } from "./Texts.js"
import { viewOf } from "./View.js"

/** The dependencies of a screen. */
export interface ScreenSettings {
  readonly state: State
  readonly storage: BrowserStorage
  readonly config: PageOptions
  readonly access: Access
  readonly actions: Actions
  readonly iab: IabPart | undefined
  readonly offered: () => ReadonlyArray<OptionalCategory>
  readonly declared: () => ReadonlyArray<DeclaredVendor>
  readonly blockedFrames: () => ReadonlyArray<BlockedFrame>
}

/** The screen. */
export interface Screen {
  /** Takes a resolution, before it is evaluated. */
  readonly adopt: () => void
  /** Shows the current state. */
  readonly draw: () => void
  /** Adds surfaces to a page that started without. */
  readonly mount: () => void
  readonly dispose: () => void
}

/** Makes the screen of a page. */
export type MakeScreen = (settings: ScreenSettings) => Screen

/** Passes the current rule to the IAB part. */
const matchIab = ({ config, iab, state }: ScreenSettings, texts: TranslationBundle | undefined): void => {
  const { customVendors = [], gdprApplies = true, language = "en", list, rule } = state.resolved
  const cmpId = state.resolved.cmpId ?? config.manifest?.cmpId
  if (iab === undefined) return
  const match =
    rule !== null && isIab(state) && list && texts
      ? {
          ...rule,
          list,
          cmpId,
          customVendors,
          texts,
          language,
          direction: textDirection(language),
          publisherCountryCode: config.iab?.publisherCountryCode ?? "AA",
          links: config.legalLinks ?? {},
          ui: config.ui || {},
        }
      : null
  iab.match(match, gdprApplies, cmpId)
}

/** Makes the screen of a page. */
export const makeScreen: MakeScreen = (settings) => {
  const { access, actions, blockedFrames, config, declared, iab, offered, state, storage } = settings
  let surfaces: Surfaces | undefined
  let placeholders: Placeholders | undefined
  let texts: TranslationBundle | undefined
  let mounted = false
  /** The resolution of the stored rule; null when none is stored. */
  let kept: Resolved | null | undefined

  const commands: Commands = {
    acceptAll: (source) => void actions.acceptAll(source),
    rejectAll: (source) => void actions.rejectAll(source),
    save: ({ categories, vendors }, source) => void actions.save({ ...categories, vendors }, source),
    dismiss: actions.dismissNotice,
    openDialog: actions.openDialog,
    close: actions.closeDialog,
  }

  const takeDown = (): void => {
    surfaces?.dispose()
    placeholders?.dispose()
    surfaces = placeholders = undefined
  }

  const draw = (): void => {
    const { resolved, surface } = state
    const { rule } = resolved
    const settled = isSettled(state)
    const byIab = iab !== undefined && settled && isIab(state)
    const keep = hasDecided(state) || state.acknowledgement ? resolved : null
    if ((settled || !keep) && keep !== kept) keepRule(storage, (kept = keep))
    iab?.render(byIab && mounted ? surface : "none")
    if (rule === null || texts === undefined || !mounted) return takeDown()
    surfaces ??= makeSurfaces(commands, access)
    placeholders ??= makePlaceholders({ access, allow: (need) => void actions.allow(need) })
    // Under IAB, only the vendor list shows what vendors do for categories.
    const lists = settled || !isIab(state)
    const view = viewOf(state, rule, {
      config,
      texts,
      offered: lists ? offered() : [],
      declared: lists ? declared() : [],
    })
    surfaces.render(
      byIab && surface !== "none" ? { ...view, surface: "none", preferences: surface === "dialog" } : view,
    )
    // A click cannot allow what a signal forbids.
    const forbidden = gpcNow() ? rule.policy.privacySignals.gpc.denyCategories : []
    const categories = view.categories.filter(({ category }) => !forbidden.includes(category))
    placeholders.update(settled ? blockedFrames() : [], { ...view, categories })
  }

  return {
    adopt: () => {
      const { rule, status } = state.resolved
      if (status === "failed" && rule === null) state.resolved = { ...state.resolved, ...lastRule(storage) }
      const { language = "en", texts: served } = state.resolved
      texts = served && textsOf(served, language, config.i18n?.messages)
      matchIab(settings, texts)
    },
    draw,
    mount: () => {
      mounted = true
      draw()
    },
    dispose: takeDown,
  }
}
