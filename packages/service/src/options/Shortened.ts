/** A text of so many characters at most: a longer one ends in an ellipsis. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text
