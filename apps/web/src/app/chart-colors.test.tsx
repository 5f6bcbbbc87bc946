import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'
import { ChartLegend } from '#web/ui/charts/ChartLegend.tsx'
import type { ChartTone } from '@callboard/contract/charts/drawing'
import { drawSeries } from '@callboard/contract/charts/series-drawing'

it('gives a colour that means something in a chart to nothing else in it', () => {
  const tones: (ChartTone | undefined)[] = ['answered', 'missed', undefined, undefined, undefined, undefined]
  const series = tones.map((tone, index) => ({
    name: `Series ${index}`,
    values: [],
    ...(tone !== undefined && { tone }),
  }))
  render(
    <ThemeProvider>
      <ChartLegend drawing={drawSeries({ shape: 'bar', pointsName: 'Day', points: [], series })} />
    </ThemeProvider>,
  )
  const colors = screen
    .getAllByRole('listitem')
    .map((entry) => entry.querySelector('span')?.style.background ?? '')
  expect(colors).not.toContain('')
  expect(new Set(colors).size).toBe(series.length)
})
