/**
 * The texts of the languages this service ships, by primary subtag.
 *
 * @module
 */
import type { CompleteBundle } from "./Bundle.js"
import { ar } from "./ar.js"
import { bg } from "./bg.js"
import { cs } from "./cs.js"
import { cy } from "./cy.js"
import { da } from "./da.js"
import { de } from "./de.js"
import { el } from "./el.js"
import { en } from "./en.js"
import { es } from "./es.js"
import { et } from "./et.js"
import { fi } from "./fi.js"
import { fr } from "./fr.js"
import { ga } from "./ga.js"
import { gu } from "./gu.js"
import { he } from "./he.js"
import { hi } from "./hi.js"
import { hr } from "./hr.js"
import { hu } from "./hu.js"
import { id } from "./id.js"
import { is } from "./is.js"
import { it } from "./it.js"
import { lb } from "./lb.js"
import { lt } from "./lt.js"
import { lv } from "./lv.js"
import { mt } from "./mt.js"
import { nb } from "./nb.js"
import { nl } from "./nl.js"
import { nn } from "./nn.js"
import { pl } from "./pl.js"
import { pt } from "./pt.js"
import { rm } from "./rm.js"
import { ro } from "./ro.js"
import { sk } from "./sk.js"
import { sl } from "./sl.js"
import { sv } from "./sv.js"
import { zh } from "./zh.js"

/** The texts of `fallbackLanguage`, English. */
export const fallbackBundle: CompleteBundle = en

/**
 * The texts of each shipped language by lower-case primary subtag. A map, not a record: the
 * language looked up comes from a visitor, and `__proto__` is one no map knows.
 */
export const builtInBundles: ReadonlyMap<string, CompleteBundle> = new Map([
  ["ar", ar],
  ["bg", bg],
  ["cs", cs],
  ["cy", cy],
  ["da", da],
  ["de", de],
  ["el", el],
  ["en", en],
  ["es", es],
  ["et", et],
  ["fi", fi],
  ["fr", fr],
  ["ga", ga],
  ["gu", gu],
  ["he", he],
  ["hi", hi],
  ["hr", hr],
  ["hu", hu],
  ["id", id],
  ["is", is],
  ["it", it],
  ["lb", lb],
  ["lt", lt],
  ["lv", lv],
  ["mt", mt],
  ["nb", nb],
  ["nl", nl],
  ["nn", nn],
  ["pl", pl],
  ["pt", pt],
  ["rm", rm],
  ["ro", ro],
  ["sk", sk],
  ["sl", sl],
  ["sv", sv],
  ["zh", zh],
])
