/**
 * A database's URL for display: a server's URL is reduced to its address, because a password can be before the
 * host as well as in the query.
 */
export const databaseName = (database: string): string => {
  if (/^sqlite:/i.test(database)) return database
  const { host, pathname, protocol } = new URL(database)
  return `${protocol}//${host}${pathname}`
}
