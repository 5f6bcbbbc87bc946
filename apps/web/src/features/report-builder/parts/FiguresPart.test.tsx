import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FiguresPart } from '#web/features/report-builder/parts/FiguresPart.tsx'

it('removes many figures at once, and a few one by one', async () => {
  const onChange = vi.fn<(changes: object) => void>()
  const { rerender } = render(
    <FiguresPart measures={['calls', 'missed']} answerWithinSeconds={undefined} onChange={onChange} />,
  )
  expect(screen.queryByRole('button', { name: 'Remove all figures' })).toBeNull()
  rerender(
    <FiguresPart
      measures={['calls', 'missed', 'answered']}
      answerWithinSeconds={undefined}
      onChange={onChange}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove all figures' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ measures: [] })
})
