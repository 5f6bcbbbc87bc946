import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { useLiveList } from '#web/features/calls/list/live-list.ts'
import { callPagesKey } from '#web/features/calls/queries.ts'

const encoder = new TextEncoder()

/** Follows the calls with a list on the screen; answers how many calls it was told of that it does not show yet. */
function follow(list: Parameters<typeof useLiveList>[0]) {
  let push: (text: string) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      push = (text) => controller.enqueue(encoder.encode(text))
    },
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
  const client = new QueryClient()
  client.setQueryData(callPagesKey, 'calls that are read')
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(() => useLiveList(list), { wrapper })
  return {
    call: async () => await act(async () => await Promise.resolve(push('event: call\ndata: {}\n\n'))),
    waiting: () => result.current.waiting,
    refresh: () => act(() => result.current.refresh()),
    isAsked: () => client.getQueryState(callPagesKey)?.isInvalidated === true,
    isShown: () => client.getQueryData(callPagesKey) !== undefined,
  }
}

it('a long list that is read stays as it is, and says how many calls have come in until it is asked for them', async () => {
  const list = follow({ canChange: true, isDeep: true })
  await list.call()
  await expect.poll(list.waiting).toBe(1)
  await list.call()
  await expect.poll(list.waiting).toBe(2)
  expect([list.isAsked(), list.isShown()]).toEqual([false, true])
  list.refresh()
  expect([list.waiting(), list.isShown()]).toEqual([0, false])
})

it('a list of one page is asked for again by itself', async () => {
  const list = follow({ canChange: true, isDeep: false })
  await list.call()
  await expect.poll(list.isAsked).toBe(true)
  expect(list.waiting()).toBe(0)
})
