import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { useInvalidate } from '#web/records/invalidate.ts'

it('asks anew for what was changed, for the list of changes and the overview, and for nothing else', async () => {
  const client = new QueryClient()
  const keys = [
    ['role', '/api/role/search', {}],
    ['user'],
    ['change', { recordId: '1' }],
    ['overview'],
    ['call'],
  ]
  for (const key of keys) client.setQueryData(key, 'as it was')
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  await renderHook(useInvalidate, { wrapper }).result.current('role', 'user')
  const isAsked = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect(keys.map((key) => [key[0], isAsked(key)])).toEqual([
    ['role', true],
    ['user', true],
    ['change', true],
    ['overview', true],
    ['call', false],
  ])
})
