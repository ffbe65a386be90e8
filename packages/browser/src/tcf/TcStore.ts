/**
 * Stores an IAB decision: the TC string in a cookie and in localStorage, and what the string cannot express in
 * localStorage.
 *
 * @module
 */
import type { BrowserStorage } from "../store/BrowserStorage.js"
import { isRecord, parseJson } from "../store/Plain.js"
import type { ChoiceSource } from "./TcChoice.js"

/** What was decided, when, and under which terms. */
export interface Receipt {
  /** Null where the operator has no CMP id, and so no string. */
  readonly tcString: string | null
  /** Epoch milliseconds. */
  readonly at: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** The fingerprint of the choice that was put. */
  readonly choice: string
  readonly policyVersion: number
  readonly draft: ChoiceSource
}

const stringKey = "euconsent-v2"
const receiptKey = "cs-iab-authority-v1"

/** Its content is not checked here: nothing holds of what is invalid. */
const isReceipt = (value: unknown): value is Receipt => isRecord(value) && isRecord(value["draft"])

/** What is kept; a receipt is that of the string, or there is none. The cookie, which other hosts share, is heard first. */
export const loadTc = (
  storage: BrowserStorage,
): { readonly tcString: string | null; readonly receipt: Receipt | null } => {
  const tcString = storage.getCookie(stringKey) ?? storage.getItem(stringKey)
  const receipt = parseJson(storage.getItem(receiptKey))
  return { tcString, receipt: isReceipt(receipt) && receipt.tcString === tcString ? receipt : null }
}

/** Keeps a decision, in the place of the one before; null keeps none. */
export const saveTc = (storage: BrowserStorage, receipt: Receipt | null): void => {
  const tcString = receipt && receipt.tcString
  // A string that is too long for a cookie must not leave an older one in its place.
  storage.setCookie(stringKey, "", 0)
  if (tcString !== null) storage.setCookie(stringKey, tcString, 395)
  storage.setItem(stringKey, tcString)
  storage.setItem(receiptKey, receipt && JSON.stringify(receipt))
}
