import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ThemeProvider } from '#web/app/ThemeProvider.tsx'
import { ChartLegend } from '#web/ui/charts/ChartLegend.tsx'
import { useHiddenSeries } from '#web/ui/charts/hidden-series.ts'
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
    .map((entry) => entry.querySelector('span > span')?.getAttribute('style') ?? '')
  expect(colors).not.toContain('')
  expect(new Set(colors).size).toBe(series.length)
})

function SwitchedLegend() {
  const [hidden, onHide] = useHiddenSeries()
  const series = ['Radio', 'Print', 'Others'].map((name) => ({ name, values: [1] }))
  const drawing = drawSeries({ shape: 'line', pointsName: 'Day', points: [{ label: 'Oct 1' }], series })
  return (
    <ThemeProvider>
      <ChartLegend drawing={drawing} hidden={hidden} onHide={onHide} />
      <output>{[...hidden].join(', ')}</output>
    </ThemeProvider>
  )
}

it('switches series off and on by the keyboard, and never all of them', async () => {
  const user = userEvent.setup()
  render(<SwitchedLegend />)
  const entry = (name: string) => screen.getByRole('button', { name })
  const hidden = () => screen.getByRole('status').textContent
  await user.tab()
  expect(document.activeElement).toBe(entry('Radio'))
  await user.keyboard('{Enter}')
  await user.tab()
  await user.keyboard(' ')
  expect(hidden()).toBe('Radio, Print')
  expect(entry('Radio').getAttribute('aria-pressed')).toBe('false')
  expect(entry('Others').getAttribute('aria-pressed')).toBe('true')
  await user.click(entry('Radio'))
  expect(hidden()).toBe('Print')
  await user.click(entry('Show all'))
  expect(hidden()).toBe('')
  for (const name of ['Radio', 'Print', 'Others']) await user.click(entry(name))
  expect(hidden()).toBe('')
})
