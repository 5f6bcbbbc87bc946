/** All of them in their order, as many at a time; the last ones may be fewer. */
export function* inPartsOf<One>(size: number, all: readonly One[]): Generator<One[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
