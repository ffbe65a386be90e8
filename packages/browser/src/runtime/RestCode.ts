/**
 * What few pages and page views need, loaded on demand, apart from the banner.
 *
 * @module
 */
import { armOf } from "../experiment/Experiment.js"
import { makeRestGates } from "../gate/RestGates.js"
import type { MakeHost } from "../surface/Host.js"
import type { DrawLayer } from "../surface/Layer.js"
import { makeSurfaceRest, type Rest } from "../surface/Rest.js"
import { loopTab } from "../surface/TabLoop.js"
import type { MakeIabRest } from "../tcf/IabRest.js"

/** The code for what few page views show. */
export interface ScreenRest extends Rest {
  readonly iabRest: ReturnType<MakeIabRest> | undefined
}

/** Makes it, from code that is with the banner. */
export type MakeRest = (drawLayer: DrawLayer, makeHost: MakeHost) => ScreenRest

/** The code for what few pages and page views need: surfaces, gates and experiments. */
export interface RestCode {
  /** Absent where nothing is drawn. */
  readonly makeRest?: MakeRest
  readonly makeRestGates: typeof makeRestGates
  readonly armOf: typeof armOf
}

/** The code of a bundle without IAB, or with its preference center. */
export const restWith = (makeIabRest?: MakeIabRest): RestCode => ({
  makeRestGates,
  armOf,
  makeRest: (drawLayer, makeHost) => {
    // However often something is drawn, the document has this listener once.
    document.addEventListener("keydown", loopTab)
    return { ...makeSurfaceRest(drawLayer, makeHost), iabRest: makeIabRest?.(drawLayer) }
  },
})
