/**
 * The `user_agent` column. What most browsers say of themselves is about a hundred characters, of which some thirty
 * differ. Those are stored: a line feed, which no header contains, then the browser, its version and its platform as in
 * `Chrome/128 (X11; Linux x86_64)`. Every other text is stored as it is, and so are all older rows.
 *
 * A form is never changed or removed: rows were written with it.
 *
 * @module
 */

/** Begins a shortened text. A text that begins with it is stored with another in front. */
const mark = "\n"

const webKit = "Mozilla/5.0 ({platform}) AppleWebKit/537.36 (KHTML, like Gecko)"
const appleWebKit = "Mozilla/5.0 ({platform}) AppleWebKit/605.1.15 (KHTML, like Gecko)"

/** What is stored, and what it stands for. */
const forms = [
  ["Chrome/{version} ({platform})", `${webKit} Chrome/{version}.0.0.0 Safari/537.36`],
  ["Chrome Mobile/{version} ({platform})", `${webKit} Chrome/{version}.0.0.0 Mobile Safari/537.36`],
  ["Safari Mobile/{version} ({platform})", `${appleWebKit} Version/{version} Mobile/15E148 Safari/604.1`],
  ["Safari/{version} ({platform})", `${appleWebKit} Version/{version} Safari/605.1.15`],
  ["Edge/{version} ({platform})", `${webKit} Chrome/{version}.0.0.0 Safari/537.36 Edg/{version}.0.0.0`],
  ["Firefox/{version} ({platform})", "Mozilla/5.0 ({platform}; rv:{version}) Gecko/20100101 Firefox/{version}"],
  ["Firefox Mobile/{version} ({platform})", "Mozilla/5.0 ({platform}; rv:{version}) Gecko/{version} Firefox/{version}"],
] as const

const versionPattern = String.raw`\d[\d.]*`
const platformPattern = String.raw`[^()\n]+`

/** The pattern of a form; a part that occurs again must be equal. */
const patternOf = (form: string): RegExp => {
  const seen = new Set<string>()
  const text = form.replaceAll(/[()./]/g, String.raw`\$&`).replaceAll(/\{(version|platform)\}/g, (_, name: string) => {
    if (seen.has(name)) return String.raw`\k<${name}>`
    seen.add(name)
    return `(?<${name}>${name === "version" ? versionPattern : platformPattern})`
  })
  return new RegExp(`^${text}$`)
}

const rewriting = (from: string, to: string) => {
  const pattern = patternOf(from)
  return (text: string): string | null => {
    const { platform, version } = pattern.exec(text)?.groups ?? {}
    if (platform === undefined || version === undefined) return null
    return to.replaceAll("{version}", () => version).replaceAll("{platform}", () => platform)
  }
}

const shortenings = forms.map(([short, long]) => rewriting(long, short))
const expansions = forms.map(([short, long]) => rewriting(short, long))

const firstOf = (rewritings: ReadonlyArray<(text: string) => string | null>, text: string): string | null => {
  for (const rewrite of rewritings) {
    const rewritten = rewrite(text)
    if (rewritten !== null) return rewritten
  }
  return null
}

/** A browser's name as it is, distinguished from a shortened one. */
export const wholeUserAgentText = (userAgent: string | null): string | null =>
  userAgent?.startsWith(mark) === true ? mark + userAgent : userAgent

/** The text of a browser's name in its column. */
export const userAgentText = (userAgent: string | null): string | null => {
  if (userAgent === null || userAgent.startsWith(mark)) return wholeUserAgentText(userAgent)
  if (!userAgent.startsWith("Mozilla/5.0 (")) return userAgent
  const short = firstOf(shortenings, userAgent)
  return short === null || firstOf(expansions, short) !== userAgent ? userAgent : mark + short
}

/** Reads a browser's name from its column. A shortened one of a form that this version does not know stays as it is. */
export const readUserAgent = (stored: string | null): string | null => {
  if (stored === null || !stored.startsWith(mark)) return stored
  const short = stored.slice(mark.length)
  return short.startsWith(mark) ? short : (firstOf(expansions, short) ?? stored)
}
