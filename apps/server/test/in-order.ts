/** A copy in an order that depends on nothing but what is in the list, to compare lists that have none. */
export function inOrder<T>(list: Iterable<T>): T[] {
  const keyed = Array.from(list, (one) => ({ one, key: JSON.stringify(one) ?? '' }))
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ one }) => one)
}
