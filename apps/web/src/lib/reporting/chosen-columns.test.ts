import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useChosenColumns } from '#web/lib/reporting/chosen-columns.ts'

const known = ['time', 'status', 'source']

function show(storageKey: string) {
  return renderHook(() => useChosenColumns(storageKey, known)).result
}

beforeEach(() => localStorage.clear())

it('keeps what a user chose for a table', () => {
  const result = show('callColumns:zoe')
  act(() => result.current[1](['status']))
  expect(show('callColumns:zoe').current[0]).toEqual(['status'])
  expect(show('callColumns:ada').current[0]).toBeUndefined()
  act(() => result.current[1](undefined))
  expect(show('callColumns:zoe').current[0]).toBeUndefined()
})

it('leaves out columns that the table no longer has', () => {
  localStorage.setItem('callColumns:zoe', '["status","no such column"]')
  expect(show('callColumns:zoe').current[0]).toEqual(['status'])
})

it.each(['{', '{}', '[]', '[1]', '["no such column"]'])('takes %s for no choice', (text) => {
  localStorage.setItem('callColumns:zoe', text)
  expect(show('callColumns:zoe').current[0]).toBeUndefined()
})
