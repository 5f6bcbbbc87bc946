import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { OfflineStrip } from '#web/app/shell/OfflineStrip.tsx'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { show } from '../../test/show.tsx'

let onLine = true

beforeEach(() => {
  onLine = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine)
})

function become(state: 'online' | 'offline') {
  act(() => {
    onLine = state === 'online'
    dispatchEvent(new Event(state))
  })
}

const waiting = {
  data: undefined,
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: vi.fn<() => never>(),
}

it('says that one is offline, and what waits for the network, until it is back', () => {
  show(
    <>
      <OfflineStrip />
      <QueryState query={waiting}>{() => null}</QueryState>
    </>,
  )
  expect(screen.queryByText(/You are offline/)).toBeNull()
  become('offline')
  expect(screen.getByText('You are offline. What you see may be out of date.')).toBeTruthy()
  expect(screen.getByText('This loads by itself when the network is back.')).toBeTruthy()
  become('online')
  expect(screen.queryByText(/You are offline|when the network is back/)).toBeNull()
})

it('loads the code of a page when the network is back', async () => {
  const load = vi.fn<() => Promise<{ Page: () => string }>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /x.js'))
  load.mockResolvedValue({ Page: () => 'The page' })
  const Page = lazyExport(load, 'Page')
  onLine = false
  show(
    <Suspense fallback="Loading">
      <Page />
    </Suspense>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  expect(screen.queryByText('The page')).toBeNull()
  become('online')
  expect(await screen.findByText('The page')).toBeTruthy()
})
