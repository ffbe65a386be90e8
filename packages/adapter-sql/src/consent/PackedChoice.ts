/**
 * The `choice` column, in the shortest of three forms that restores the same JSON:
 *
 * - A browser's receipts mostly repeat the act: they have its time, the categories and values of its preferences, and
 *   one basis. Then only the basis is stored: `"legacy-v2"`, or `{"kind":"choice-v1","fingerprint":"…"}`.
 * - Others are stored in groups of one time and basis:
 *   `[{"at":1795298947668,"kind":"legacy-v2","yes":["measurement"],"no":["marketing"]}]`.
 * - The rest is stored as it is.
 *
 * Forms are never changed or removed: rows were written with them.
 *
 * @module
 */
import { optionalCategories, type OptionalCategory } from "@consent-service/core/policy"
import { Instant, isExactly } from "@consent-service/core/primitives"
import {
  Choice,
  type ConsentRecord,
  type Receipt,
  ReceiptBasis,
  type Receipts,
  type Stored,
} from "@consent-service/core/consent"
import * as Schema from "effect/Schema"

const Names = Schema.optionalWith(Schema.Array(Schema.Literal(...optionalCategories)), { exact: true })
const shared = { at: Instant, yes: Names, no: Names }
const [Worded, Legacy] = ReceiptBasis.members

/** The receipts of one time and basis: the categories granted, and those refused. */
const Group = Schema.Union(
  Schema.Struct({ ...shared, ...Worded.fields }),
  Schema.Struct({ ...shared, ...Legacy.fields }),
)
type Group = typeof Group.Type

const namesOf = ({ no = [], yes = [] }: Group): ReadonlyArray<OptionalCategory> => [...yes, ...no]

const Groups = Schema.Array(Group).pipe(
  Schema.filter((groups) => {
    const names = groups.flatMap(namesOf)
    return groups.every((group) => namesOf(group).length > 0) && new Set(names).size === names.length
  }),
  Schema.minItems(1),
)

const isBasis = isExactly(ReceiptBasis)
const isChoice = isExactly(Choice)
const isGroups = isExactly(Groups)

/** What the receipts may repeat. */
export type Act = Pick<ConsentRecord, "givenAt" | "preferences">

interface Alike {
  readonly first: Receipt
  readonly yes: Array<OptionalCategory>
  readonly no: Array<OptionalCategory>
}

const wordingOf = (basis: ReceiptBasis): string | undefined =>
  basis.kind === "choice-v1" ? basis.fingerprint : basis.materialFingerprint

const areAlike = (left: Receipt, right: Receipt): boolean =>
  left.confirmedAt === right.confirmedAt &&
  left.basis.kind === right.basis.kind &&
  wordingOf(left.basis) === wordingOf(right.basis)

const pack = (receipts: Receipts): ReadonlyArray<Group> => {
  const groups: Array<Alike> = []
  for (const category of optionalCategories) {
    const receipt = receipts[category]
    if (receipt === undefined) continue
    const known = groups.find(({ first }) => areAlike(first, receipt))
    const group = known ?? { first: receipt, yes: [], no: [] }
    if (known === undefined) groups.push(group)
    group[receipt.value ? "yes" : "no"].push(category)
  }
  return groups.map(({ first, no, yes }) => ({
    at: first.confirmedAt,
    ...first.basis,
    ...(yes.length > 0 && { yes }),
    ...(no.length > 0 && { no }),
  }))
}

const unpack = (groups: ReadonlyArray<Group>): Choice => {
  const receipts = new Map<OptionalCategory, Receipt>()
  for (const { at: confirmedAt, no = [], yes = [], ...basis } of groups) {
    for (const category of yes) receipts.set(category, { value: true, confirmedAt, basis })
    for (const category of no) receipts.set(category, { value: false, confirmedAt, basis })
  }
  const inOrder = optionalCategories.flatMap((category) => {
    const receipt = receipts.get(category)
    return receipt === undefined ? [] : [[category, receipt] as const]
  })
  return { version: 3, categories: Object.fromEntries(inOrder) }
}

const preferenceIn = (
  preferences: Readonly<Record<string, boolean>>,
  category: OptionalCategory,
): boolean | undefined => (Object.hasOwn(preferences, category) ? preferences[category] : undefined)

/** The basis of receipts that otherwise repeat the act; null if they say more or less than it. */
const basisBeyond = ({ givenAt, preferences }: Act, receipts: Receipts): ReceiptBasis | null => {
  if (preferences === null || preferences === "unreadable") return null
  let first: Receipt | null = null
  for (const category of optionalCategories) {
    const receipt = receipts[category]
    if (receipt?.value !== preferenceIn(preferences, category)) return null
    if (receipt === undefined) continue
    first ??= receipt
    if (receipt.confirmedAt !== givenAt || !areAlike(first, receipt)) return null
  }
  return first?.basis ?? null
}

/** The choice of receipts that repeat the act. */
const choiceBy = (basis: ReceiptBasis, { givenAt: at, preferences }: Act): Choice | "unreadable" => {
  if (preferences === null || preferences === "unreadable") return "unreadable"
  const valued = (value: boolean) =>
    optionalCategories.filter((category) => preferenceIn(preferences, category) === value)
  const group = { at, ...basis, yes: valued(true), no: valued(false) }
  return namesOf(group).length === 0 ? "unreadable" : unpack([group])
}

/** Whether an object has some of these keys and no others, in this order. */
const hasInOrder = (value: object, keys: ReadonlyArray<string>): boolean => {
  let next = 0
  for (const key in value) {
    next = keys.indexOf(key, next) + 1
    if (next === 0) return false
  }
  return true
}

const choiceKeys = ["version", "categories"]
const receiptKeys = ["value", "confirmedAt", "basis"]
const basisKeys = ["kind", "fingerprint", "materialFingerprint"]

/** Older clients' word without a fingerprint is stored as its kind. */
const legacy = { kind: "legacy-v2" } as const

const storedBasis = (basis: ReceiptBasis): ReceiptBasis | "legacy-v2" =>
  wordingOf(basis) === undefined ? legacy.kind : basis

/** Whether all keys are in the order of `unpack`: not every choice was ordered by decoding. */
const isInOrder = (choice: Choice): boolean =>
  hasInOrder(choice, choiceKeys) &&
  hasInOrder(choice.categories, optionalCategories) &&
  optionalCategories.every((category) => {
    const receipt = choice.categories[category]
    return receipt === undefined || (hasInOrder(receipt, receiptKeys) && hasInOrder(receipt.basis, basisKeys))
  })

/** The text of a choice in groups, or as it is. */
export const groupedText = (choice: Stored<Choice>): string | null => {
  if (choice === null) return null
  const groups = choice !== "unreadable" && isInOrder(choice) ? pack(choice.categories) : []
  return JSON.stringify(groups.length > 0 ? groups : choice)
}

/** The text of an act's choice in its column. */
export const choiceText = ({ choice, ...act }: Act & { readonly choice: Stored<Choice> }): string | null => {
  if (choice === null || choice === "unreadable" || !isInOrder(choice)) return groupedText(choice)
  const basis = basisBeyond(act, choice.categories)
  return basis === null ? groupedText(choice) : JSON.stringify(storedBasis(basis))
}

/** Reads an act's choice from its column, in each form. */
export const readChoice = (json: unknown, act: Act): Choice | "unreadable" => {
  if (json === legacy.kind) return choiceBy(legacy, act)
  if (isBasis(json)) return choiceBy(json, act)
  if (isGroups(json)) return unpack(json)
  return isChoice(json) ? json : "unreadable"
}
