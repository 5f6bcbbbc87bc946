import { expect, it } from 'vitest'
import { buildCountedUrl, buildFigureUrl } from '#web/lib/urls/figure-url.ts'

const group = '0193f0a0-0000-7000-8000-000000000005'
const meta = {
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
  timeZone: 'UTC',
  filters: [],
  generatedAt: '2026-04-01T00:00:00.000Z',
  answerWithinSeconds: 20,
}
const figureOf = (measure: 'missed' | 'uniqueCallers' | 'answerRate') => ({
  answer: { columns: [], meta },
  column: { measure },
})

it.each(['missed', 'uniqueCallers', 'answerRate'] as const)(
  'a figure leads to the calls of the entity groups of which it was told: %s',
  (measure) => {
    const figure = figureOf(measure)
    const urls = [buildFigureUrl(figure, [group]), buildCountedUrl(figure, [group]) ?? 'none']
    // What a share rests on is counted by no figure.
    expect(urls.map((url) => url?.includes(`group=${group}`))).toEqual([true, measure !== 'answerRate'])
  },
)
