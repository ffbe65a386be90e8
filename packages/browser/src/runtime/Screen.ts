/**
 * The screen of a page, for bundles with a user interface: decides whether anything is to be seen, and has it drawn.
 *
 * @module
 */
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { hasIab } from "../env/Built.js"
import { listen, page } from "../env/Globals.js"
import { ownControls, triggerCorner } from "../surface/Trigger.js"
import type { LoadSettings, Source } from "./CodeSource.js"
import type { Drawing, DrawingSettings, MakeDrawing } from "./Drawing.js"
import { keepRule, lastRule } from "./LastRule.js"
import type { Resolved } from "./Resolved.js"
import { matchIab } from "./MatchIab.js"
import { hasDecided, hasPreferences, isSettled } from "./State.js"

/** The dependencies of a screen. */
export interface ScreenSettings extends DrawingSettings, LoadSettings {
  readonly storage: BrowserStorage
}

/** The screen. */
export interface Screen {
  /** Takes a resolution, before it is evaluated. */
  readonly adopt: () => void
  /** Shows the current state. */
  readonly draw: () => void
  /** Adds surfaces to a page that started without. */
  readonly mount: () => void
  /** Whether something is to be seen that cannot be drawn yet. */
  readonly waits: () => boolean
  readonly dispose: () => void
}

/** Makes the screen of a page. */
export type MakeScreen = (settings: ScreenSettings) => Screen

/** Whether a page shows its floating button: not where it has another way to the dialog. */
const hasTrigger = ({ config: { ui }, state }: ScreenSettings): boolean =>
  hasPreferences(state) && triggerCorner((ui || {}).trigger, document.querySelector(ownControls) !== null) !== null

/** Makes the screens of a bundle, which has the code that draws or loads it. */
export const screenWith =
  (drawings: Source<MakeDrawing>): MakeScreen =>
  (settings) => {
    const { config, redraw, state, storage } = settings
    const iab = hasIab ? settings.iab : undefined
    const find = drawings(settings)
    let drawing: Drawing | undefined
    let mounted = false
    let waiting = false
    let stopWaiting = () => {}
    /** The resolution of the stored rule; null when none is stored. */
    let kept: Resolved | null | undefined

    const blockedFrames = () => settings.blockedFrames().filter(({ element }) => element.closest("[data-cs-embed]"))

    const isSeen = (): boolean => state.surface !== "none" || blockedFrames().length > 0 || hasTrigger(settings)

    const takeDown = (): void => {
      stopWaiting()
      waiting = false
      iab?.render("none")
      drawing?.dispose()
      drawing = undefined
    }

    const draw = (): void => {
      const { resolved } = state
      const { rule } = resolved
      const keep = hasDecided(state) || state.acknowledgement ? resolved : null
      if ((isSettled(state) || !keep) && keep !== kept) keepRule(storage, (kept = keep))
      if (rule === null || resolved.texts === undefined || !mounted) return takeDown()
      stopWaiting()
      if (!page?.body) stopWaiting = listen(page, "DOMContentLoaded", redraw)
      else if (!drawing && isSeen()) drawing = find()?.({ ...settings, blockedFrames })
      waiting = !drawing && state.surface !== "none"
      if (!drawing) iab?.render("none")
      else if (page?.body) drawing.draw(rule, resolved.texts)
    }

    return {
      adopt: () => {
        const { rule, status } = state.resolved
        if (status === "failed" && rule === null) state.resolved = { ...state.resolved, ...lastRule(storage) }
        if (iab) matchIab(iab, state, config)
      },
      draw,
      mount: () => {
        mounted = true
        // Who has not decided most likely sees a banner: what draws it is there with the policy.
        if (!hasDecided(state) && !state.acknowledgement) {
          find()
          if ((config.ui || {}).languages) settings.findRest()
        }
        draw()
      },
      waits: () => waiting,
      dispose: () => {
        mounted = false
        takeDown()
      },
    }
  }
