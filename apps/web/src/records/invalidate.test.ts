import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it, onTestFinished } from 'vitest'
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
  await invalidateOf(client)('role', 'user')
  const isAsked = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect(keys.map((key) => [key[0], isAsked(key)])).toEqual([
    ['role', true],
    ['user', true],
    ['change', true],
    ['overview', true],
    ['call', false],
  ])
})

it('drops a first answer that was under way when something was changed', async () => {
  const client = new QueryClient()
  const before = Promise.withResolvers<string>()
  const answers = [before.promise, Promise.resolve('as it is now')]
  const observer = new QueryObserver(client, { queryKey: ['user'], queryFn: () => answers.shift() })
  onTestFinished(observer.subscribe(() => undefined))
  const invalidated = invalidateOf(client)('user')
  before.resolve('as it was')
  await invalidated
  expect(observer.getCurrentResult().data).toBe('as it is now')
})

function invalidateOf(client: QueryClient) {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  return renderHook(useInvalidate, { wrapper }).result.current
}
