/**
 * The site under test: pages made by tests, on as many host names below `site.test` as they want.
 *
 * @module
 */
import { listen, pathOf } from "./Loopback.js"

/** A page of the site. */
export interface PageSpec {
  /** The content of `<head>`, the tag first. */
  readonly head?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Attributes of `<html>`. Default: `lang="en"`. */
  readonly root?: string
  /** The name before `.site.test`. Default: a name that no other page has, and so no records either. */
  readonly host?: string
}

/** The fixture site. */
export interface Site {
  readonly page: (spec: PageSpec) => string
  /** Puts something else behind the address of a page. */
  readonly replace: (url: string, spec: PageSpec) => void
  /** The path of a file that every host of the site has. */
  readonly asset: (body: string, contentType?: string) => string
  readonly close: () => Promise<void>
}

interface Served {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const html = ({ body = "", head = "", root = 'lang="en"' }: PageSpec): string => `<!doctype html>
<html ${root}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The site</title>
${head}
</head>
<body><main><h1>The site</h1>${body}</main></body>
</html>`

const served = (spec: PageSpec): Served => ({
  body: html(spec),
  headers: { "content-type": "text/html; charset=utf-8", ...spec.headers },
})

const noIcon: Served = { body: "", headers: { "content-type": "image/png" } }

/** Starts an empty site. */
export const startSite = async (): Promise<Site> => {
  const files = new Map<string, Served>([["/favicon.ico", noIcon]])
  let made = 0
  const server = await listen((request, response) => {
    const file = files.get(pathOf(request))
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "cache-control": "no-store", ...file.headers }).end(file.body)
  })
  return {
    page: (spec) => {
      made += 1
      files.set(`/page-${made}`, served(spec))
      return `http://${spec.host ?? `s${made}`}.site.test:${server.port}/page-${made}`
    },
    replace: (url, spec) => void files.set(new URL(url).pathname, served(spec)),
    asset: (body, contentType = "text/javascript") => {
      made += 1
      files.set(`/asset-${made}`, { body, headers: { "content-type": contentType } })
      return `/asset-${made}`
    },
    close: server.close,
  }
}
