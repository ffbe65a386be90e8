/**
 * Conditions over consent categories: evaluates them, lists the categories they name, and reads them from markup.
 *
 * @module
 */
import { isOptionalCategory, necessary, optionalCategories, type OptionalCategory } from "@consent-service/core/browser"
import type { CategoryFlags } from "../consent/Records.js"
import { parseJson } from "../store/Plain.js"
import type { Condition } from "../consent/Access.js"

/** Whether a condition holds. `necessary` always does. */
export const allows = (condition: Condition, permissions: CategoryFlags): boolean => {
  if (typeof condition === "string") return condition === necessary || permissions[condition]
  return Object.entries(condition).every(([key, operands]) => {
    const answers = [operands].flat().map((each) => allows(each, permissions))
    // One true makes `or` true; one false makes `and` false and `not` true.
    return answers.includes(key === "or") === (key !== "and")
  })
}

/** The categories in a condition, in canonical order. */
export const categoriesNamed = (condition: Condition): ReadonlyArray<OptionalCategory> => {
  // In JSON, a quoted name can only be a category.
  const text = JSON.stringify(condition)
  return optionalCategories.filter((category) => text.includes(`"${category}"`))
}

/** Whether a value is a condition over categories that exist. */
export const isCondition = (value: unknown): value is Condition => {
  const [[key, operand] = ["", null], more]: ReadonlyArray<readonly [string, unknown]> = Object.entries(Object(value))
  const operands = key === "not" ? [operand] : [operand].flat()
  return (
    value === necessary ||
    isOptionalCategory(value) ||
    (!more && /^(and|or|not)$/.test(key) && operands.length > 0 && operands.every(isCondition))
  )
}

/** Reads a category's name, or the JSON of a condition; null for anything else. */
export const readCondition = (text: string): Condition | null => {
  const value = parseJson(text) ?? text
  return isCondition(value) ? value : null
}
