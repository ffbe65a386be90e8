// The live log. It is kept for the tab, because a change of settings or a withdrawal of consent reloads the page.
const key = "demo-log"
const box = document.getElementById("log")
const list = box.firstElementChild
const kept = 100

const read = () => JSON.parse(sessionStorage.getItem(key) ?? "[]")

const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content })

const draw = ({ at, kind, message }) => {
  const item = document.createElement("li")
  const time = text("time", new Date(at).toLocaleTimeString("en-GB"))
  time.dateTime = new Date(at).toISOString()
  item.dataset.kind = kind
  item.append(time, text("b", kind), text("span", message))
  // A request is noticed after it was answered, and is listed where it began.
  item.dataset.at = at
  list.insertBefore(item, [...list.children].find((other) => Number(other.dataset.at) > at) ?? null)
  box.scrollTop = box.scrollHeight
}

/** The time now, in milliseconds; unlike `Date.now()` on the same clock as the times of requests. */
const now = () => performance.timeOrigin + performance.now()

/** Adds a line of a kind: `page`, `requested`, `shown`, `decided`, `blocked`, `sent`, `ran`, `stored` or `failed`. */
export const log = (kind, message, at = now()) => {
  const entry = { at, kind, message }
  sessionStorage.setItem(key, JSON.stringify([...read(), entry].slice(-kept)))
  draw(entry)
}

/** Whether a line with this message is in the log. */
export const isLogged = (message) => read().some((entry) => entry.message === message)

read().forEach(draw)
document.getElementById("clear").addEventListener("click", () => {
  sessionStorage.removeItem(key)
  list.replaceChildren()
})
