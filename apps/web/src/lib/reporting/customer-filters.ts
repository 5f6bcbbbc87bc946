/** Calls of these customers, by their ids; of all where there are none. */
export function customerFilters(customers: readonly string[]) {
  return customers.length === 0 ? [] : [{ field: 'customer', op: 'in' as const, values: [...customers] }]
}
