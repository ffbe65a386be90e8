import type { BrowserStorage } from "../store/BrowserStorage.js"

/** Items in memory, and no cookies. */
export const memory = (): BrowserStorage => {
  const items = new Map<string, string>()
  return {
    getCookie: () => null,
    setCookie: () => {},
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value === null) items.delete(key)
      else items.set(key, value)
    },
  }
}
