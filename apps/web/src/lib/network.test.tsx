import { getSystemSettings } from '@callboard/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkStrip } from '#web/app/shell/NetworkStrip.tsx'
import { send } from '#web/lib/api/api.ts'
import { checkNetwork, readNetwork, watchNetwork } from '#web/lib/network.ts'
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
      <NetworkStrip />
      <QueryState query={waiting}>{() => null}</QueryState>
    </>,
  )
  expect(screen.queryByText(/You are offline/)).toBeNull()
  become('offline')
  expect(screen.getByText('You are offline. What you see may be out of date.')).toBeTruthy()
  expect(screen.getByText('This loads automatically when the portal can be reached again.')).toBeTruthy()
  become('online')
  expect(screen.queryByText(/You are offline|loads automatically/)).toBeNull()
})

it('loads the code of a page when the network is back, and does not ask for it before', async () => {
  const load = vi.fn<() => Promise<{ Page: () => string }>>()
  load.mockResolvedValue({ Page: () => 'The page' })
  const Page = lazyExport(load, 'Page')
  onLine = false
  show(
    <Suspense fallback="Loading">
      <Page />
    </Suspense>,
  )
  await screen.findByText('Loading')
  expect(load).not.toHaveBeenCalled()
  become('online')
  expect(await screen.findByText('The page')).toBeTruthy()
})

/** Answers what is asked as the portal does, not at all, or as the sign-in page of a network. */
function answerAs(answer: () => Response | Promise<Response>) {
  const ask = vi.fn<(url: string) => Promise<Response>>(async () => await answer())
  vi.stubGlobal('fetch', ask)
  return ask
}

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))
const page = () => new Response('<h1>Hotel</h1>', { headers: { 'Content-Type': 'text/html' } })

describe('a portal that does not answer', () => {
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    stop = watchNetwork()
  })

  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it.each([
    ['is said to be away', noAnswer, /^The portal does not answer/],
    ['is told from what answers in its place', page, /^Something between you and the portal answers/],
  ])('%s, and is asked again until it answers, within three seconds', async (_, answer, words) => {
    const ask = answerAs(answer)
    show(<NetworkStrip />)
    await act(async () => void (await send(getSystemSettings, {}).catch(() => undefined)))
    await act(async () => await vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText(words)).toBeTruthy()
    const before = ask.mock.calls.length
    await act(async () => await vi.advanceTimersByTimeAsync(30_000))
    expect(ask.mock.calls.length - before).toBeGreaterThanOrEqual(10)
    answerAs(() => new Response('{}', { headers: { 'Content-Type': 'application/json' } }))
    await act(async () => await vi.advanceTimersByTimeAsync(3000))
    expect(screen.queryByText(words)).toBeNull()
  })

  it('is not said to be away for one request that failed', async () => {
    answerAs(() => new Response('{}', { headers: { 'Content-Type': 'application/json' } }))
    show(<NetworkStrip />)
    await act(async () => await checkNetwork())
    expect(readNetwork()).toBe('there')
  })
})

it('says that an answer takes long, and stops waiting for it when asked to', async () => {
  vi.useFakeTimers()
  const load = vi.fn<(signal: AbortSignal) => Promise<string>>(async () => await new Promise(() => undefined))
  const Slow = () => (
    <QueryState
      query={useQuery<string>({ queryKey: ['slow'], queryFn: async ({ signal }) => await load(signal) })}
    >
      {(text) => text}
    </QueryState>
  )
  show(
    <>
      <NetworkStrip />
      <Slow />
    </>,
  )
  await act(async () => await vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByText(/The portal takes long to answer/)).toBeTruthy()
  await act(async () => screen.getByText('Stop waiting').click())
  await act(async () => await vi.advanceTimersByTimeAsync(100))
  expect(load.mock.calls[0]?.[0].aborted).toBe(true)
  expect(screen.queryByText(/takes long/)).toBeNull()
  expect(screen.getByText('You stopped waiting for this')).toBeTruthy()
  load.mockResolvedValue('It came')
  await act(async () => screen.getByText('Load').closest('button')?.click())
  await act(async () => await vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('It came')).toBeTruthy()
  vi.useRealTimers()
})
