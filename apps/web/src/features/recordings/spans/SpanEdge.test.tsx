import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SpanEdge } from '#web/features/recordings/spans/SpanEdge.tsx'

it('an edge moves once it is typed to the end, and stays where nothing is typed', () => {
  const moves: number[] = []
  render(<SpanEdge label="End" value={12} onMove={(seconds) => moves.push(seconds)} />)
  const input = screen.getByLabelText('End')
  fireEvent.change(input, { target: { value: '1' } })
  fireEvent.change(input, { target: { value: '15' } })
  expect(moves).toEqual([])
  fireEvent.blur(input)
  expect(moves).toEqual([15])
  fireEvent.change(input, { target: { value: '' } })
  fireEvent.blur(input)
  expect([moves, screen.getByLabelText('End')]).toMatchObject([[15], { value: '12.00' }])
})
