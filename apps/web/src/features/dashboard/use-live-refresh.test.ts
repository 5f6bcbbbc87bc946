import type { Period } from '@callboard/contract/period'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { figuresKey, latestCallsKey } from '#web/features/dashboard/queries.ts'
import { useLiveRefresh } from '#web/features/dashboard/use-live-refresh.ts'

const call = new TextEncoder().encode('event: call\ndata: {}\n\n')

it.each<[string, Period, boolean]>([
  ['today', { relative: 'today' }, true],
  ['yesterday', { relative: 'yesterday' }, false],
])(
  'a call that comes in is among the latest, and in the figures of a period that is not over: %s',
  async (...[, period, isCounted]) => {
    vi.useFakeTimers()
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(call) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
    const client = new QueryClient()
    for (const key of [figuresKey, latestCallsKey]) client.setQueryData(key, 'as it was')
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children)
    const scope = {
      period,
      timeZone: 'America/New_York',
      compare: 'none' as const,
      customers: [],
      entityGroups: [],
      matchWeekdays: false,
    }
    renderHook(() => useLiveRefresh(scope), { wrapper })
    await act(async () => {
      await vi.dynamicImportSettled()
      await vi.advanceTimersByTimeAsync(11_000)
    })
    const isAsked = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
    expect([isAsked(latestCallsKey), isAsked(figuresKey)]).toEqual([true, isCounted])
  },
)
