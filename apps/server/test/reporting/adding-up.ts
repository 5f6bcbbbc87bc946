import type { ChangeExplanation } from '@callboard/contract/change-explanation'
import { expect } from 'vitest'

/** In ten-thousandths, as sums of these are exact; a mean is rounded to more than anybody reads. */
function exact(amount: number | string | null | undefined): bigint {
  const text = typeof amount === 'string' ? Number(amount).toFixed(4) : (amount ?? 0).toFixed(9)
  return BigInt(text.replace('.', ''))
}

/** Values, others and no value make up the change, to the last digit where it is a sum. */
export function expectToAddUp({ change, dimensions, column }: ChangeExplanation): void {
  const isMean = column.type === 'ratio' || column.measure?.startsWith('average') === true
  for (const { addsUp, values, others, column: dimension } of dimensions) {
    const all = [...values, ...(others === undefined ? [] : [others])]
    if (!addsUp) {
      expect(all.every(({ contribution, share }) => contribution === null && share === null)).toBe(true)
      continue
    }
    const sum = isMean
      ? all.reduce((one, { contribution }) => one + Number(contribution), 0)
      : all.reduce((one, { contribution }) => one + exact(contribution), 0n)
    if (typeof sum === 'number') expect(sum).toBeCloseTo(Number(change), 10)
    else expect([dimension.name, sum]).toEqual([dimension.name, exact(change)])
    if (Number(change) !== 0) expect(all.reduce((one, { share }) => one + Number(share), 0)).toBeCloseTo(1, 9)
    for (const { mix, rate, contribution } of isMean ? all : [])
      expect(Number(mix) + Number(rate)).toBeCloseTo(Number(contribution), 12)
  }
}
