import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { entityChoiceOf } from '#web/records/choices/choices.ts'
import { useTypedChoices } from '#web/records/choices/typed-choices.ts'
import { answerCalls } from '../../../test/answers.ts'

it('offers nothing that was found for what was typed before', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const search = (keyword: string) => ({
    queryKey: ['role', keyword],
    queryFn: () => Promise.resolve(`found for “${keyword}”`),
  })
  const { result } = renderHook(() => useTypedChoices(search), { wrapper })
  const type = (text: string) => act(() => result.current.selectProps.showSearch.onSearch(text))
  expect(result.current.found).toBeUndefined()
  act(() => result.current.selectProps.onOpenChange(true))
  await expect.poll(() => result.current.found).toBe('found for “”')
  type('a')
  expect(result.current.found).toBeUndefined()
  await expect.poll(() => result.current.found).toBe('found for “a”')
  type('ab')
  expect(result.current.found).toBeUndefined()
  await expect.poll(() => result.current.found).toBe('found for “ab”')
})

it('offers the entities of a customer, and those of no customer', async () => {
  const none = { items: [], total: 0, page: 1, pageSize: 20 }
  const calls = answerCalls({ 'POST /api/reportingentity/entity/search': { body: none } })
  const customerId = '01990000-0000-7000-8000-000000000001'
  await entityChoiceOf(customerId).search('oak', new AbortController().signal)
  expect(calls.map(({ body }) => body)).toMatchObject([
    { keyword: 'oak', customerId },
    { keyword: 'oak', customerId: null },
  ])
})
