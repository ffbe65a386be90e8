/**
 * Loads the rest of a script that is one file otherwise: from the service, or from next to the script where a site hosts both itself.
 *
 * @module
 */
import { version } from "../env/Version.js"
import type { Tag } from "../config/Tag.js"
import { h } from "../surface/Element.js"
import type { RestCode } from "./RestCode.js"
import type { LoadFile } from "./FurtherFiles.js"
import { onDemand } from "./OnDemand.js"
import type { NearSettings, Source } from "./CodeSource.js"

/**
 * Imports a file. Where its digest is known, it is checked first, as `integrity` of a tag does for the script itself. Browsers that
 * know no `modulepreload` cannot.
 *
 * @returns rejects where the digest is another one
 */
const importChecked = async <File>(href: string, integrity: string | undefined, nonce: string): Promise<File> => {
  await new Promise((load, error) => {
    const rel = "modulepreload"
    const link = h("link", { rel, crossorigin: "anonymous", href, integrity, nonce, load, error })
    if (integrity && link.relList.supports(rel)) document.head.append(link)
    else load(null)
  })
  return import(href)
}

/** Where a file is: below the service, as it says, else next to the script under its name. */
const near = (path: string | undefined, name: string, backendURL: string, { src }: Tag): string =>
  path ? backendURL + path : new URL(`${name}?${version}`, src).href

/** Finds the code of a file by this name, unless the service says which it has. */
export const restNextTo = (name: string): Source<RestCode, NearSettings> =>
  onDemand(
    "preference dialog",
    ({ backendURL, config, tag }) => near(config.restPath, name, backendURL, tag),
    (address, { config, tag }) => importChecked(address, config.restIntegrity, tag.nonce),
  )

/** Loads one of the files for every script. */
export const fileNextTo: LoadFile = (name, { backendURL, config }, tag, suffix) =>
  importChecked(
    near(config[`${name}Path`], `cs.${name}.js`, backendURL, tag) + suffix,
    config[`${name}Integrity`],
    tag.nonce,
  )
