/**
 * Narrows a query by what a caller may leave out; undefined and an empty text count as left out:
 * `.$call(whereGiven(asked.parentId, (query, id) => query.where('parent_id', '=', id)))`
 */
export function whereGiven<Query, Value>(
  value: Value | undefined,
  narrow: (query: Query, value: Value) => Query,
): (query: Query) => Query {
  return (query) => (value === undefined || value === '' ? query : narrow(query, value))
}
