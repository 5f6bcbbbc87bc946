import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FigureText } from '#web/features/report-view/figures/FigureText.tsx'

function textOf(cell: Cell, type: ReportColumn['type']) {
  const column: ReportColumn = { name: 'figure', label: 'Figure', type, role: 'measure' }
  return render(<FigureText cell={cell} column={column} />).container.textContent
}

describe('FigureText', () => {
  it.each([
    ['integer', 5284, '5,284'],
    ['integer', 0, '0'],
    ['ratio', 0.8641, '86.4%'],
    ['duration', 222, '3:42'],
    ['duration', 3822.4, '1:03:42'],
    ['number', 12.5, '12.5'],
  ] as const)('writes %s %s', (type, cell, written) => {
    expect(textOf(cell, type)).toBe(written)
  })

  it('never adds money of two currencies', () => {
    const amounts = [
      { amount: '7239.50', currency: 'CAD' },
      { amount: '128450.00', currency: 'USD' },
    ]
    expect(textOf(amounts, 'money')).toBe('CA$7,239.50$128,450.00')
  })

  it.each(['integer', 'ratio', 'duration', 'money'] as const)('shows no zero for a missing %s', (type) => {
    expect(textOf(null, type)).toBe('–no value')
  })
})
