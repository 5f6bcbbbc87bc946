import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLiveCalls } from '#web/lib/api/live-calls.ts'

function Listener({ onCall }: { onCall: () => void }) {
  return <output>{useLiveCalls(onCall)}</output>
}

interface Stream {
  send: (text: string) => void
  end: () => void
  fail: () => void
}

const streams: Stream[] = []

function openStream(): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.push({
        send: (text) => controller.enqueue(encoder.encode(text)),
        end: () => controller.close(),
        fail: () => controller.error(new DOMException('Aborted', 'AbortError')),
      })
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

beforeEach(() => {
  streams.length = 0
  vi.useFakeTimers()
  // The pauses vary by a quarter; not here.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function pass(ms: number) {
  await act(async () => {
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(ms)
  })
}

it('hears of calls, over one connection for all listeners', async () => {
  const answer = vi.fn<() => Promise<Response>>(() => Promise.resolve(openStream()))
  vi.stubGlobal('fetch', answer)
  const heard = vi.fn<() => void>()
  render(
    <>
      <Listener onCall={heard} />
      <Listener onCall={heard} />
    </>,
  )
  await pass(0)
  expect(screen.getAllByText('live')).toHaveLength(2)
  streams[0]?.send(': alive\n\nevent: call\ndata: {}\n\nevent: other\ndata: {}\n\n')
  await pass(0)
  expect(heard).toHaveBeenCalledTimes(2)
  expect(answer).toHaveBeenCalledOnce()
})

it('connects again after growing pauses, and then asks for what it missed', async () => {
  const answer = vi
    .fn<() => Promise<Response>>()
    .mockImplementationOnce(() => Promise.resolve(openStream()))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(() => Promise.resolve(openStream()))
  vi.stubGlobal('fetch', answer)
  const heard = vi.fn<() => void>()
  render(<Listener onCall={heard} />)
  await pass(0)
  streams[0]?.end()
  await pass(0)
  expect(screen.getByText('connecting')).toBeTruthy()
  await pass(1_300)
  expect(answer).toHaveBeenCalledTimes(2)
  await pass(1_300)
  expect(answer).toHaveBeenCalledTimes(2)
  expect(heard).not.toHaveBeenCalled()
  await pass(1_300)
  expect(answer).toHaveBeenCalledTimes(3)
  expect(screen.getByText('live')).toBeTruthy()
  expect(heard).toHaveBeenCalledOnce()
})

it('gives up where the right is missing', async () => {
  const refused = () =>
    Promise.resolve(new Response('[{"code":"forbidden","description":"No."}]', { status: 403 }))
  const answer = vi.fn<() => Promise<Response>>(refused)
  vi.stubGlobal('fetch', answer)
  render(<Listener onCall={() => undefined} />)
  await pass(60_000)
  expect(screen.getByText('off')).toBeTruthy()
  expect(answer).toHaveBeenCalledOnce()
})

it('is live no longer as soon as the network is gone, or nothing has come for too long', async () => {
  const answer = vi.fn<() => Promise<Response>>(() => Promise.resolve(openStream()))
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const at = streams.length
    signal?.addEventListener('abort', () => streams[at]?.fail())
    return answer()
  })
  render(<Listener onCall={() => undefined} />)
  await pass(0)
  expect(screen.getByText('live')).toBeTruthy()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await pass(0)
  expect(screen.getByText('connecting')).toBeTruthy()
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await pass(0)
  expect(screen.getByText('live')).toBeTruthy()
  // What the server says keeps it alive; silence does not.
  for (let at = 0; at < 4; at++) {
    await pass(15_000)
    streams[1]?.send(': alive\n\n')
  }
  await pass(0)
  expect(answer).toHaveBeenCalledTimes(2)
  await pass(39_000)
  expect(screen.getByText('live')).toBeTruthy()
  await pass(1_500)
  expect(screen.getByText('connecting')).toBeTruthy()
})
