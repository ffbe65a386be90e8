/** The page `verify.html`: a receipt is dropped or pasted, and nothing leaves the page. */
import { ed25519 } from "./Ed25519.js"
import { textVerifier } from "./Report.js"

const field = (id: string): HTMLTextAreaElement => {
  const found = document.getElementById(id)
  if (found instanceof HTMLTextAreaElement) return found
  throw new Error(`the page lacks #${id}`)
}

const verdict = document.getElementById("verdict")
const [receipt, keys, witnesses] = [field("receipt"), field("keys"), field("witnesses")]
const verifyEd25519 = ed25519(globalThis.crypto?.subtle ?? null)

const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const show = (state: "verified" | "refused" | "waiting", lines: ReadonlyArray<string>): void => {
  if (verdict === null) return
  verdict.dataset["state"] = state
  verdict.replaceChildren(
    ...lines.map((line) => {
      const paragraph = document.createElement("p")
      paragraph.textContent = line
      return paragraph
    }),
  )
}

/** Which verification is the newest: the answers of older ones are dropped. */
let newest = 0

const verifyNow = async (): Promise<void> => {
  newest += 1
  const mine = newest
  if (receipt.value.trim() === "" || keys.value.trim() === "") {
    return show("waiting", ["Waiting for a receipt and a key."])
  }
  const trusted = linesOf(witnesses.value)
  const trust = { keys: linesOf(keys.value), witnesses: trusted, quorum: trusted.length }
  const verifier = textVerifier(trust, verifyEd25519)
  if (typeof verifier !== "function") {
    return show(
      "refused",
      verifier.wrong.map((key) => `Not a verifier key: ${key}`),
    )
  }
  const { lines, verified } = await verifier(receipt.value)
  if (mine === newest) show(verified ? "verified" : "refused", lines)
}

for (const element of [receipt, keys, witnesses]) element.addEventListener("input", () => void verifyNow())

const chosen = document.getElementById("file")
chosen?.addEventListener("change", () => {
  const [file] = chosen instanceof HTMLInputElement ? (chosen.files ?? []) : []
  void file?.text().then((text) => {
    receipt.value = text
    return verifyNow()
  })
})

document.addEventListener("dragover", (event) => event.preventDefault())
document.addEventListener("drop", (event) => {
  event.preventDefault()
  const [file] = event.dataTransfer?.files ?? []
  void file?.text().then((text) => {
    receipt.value = text
    return verifyNow()
  })
})

void verifyNow()
