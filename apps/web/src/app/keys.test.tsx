import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useCallKeys } from '#web/features/calls/list/call-keys.ts'
import { usePlayerKeys } from '#web/features/recordings/player/player-keys.ts'
import type { Player } from '#web/features/recordings/player/player.ts'
import { useUndoKeys } from '#web/ui/editing/undo-keys.ts'

const pressed = vi.fn<(what: string) => void>()
const player: Player = {
  key: 'one',
  duration: 60,
  start: 0,
  toggle: () => pressed('toggle'),
  playFrom: () => pressed('playFrom'),
  seekTo: () => pressed('seekTo'),
  skip: (seconds) => pressed(`skip ${seconds}`),
}
const calls = ['first', 'second', 'third']

beforeEach(() => pressed.mockClear())

function PlayerPage() {
  usePlayerKeys({ player })
  return <Fields />
}

function CallsPage() {
  useCallKeys({
    callId: 'first',
    neighbourOf: (id, step) => calls[calls.indexOf(id) + step],
    onShow: pressed,
  })
  return <Fields />
}

function EditorPage() {
  useUndoKeys({ undo: () => pressed('undo'), redo: () => pressed('redo') })
  return <Fields />
}

function Fields() {
  return (
    <>
      <input aria-label="Note" />
      <button>Close</button>
    </>
  )
}

const undo = { key: 'z', ctrlKey: true }

describe.each([
  {
    name: 'a recording',
    Page: PlayerPage,
    keys: [{ key: 'k' }, { key: ' ' }, { key: 'ArrowLeft' }],
    done: ['toggle', 'toggle', 'skip -5'],
  },
  {
    name: 'an open call',
    Page: CallsPage,
    keys: [{ key: 'j' }, { key: 'ArrowDown' }, { key: 'k' }],
    // Each goes on from the call that the one before has reached.
    done: ['second', 'third', 'second'],
  },
  {
    name: 'an editor',
    Page: EditorPage,
    keys: [undo, { ...undo, shiftKey: true }, { key: 'Z', metaKey: true, shiftKey: true }],
    done: ['undo', 'redo', 'redo'],
  },
])('the keys of the page of $name', ({ Page, keys, done }) => {
  it('do what they say anywhere on it', () => {
    render(<Page />)
    for (const key of keys) fireEvent.keyDown(document.body, key)
    expect(pressed.mock.calls.flat()).toEqual(done)
  })

  it('are those of a field in which somebody types', () => {
    render(<Page />)
    for (const key of keys) fireEvent.keyDown(screen.getByLabelText('Note'), key)
    expect(pressed).not.toHaveBeenCalled()
  })
})

it('the space bar presses the button that has the focus, and does not play', () => {
  render(<PlayerPage />)
  fireEvent.keyDown(screen.getByText('Close'), { key: ' ' })
  fireEvent.keyDown(screen.getByText('Close'), { key: 'k', ctrlKey: true })
  expect(pressed).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByText('Close'), { key: 'k' })
  expect(pressed).toHaveBeenCalledExactlyOnceWith('toggle')
})
