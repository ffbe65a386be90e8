/**
 * Everything of a page that a person sees, for the bundles that show something: surfaces, placeholders, and those of
 * the IAB TCF (browser.md 4.1).
 *
 * @module
 */
import type { OptionalCategory } from "@consent-service/core/policy/Category"
import { textDirection } from "@consent-service/core/translation/Direction"
import type { TranslationBundle } from "@consent-service/core/translation/Bundle"
import type { DeclaredVendor } from "@consent-service/core/vendor/DeclaredVendor"
import type { Access } from "../gate/Access.js"
import type { BlockedFrame } from "../gate/Iframes.js"
import type { Config } from "../page/Config.js"
import { makePlaceholders, type Placeholders } from "../surface/Placeholders.js"
import { makeSurfaces } from "../surface/Surfaces.js"
import type { Commands, Surfaces } from "../surface/View.js"
import type { IabPart } from "../tcf/IabPart.js"
import type { Actions } from "./Actions.js"
import { gpcNow } from "./Locale.js"
import { isIab, type State } from "./State.js"
import { textsOf } from "./Texts.js"
import { viewOf } from "./View.js"

/** What a screen is made with. */
export interface ScreenSetting {
  readonly state: State
  readonly config: Config
  readonly access: Access
  readonly actions: Actions
  readonly iab: IabPart | undefined
  readonly offered: () => ReadonlyArray<OptionalCategory>
  readonly declared: () => ReadonlyArray<DeclaredVendor>
  readonly blockedFrames: () => ReadonlyArray<BlockedFrame>
}

/** The screen. */
export interface Screen {
  /** Takes up a resolution, before anything is judged by it. */
  readonly adopt: () => void
  /** Shows the state as it is now. */
  readonly draw: () => void
  /** Puts surfaces into a page that began without. */
  readonly mount: () => void
  readonly dispose: () => void
}

/** Makes the screen of a page. */
export type MakeScreen = (setting: ScreenSetting) => Screen

/** Tells the IAB part which rule holds now. */
const matchIab = ({ config, iab, state }: ScreenSetting, texts: TranslationBundle | undefined): void => {
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
export const makeScreen: MakeScreen = (setting) => {
  const { access, actions, blockedFrames, config, declared, iab, offered, state } = setting
  let surfaces: Surfaces | undefined
  let placeholders: Placeholders | undefined
  let texts: TranslationBundle | undefined
  let mounted = false

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
    const byIab = iab !== undefined && isIab(state)
    iab?.render(byIab && mounted ? surface : "none")
    if (rule === null || texts === undefined || !mounted) return takeDown()
    surfaces ??= makeSurfaces(commands, access)
    placeholders ??= makePlaceholders({ access, allow: (need) => void actions.allow(need) })
    const view = viewOf(state, rule, { config, texts, offered: offered(), declared: declared() })
    surfaces.render(
      byIab && surface !== "none" ? { ...view, surface: "none", preferences: surface === "dialog" } : view,
    )
    // What a signal forbids no click can allow.
    const forbidden = gpcNow() ? rule.policy.privacySignals.gpc.denyCategories : []
    const categories = view.categories.filter(({ category }) => !forbidden.includes(category))
    placeholders.update(blockedFrames(), { ...view, categories })
  }

  return {
    adopt: () => {
      const { language = "en", texts: served } = state.resolved
      texts = served && textsOf(served, language, config.i18n?.messages)
      matchIab(setting, texts)
    },
    draw,
    mount: () => {
      mounted = true
      draw()
    },
    dispose: takeDown,
  }
}
