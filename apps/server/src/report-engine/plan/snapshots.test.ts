import { beforeAll, describe, expect, it } from 'vitest'
import { Corrections, readWhile } from '#test/corrections-meanwhile.ts'
import { times } from '#test/soak.ts'
import { openPortal, type Portal } from '#test/portal.ts'

async function correctManyTimes(corrections: Corrections, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) await corrections.correct()
}

describe('while calls are corrected, and moved over months', () => {
  let test: Portal
  beforeAll(async () => {
    test = await openPortal()
  })

  it('every answer is of one state: rows, totals, comparison, pages, files', { tags: ['soak'] }, async () => {
    const corrections = await Corrections.begin({ writer: test, reader: test })
    const write = async () => await correctManyTimes(corrections, times(2, 400))
    expect(await readWhile(write, corrections.readings())).toEqual([])
  })

  it('calls that are taken out, and come again, do so all at once', { tags: ['soak'] }, async () => {
    const corrections = await Corrections.begin({ writer: test, reader: test })
    const write = async () => {
      for (let round = 0; round < times(1, 100); round++) {
        await corrections.takeOut()
        await corrections.correct()
      }
    }
    expect(await readWhile(write, corrections.readings([50, 60]))).toEqual([])
  })
})
