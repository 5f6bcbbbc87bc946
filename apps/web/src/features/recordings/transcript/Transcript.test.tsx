import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Player } from '#web/features/recordings/player/player.ts'
import { Transcript } from '#web/features/recordings/transcript/Transcript.tsx'

const transcript = ['The price, please.', 'It is five.', 'A fair price.'].map((text, place) => ({
  speaker: ['agent', 'right 2', 'Ada'][place] ?? '',
  start: place * 10,
  end: place * 10 + 9,
  text,
}))

const seekTo = vi.fn<(time: number) => void>()
const player: Player = {
  key: 'one',
  duration: 30,
  start: 0,
  toggle: () => {},
  playFrom: () => {},
  seekTo,
  skip: () => {},
}

it('Enter moves the sound to the match, then to the next, and with Shift to the one before', () => {
  render(<Transcript recording={{ transcript, parties: null }} player={player} />)
  const box = screen.getByRole('searchbox', { name: 'Search in the transcript' })
  const press = (shiftKey = false) => {
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', shiftKey })
    fireEvent.keyUp(box, { key: 'Enter', code: 'Enter', shiftKey })
  }
  fireEvent.change(box, { target: { value: 'price' } })
  expect(seekTo).not.toHaveBeenCalled()
  press()
  expect(screen.getByText('1 of 2')).toBeDefined()
  press()
  expect(screen.getByText('2 of 2')).toBeDefined()
  press()
  press(true)
  expect(seekTo.mock.calls.map(([time]) => time)).toEqual([0, 20, 0, 20])
  fireEvent.change(box, { target: { value: 'FIVE' } })
  press(true)
  expect(seekTo).toHaveBeenLastCalledWith(10)
  fireEvent.change(box, { target: { value: 'nobody says this' } })
  press()
  expect(seekTo).toHaveBeenCalledTimes(5)
  expect(screen.getByText('No match')).toBeDefined()
})

it('calls speakers by their channel, by whom is heard there where that is known, and by their names', () => {
  const { rerender } = render(<Transcript recording={{ transcript, parties: null }} player={player} />)
  expect(['Agent', 'Right 2', 'Ada'].map((name) => screen.queryAllByText(name).length)).toEqual([1, 1, 1])
  const parties = { left: 'agent', right: 'caller', knownBy: 'source' } as const
  rerender(<Transcript recording={{ transcript, parties }} player={player} />)
  expect(screen.getByText('Caller 2')).toBeDefined()
})
