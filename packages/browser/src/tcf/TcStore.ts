/**
 * Stores an IAB decision: the TC string in a cookie and in localStorage, and what the string cannot express in
 * localStorage.
 *
 * @module
 */
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { at, isRecord, parseJson } from "../store/Plain.js"
import type { ChoiceSource } from "./TcChoice.js"

/** A decision, its time and its terms. */
export interface Receipt {
  /** Null where the operator has no CMP id, so that there is no string. */
  readonly tcString: string | null
  /** Epoch milliseconds. */
  readonly at: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** The fingerprint of the prompt. */
  readonly choice: string
  readonly policyVersion: number
  readonly draft: ChoiceSource
}

const stringKey = "euconsent-v2"
const receiptKey = "cs-iab-authority-v1"

/** JSON has lists, but no sets. */
const listed = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value)

/** Its content is not checked here: an invalid string grants nothing. */
const isReceipt = (value: unknown): value is Receipt => isRecord(at(value, "draft"))

/** The stored decision, with a receipt only if it belongs to the string. The cookie, which other hosts share, wins. */
export const loadTc = (
  storage: BrowserStorage,
): { readonly tcString: string | null; readonly receipt: Receipt | null } => {
  const tcString = storage.getCookie(stringKey) ?? storage.getItem(stringKey)
  const receipt = parseJson(storage.getItem(receiptKey))
  return { tcString, receipt: isReceipt(receipt) && receipt.tcString === tcString ? receipt : null }
}

/** Stores a decision, replacing the one before; null removes it. */
export const saveTc = (storage: BrowserStorage, receipt: Receipt | null): void => {
  const tcString = receipt && receipt.tcString
  // A string that is too long for a cookie must not leave an older one there.
  storage.setCookie(stringKey, "", 0)
  if (tcString !== null) storage.setCookie(stringKey, tcString, 395)
  storage.setItem(stringKey, tcString)
  storage.setItem(receiptKey, receipt && JSON.stringify(receipt, listed))
}
