import fc from 'fast-check'
import { expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of random cases. In `npm test` it is always the same. */
    seed: number
    isSoak: boolean
  }
}

/** How often something is tried: few times in `npm test`, many in `npm run soak`. */
export function times(few: number, many: number): number {
  return inject('isSoak') ? many : few
}

/**
 * A seed for each of as many random cases. In the soak, each is printed before its case: `SOAK_SEED` with it begins
 * there.
 */
export function* seeds(few: number, many: number): Generator<number> {
  const first = inject('seed')
  for (let seed = first; seed < first + times(few, many); seed++) {
    if (inject('isSoak')) console.log(`SOAK_SEED=${seed}  ${expect.getState().currentTestName}`)
    yield seed
  }
}

/** Asserts a property in as many random cases, each of a seed of its own. */
export async function assertCases<T>(
  property: fc.IAsyncProperty<T>,
  { few, many }: { few: number; many: number },
): Promise<void> {
  for (const seed of seeds(few, many)) await fc.assert(property, { seed, numRuns: 1 })
}

/** All of a list in the soak; in `npm test` some of it, of every part. */
export function some<T>(list: readonly T[], few: number): T[] {
  const every = inject('isSoak') ? 1 : Math.max(1, Math.floor(list.length / few))
  return list.filter((_, at) => at % every === 0)
}

/** With the numbers of a seed: the same one after the other. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) / 0x7f_ff_ff_ff
}
