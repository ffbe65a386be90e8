/**
 * The texts of the synthetic vendor lists: what the purposes, features, stacks and data categories of a Global Vendor
 * List are about, under its ids, in words of our own.
 *
 * @module
 */

type Described = readonly [name: string, description: string, ...illustrations: ReadonlyArray<string>]

/** Members by id, counted from 1. */
const numbered = <A>(rows: ReadonlyArray<Described>, member: (id: number, row: Described) => A): Record<string, A> =>
  Object.fromEntries(rows.map((row, index) => [String(index + 1), member(index + 1, row)]))

const purposeLike = (rows: ReadonlyArray<Described>) =>
  numbered(rows, (id, [name, description, ...illustrations]) => ({ id, name, description, illustrations }))

const purposes = purposeLike([
  ["Keep notes on this device", "Cookies and the like may be kept on the device and read again.", "A basket survives."],
  [
    "Show plain ads",
    "An ad is chosen by the page it appears on and by the kind of device.",
    "A bike ad on a bike page.",
  ],
  ["Learn interests for ads", "What a reader reads and buys is combined into interests.", "A reader of bike tests."],
  ["Show ads by interest", "An ad is chosen by the interests that were learnt.", "A bike ad on a cooking page."],
  ["Learn interests for content", "What a reader reads is used to choose content.", "A reader of recipes."],
  [
    "Show content by interest",
    "Articles and films are chosen by the interests that were learnt.",
    "More recipes first.",
  ],
  ["Count what ads bring about", "Whether an ad was seen, and what came of it, is counted.", "Ten saw it, one bought."],
  ["Count what content brings about", "Whether an article was read to its end is counted.", "Half read on."],
  ["Know the audience", "Reports describe groups of readers, never one.", "Most readers come at noon."],
  [
    "Build and repair services",
    "What is known about use helps to improve a product.",
    "A button that is hard to find.",
  ],
  [
    "Choose content by little",
    "An article is chosen by the page and the kind of device alone.",
    "Short texts on phones.",
  ],
])

const specialPurposes = purposeLike([
  ["Stay safe and fix faults", "Fraud is found and faults are repaired.", "A robot that clicks."],
  [
    "Deliver what was requested",
    "A page or an ad is sent to the device that wants it.",
    "A picture that fits the screen.",
  ],
  ["Remember privacy choices", "Your decision here is stored and passed on.", "A refusal that is known next time."],
])

const features = purposeLike([
  ["Put sources together", "Facts from elsewhere are added to what was learnt here."],
  ["Tie devices together", "Several devices are taken for those of one household."],
  ["Tell devices apart by what they send", "What a device sends by itself is used to recognise it."],
])

const specialFeatures = purposeLike([
  ["Know the exact place", "A place within 500 metres is used.", "A shop round the corner."],
  ["Ask the device what it is", "Properties of the device are read out to recognise it.", "The fonts it has."],
])

const dataCategories = numbered(
  [
    ["Network address", "The number a device has in the network."],
    ["Device features", "What kind of device it is."],
    ["Device names", "A number that stands for the device."],
    ["Likely names", "A guess which devices are the same."],
    ["Names from a sign-in", "A number that stands for an account."],
    ["What was looked at", "Pages, and for how long."],
    ["What was provided", "Age or town, as given in a form."],
    ["Rough place", "The town or region."],
    ["Exact place", "A place within 500 metres."],
    ["Interests", "What was learned about a reader."],
    ["Privacy choices", "What a reader decided."],
  ],
  (id, [name, description]) => ({ id, name, description }),
)

const stacks = {
  "1": {
    id: 1,
    name: "Exact place and device",
    description: "Both special features.",
    purposes: [],
    specialFeatures: [1, 2],
  },
  "2": {
    id: 2,
    name: "Ads",
    description: "Plain ads, and what they bring about.",
    purposes: [2, 7],
    specialFeatures: [],
  },
  "42": {
    id: 42,
    name: "Ads and content by interest",
    description: "Interests are learnt and used, and what comes of it is counted.",
    purposes: [3, 4, 5, 6, 7, 8, 9, 10],
    specialFeatures: [],
  },
}

/** Everything of a list but its vendors and its version. */
import type { VendorList } from "@consent-service/core/vendor"
export const listTexts: Omit<VendorList, "vendors" | "vendorListVersion"> = {
  gvlSpecificationVersion: 3,
  tcfPolicyVersion: 5,
  lastUpdated: "2026-11-05T16:00:00Z",
  purposes,
  specialPurposes,
  features,
  specialFeatures,
  dataCategories,
  stacks,
  standardTexts: {
    features: "Some of them do this too. It follows from the purposes above and has no switch of its own.",
    specialPurposes: "These need no consent; they are listed for information.",
  },
}
