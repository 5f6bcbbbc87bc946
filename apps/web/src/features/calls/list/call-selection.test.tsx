import { annotatedCallsLimit } from '@callboard/contract/annotations'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { useCallSelection, useMayEditCalls } from '#web/features/calls/list/call-selection.ts'
import { CurrentUserContext, ViewedByContext } from '#web/lib/session/current-user.ts'
import { buildSession } from '../../../../test/build-session.ts'

const editor = buildSession({ claimsString: ['call.edit'] })

it.each([
  ['whoever has the right edits calls', editor, undefined, true],
  ['nobody does without it', buildSession(), undefined, false],
  ['nobody does as somebody else, even of whom both may', editor, editor, false],
] as const)('%s', (...[, user, viewedBy, may]) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <CurrentUserContext value={user}>
      <ViewedByContext value={viewedBy}>{children}</ViewedByContext>
    </CurrentUserContext>
  )
  expect(renderHook(useMayEditCalls, { wrapper }).result.current).toBe(may)
})

it('calls of a list are selected one by one, as many as can be edited at once, and another list has none', () => {
  const { result, rerender } = renderHook((key: string) => useCallSelection(key), { initialProps: 'today' })
  const selected = () => [...result.current.ids]
  act(() => result.current.set(['a', 'b'], true))
  act(() => result.current.set(['a'], false))
  expect(selected()).toEqual(['b'])
  const many = Array.from({ length: annotatedCallsLimit }, (_, at) => `call ${at}`)
  act(() => result.current.set(many, true))
  expect(selected()).toEqual(['b', ...many.slice(0, -1)])
  rerender('yesterday')
  expect(selected()).toEqual([])
  act(() => result.current.set(['c'], true))
  expect(selected()).toEqual(['c'])
})
