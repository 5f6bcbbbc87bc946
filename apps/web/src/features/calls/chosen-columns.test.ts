import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useChosenColumns } from '#web/features/calls/chosen-columns.ts'

beforeEach(() => localStorage.clear())

it('keeps what a user chose', () => {
  const { result } = renderHook(() => useChosenColumns('zoe'))
  act(() => result.current[1](['status']))
  expect(renderHook(() => useChosenColumns('zoe')).result.current[0]).toEqual(['status'])
  expect(renderHook(() => useChosenColumns('ada')).result.current[0]).toBeUndefined()
})

it.each(['{', '{}', '[]', '[1]', '["no such column"]'])('takes %s for no choice', (text) => {
  localStorage.setItem('callColumns:zoe', text)
  expect(renderHook(() => useChosenColumns('zoe')).result.current[0]).toBeUndefined()
})
