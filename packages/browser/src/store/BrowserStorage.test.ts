import { afterAll, afterEach, assert, describe, it, vi } from "@effect/vitest"

/** A document whose cookies behave like a browser's on one host, with one public suffix. */
const fakeDocument = (host: string, publicSuffix: string) => {
  const jar = new Map<string, { readonly name: string; readonly value: string }>()
  const written: Array<string> = []
  return {
    written,
    document: {
      get cookie() {
        return [...jar.values()].map(({ name, value }) => `${name}=${value}`).join("; ")
      },
      set cookie(text: string) {
        written.push(text)
        const [pair = "", ...attributes] = text.split("; ")
        const [name = "", ...rest] = pair.split("=")
        const value = rest.join("=")
        const domain = attributes.find((one) => one.startsWith("Domain="))?.slice(7) ?? ""
        if (domain === publicSuffix || !`.${host}`.endsWith(domain && `.${domain}`)) return
        if (attributes.includes("Max-Age=0")) jar.delete(`${name} ${domain}`)
        else jar.set(`${name} ${domain}`, { name, value })
      },
    },
  }
}

const fakeItems = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

const load = async (globals: Readonly<Record<string, unknown>>) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  return (await import("./BrowserStorage.js")).makeStorage
}

// Test files of a thread share modules: reset those that were loaded while a global was replaced.
afterAll(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const location = { protocol: "https:", hostname: "www.shop.co.uk" }

describe("the browser's storage", () => {
  it("writes cookies for this host and items, and reads them after a reload", async () => {
    const { document, written } = fakeDocument(location.hostname, "co.uk")
    const makeStorage = await load({ document, location, localStorage: fakeItems() })
    const storage = makeStorage({ persistence: true, storage: {} })
    storage.setCookie("cs", "v=3", 365)
    assert.deepStrictEqual(written, ["cs=v=3; Max-Age=31536000; Path=/; SameSite=Lax; Secure"])
    storage.setItem("a", "1")
    const next = makeStorage({ persistence: true, storage: {} })
    assert.strictEqual(next.getItem("a"), "1")
    next.setItem("a", null)
    assert.isNull(storage.getItem("a"))
  })

  it("finds the registrable domain, leaves no test cookie, and replaces the host's own cookie", async () => {
    const { document, written } = fakeDocument(location.hostname, "co.uk")
    const makeStorage = await load({ document, location, localStorage: fakeItems() })
    makeStorage({ persistence: true, storage: {} }).setCookie("cs", "old", 365)
    const storage = makeStorage({ persistence: true, storage: { crossSubdomain: true } })
    storage.setCookie("cs", "new", 365)
    assert.include(written.at(-1) ?? "", "; Domain=shop.co.uk;")
    assert.strictEqual(document.cookie, "cs=new")
    storage.setCookie("cs", "", 0)
    assert.strictEqual(document.cookie, "")
  })

  it("uses a configured domain, and no secure cookie on http", async () => {
    const { document, written } = fakeDocument("a.b.test", "test")
    const plain = { protocol: "http:", hostname: "a.b.test" }
    const makeStorage = await load({ document, location: plain, localStorage: fakeItems() })
    makeStorage({ persistence: true, storage: { defaultDomain: "b.test" } }).setCookie("cs", "1", 2)
    assert.strictEqual(written.at(-1), "cs=1; Max-Age=172800; Path=/; SameSite=Lax; Domain=b.test")
  })

  it("without persistence writes nothing, and remembers within the page", async () => {
    const { document, written } = fakeDocument(location.hostname, "co.uk")
    const localStorage = fakeItems()
    const makeStorage = await load({ document, location, localStorage })
    localStorage.setItem("a", "before")
    const storage = makeStorage({ persistence: false, storage: { crossSubdomain: true } })
    assert.isNull(storage.getItem("a"))
    storage.setCookie("cs", "1", 365)
    storage.setItem("a", "1")
    assert.deepStrictEqual([storage.getCookie("cs"), storage.getItem("a")], ["1", "1"])
    storage.setCookie("cs", "", 0)
    storage.setItem("a", null)
    assert.deepStrictEqual([storage.getCookie("cs"), storage.getItem("a")], [null, null])
    assert.deepStrictEqual([written.length, localStorage.getItem("a")], [0, "before"])
  })

  it.each<[string, () => Readonly<Record<string, unknown>>]>([
    ["absent", () => ({ document: undefined, localStorage: undefined, location: undefined })],
    [
      "forbidden",
      () => ({
        document: Object.defineProperty({}, "cookie", {
          get: () => {
            throw new Error("SecurityError")
          },
          set: () => {
            throw new Error("SecurityError")
          },
        }),
        localStorage: undefined,
        location,
      }),
    ],
    [
      "silently dropped, and full",
      () => ({
        document: { ...fakeDocument("x", "x").document, cookie: "" },
        location: { protocol: "https:", hostname: "x" },
        localStorage: {
          ...fakeItems(),
          setItem: () => {
            throw new Error("QuotaExceededError")
          },
        },
      }),
    ],
  ])("%s: memory replaces it within the page", async (_, globals) => {
    const makeStorage = await load(globals())
    const storage = makeStorage({ persistence: true, storage: { crossSubdomain: true } })
    assert.deepStrictEqual([storage.getCookie("cs"), storage.getItem("a")], [null, null])
    storage.setCookie("cs", "v=3&e=1", 365)
    storage.setItem("a", "1")
    assert.deepStrictEqual([storage.getCookie("cs"), storage.getItem("a")], ["v=3&e=1", "1"])
  })
})
