/**
 * A database's URL as it may be printed: a server's is cut down to where it is, because a password can stand before the
 * host as well as in the query.
 */
export const databaseName = (database: string): string => {
  if (/^sqlite:/i.test(database)) return database
  const { host, pathname, protocol } = new URL(database)
  return `${protocol}//${host}${pathname}`
}
