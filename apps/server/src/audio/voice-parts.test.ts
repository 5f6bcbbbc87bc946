import { expect, it } from 'vitest'
import { peaksPerSecond } from './peaks.ts'
import { voicePartsOf } from './voice-parts.ts'

/** Somebody talks all the time, but for the moments that are named. */
function talk(seconds: number, quiet: readonly number[] = []): number[] {
  return Array.from({ length: seconds * peaksPerSecond }, (_, at) =>
    quiet.includes(at / peaksPerSecond) ? [-0.01, 0.01] : [-0.5, 0.4],
  ).flat()
}

it('a channel is divided into parts of ten minutes or less, which end where it is quiet', () => {
  const peaks = [talk(1500, [300, 590, 1185]), talk(1500)]
  const parts = voicePartsOf(peaks, { duration: 1500, sampleRate: 8000 })
  expect(parts.filter(({ channel }) => channel === 0).map(({ start, end }) => [start, end])).toEqual([
    [0, 590.025],
    [590.025, 1185.025],
    [1185.025, 1500],
  ])
  expect(
    parts
      .filter(({ channel }) => channel === 1)
      .map(({ end }) => end)
      .at(-1),
  ).toBe(1500)
})

it('a part is no larger than services take, at any sample rate', () => {
  const parts = voicePartsOf([talk(300)], { duration: 300, sampleRate: 192_000 })
  for (const { start, end } of parts) expect((end - start) * 192_000 * 2).toBeLessThan(25e6)
  expect(parts.map(({ start }) => start).slice(1)).toEqual(parts.map(({ end }) => end).slice(0, -1))
})

it('a channel in which nothing is heard has none', () => {
  expect(voicePartsOf([[0, 0, 0, 0]], { duration: 0.1, sampleRate: 8000 })).toEqual([])
})
