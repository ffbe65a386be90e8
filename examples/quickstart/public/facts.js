/** Fills a description list with names and their values. */
export const showFacts = (list, facts) =>
  list.replaceChildren(
    ...Object.entries(facts).map(([name, value]) => {
      const pair = document.createElement("div")
      pair.append(
        Object.assign(document.createElement("dt"), { textContent: name }),
        Object.assign(document.createElement("dd"), { textContent: value }),
      )
      return pair
    }),
  )
