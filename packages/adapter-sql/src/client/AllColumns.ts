/**
 * Finds statements with a `*` for all columns of a table. In a prepared statement it means the columns at the time of
 * preparation, even after a migration. That of `count(*)` and that of a product mean no columns.
 */
export const listsAllColumns = /(?:\b(?:select|distinct|all|returning)|[.,])\s*\*/i
