/** Middle of the sorted values; of an even number the lower of the two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * level) - 1)] ?? Number.NaN
}

export async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Of so many rounds, each told which it is. */
export async function medianMs(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await elapsedMs(async () => await work(round)))
  return median(times)
}

export const maxWarmUps = 3

/**
 * Runs two ways to do the same in turns. Each round starts with the other one, so that neither profits from warmer
 * caches. The first rounds only warm up, unless there is one alone.
 */
export async function byTurns(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds: number,
): Promise<{ oneMs: number[]; otherMs: number[] }> {
  const oneMs: number[] = []
  const otherMs: number[] = []
  const warmUps = Math.min(maxWarmUps, rounds - 1)
  for (let round = -warmUps; round < rounds; round++) {
    const first = round % 2 === 0
    const before = first ? await elapsedMs(one) : undefined
    const otherOnce = await elapsedMs(other)
    const oneOnce = before ?? (await elapsedMs(one))
    if (round < 0) continue
    oneMs.push(oneOnce)
    otherMs.push(otherOnce)
  }
  return { oneMs, otherMs }
}
