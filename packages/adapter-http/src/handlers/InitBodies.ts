/**
 * The bodies of `/init` as bytes. What visitors of a rule and language share is encoded once; whole bodies are kept for
 * as long as visitors of the same place keep coming.
 *
 * @module
 */
import { recentlyUsed } from "@consent-service/core/memory/RecentlyUsed"
import { makeSharedPart } from "@consent-service/core/visitor/InitText"
import type { InitBody } from "@consent-service/core/visitor/ResolveVisitor"
import { inUtf8, joined, type Utf8 } from "../answer/Utf8.js"
import type { NumberedMember } from "./VendorLists.js"

/** About a megabyte, and one of vendor lists as pages ask for them; a place is short where it is one. */
const remembered = { bodies: 128, listed: 16, characters: 256 }

/** Writes the bodies of one manifest. */
export interface InitBodies {
  /**
   * A body as many visitors get it; the bytes are those of others, too.
   *
   * @param own - its `ownText`
   */
  readonly usual: (body: InitBody, own: string) => Utf8
  /** Like `usual`, with a vendor list. */
  readonly listed: (body: InitBody, own: string, list: NumberedMember) => Utf8
  /**
   * A body that nobody else gets.
   *
   * @param own - its `ownText`
   * @param members - more of them, each with a comma in front
   */
  readonly longer: (body: InitBody, own: string, members: ReadonlyArray<string | Utf8>) => Utf8
}

/** Makes the writer of one manifest's bodies. */
export const makeInitBodies = (): InitBodies => {
  const recent = recentlyUsed<Utf8>(remembered.bodies, remembered.characters)
  const recentListed = recentlyUsed<Utf8>(remembered.listed, remembered.characters)
  let parts = 0
  const sharedPart = makeSharedPart((text) => ({ number: (parts += 1), bytes: inUtf8(text) }))
  const longer: InitBodies["longer"] = (body, own, members) =>
    joined([sharedPart(body).bytes, own.slice(0, -1), ...members, "}"])
  return {
    usual: (body, own) => {
      const { bytes, number } = sharedPart(body)
      return recent(`${number}${own}`, () => joined([bytes, own]))
    },
    listed: (body, own, list) => {
      const { number } = sharedPart(body)
      return recentListed(`${number} ${list.number}${own}`, () => longer(body, own, [list.bytes]))
    },
    longer,
  }
}
