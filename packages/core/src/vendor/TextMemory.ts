/**
 * Texts that were asked for lately, within a bound: a cache whose keys visitors choose must not grow with them.
 *
 * @module
 */

/**
 * Makes a memory of texts by key; what was used longest ago goes first.
 *
 * @param maxCharacters - of keys and texts together; a text that is longer by itself is not kept
 * @returns the text of a key, made when it is not remembered
 */
export const makeTextMemory = (maxCharacters: number): ((key: string, make: () => string) => string) => {
  const texts = new Map<string, string>()
  let characters = 0

  const forget = (key: string, text: string): void => {
    texts.delete(key)
    characters -= key.length + text.length
  }

  const remember = (key: string, text: string): void => {
    texts.set(key, text)
    characters += key.length + text.length
    for (const [oldest, old] of texts) {
      if (characters <= maxCharacters) return
      forget(oldest, old)
    }
  }

  return (key, make) => {
    const known = texts.get(key)
    if (known !== undefined) {
      texts.delete(key)
      texts.set(key, known)
      return known
    }
    const text = make()
    if (key.length + text.length <= maxCharacters) remember(key, text)
    return text
  }
}
