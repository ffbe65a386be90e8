/**
 * Layers of the IAB surfaces, with the properties that all layers of a site have.
 *
 * @module
 */
import type { View } from "../surface/View.js"
import type { IabTerms } from "./IabTerms.js"

/** The view of an IAB layer. */
export const layerView = ({ match }: IabTerms): View => ({
  ...match,
  surface: "none",
  prompt: "choice",
  preferences: true,
  categories: [],
  vendors: [],
  branding: null,
})
