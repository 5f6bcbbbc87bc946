import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useEnteredValue } from '#web/lib/drafts/entered-value.ts'
import { removeDrafts } from '#web/lib/drafts/stored-drafts.ts'
import { readStoredEdit, useStoredEdit } from '#web/lib/drafts/stored-edit.ts'
import { useDraftPlace } from '#web/lib/drafts/draft-place.ts'
import { buildSession } from '../../../test/build-session.ts'
import { fill, show } from '../../../test/show.tsx'

function Note({ shown, schema = z.string() }: { shown: string; schema?: z.ZodType<string> }) {
  const note = useEnteredValue('note', schema, shown)
  return (
    <>
      <input
        aria-label="Note"
        value={note.value ?? shown}
        onChange={({ target }) => note.enter(target.value)}
      />
      {note.restored !== undefined && (
        <output>{note.restored.isChangedSince ? 'restored, changed since' : 'restored'}</output>
      )}
    </>
  )
}

function Edit({ draft }: { draft: string }) {
  const place = useDraftPlace('edit')
  useStoredEdit(place, { draft, revision: 3, isChanged: true })
  return <output>{readStoredEdit(place, z.string())?.draft}</output>
}

const text = () => screen.getByLabelText<HTMLInputElement>('Note').value
const viewing = {
  user: buildSession({ id: '01990000-0000-7000-8000-000000000002' }),
  viewedBy: buildSession(),
}

function leaveTyped(around: Parameters<typeof show>[1] = {}) {
  const { unmount } = show(<Note shown="" />, around)
  fill(screen.getByLabelText('Note'), 'Call her back')
  unmount()
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

it('a note is there again on the next visit, and says what was saved by somebody else since', () => {
  leaveTyped()
  const again = show(<Note shown="" />)
  expect(text()).toBe('Call her back')
  expect(screen.getByText('restored')).toBeTruthy()
  again.unmount()
  show(<Note shown="Done" />)
  expect(text()).toBe('Call her back')
  expect(screen.getByText('restored, changed since')).toBeTruthy()
})

it('a note that an older version of the portal wrote another way is left alone', () => {
  leaveTyped()
  show(<Note shown="" schema={z.string().max(3)} />)
  expect(text()).toBe('')
})

it('whoever views the portal as somebody else leaves no draft, and finds neither their own nor the other’s', () => {
  leaveTyped()
  leaveTyped({ user: viewing.user })
  const kept = JSON.stringify(localStorage)
  const { unmount } = show(<Note shown="" />, viewing)
  expect(text()).toBe('')
  fill(screen.getByLabelText('Note'), 'As another')
  unmount()
  show(<Edit draft="As another" />, viewing)
  expect(JSON.stringify(localStorage)).toBe(kept)
})

it('a browser that forbids its storage keeps nothing, and nothing fails by it', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  leaveTyped()
  show(<Note shown="" />)
  expect(text()).toBe('')
  expect(() => removeDrafts()).not.toThrow()
})

it('an edit that an earlier visit left keeps its time until something else is edited', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const visit = (at: string, draft: string) => {
    vi.setSystemTime(at)
    show(<Edit draft={draft} />).unmount()
    const Stored = z.object({ savedAt: z.string() })
    return Object.values(localStorage).map((stored) => Stored.parse(JSON.parse(String(stored))).savedAt)
  }
  expect(visit('2026-11-02T11:45:00Z', 'one')).toEqual(['2026-11-02T11:45:00.000Z'])
  expect(visit('2026-11-02T11:48:51Z', 'one')).toEqual(['2026-11-02T11:45:00.000Z'])
  vi.useRealTimers()
})
