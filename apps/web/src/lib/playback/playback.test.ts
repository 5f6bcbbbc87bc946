import { act, renderHook } from '@testing-library/react'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import {
  closeTrack,
  isElsewhere,
  pause,
  playTrack,
  resume,
  seek,
  placeLeft,
  setSkipped,
  takeOver,
  type Track,
  trackKey,
  useOwnPlayer,
  usePlayback,
} from '#web/lib/playback/playback.ts'
import { answerCalls, errorAnswer } from '../../../test/answers.ts'

const played = vi.spyOn(HTMLMediaElement.prototype, 'play')
let asked = 0

/** The element that plays. */
function sound(): HTMLAudioElement | undefined {
  const last: unknown = played.mock.contexts.at(-1)
  return last instanceof HTMLAudioElement ? last : undefined
}

/** The browser of the tests makes no sound: the test says what a sound does. */
function happens(event: string): void {
  act(() => void sound()?.dispatchEvent(new Event(event)))
}

function trackOf(
  recordingId: string,
  askForUrl = () => Promise.resolve(`/sound/${recordingId}/${++asked}`),
): Track {
  return { recordingId, isRedacted: true, title: recordingId, href: '/', askForUrl }
}

afterAll(() => played.mockRestore())

beforeEach(() => {
  asked = 0
  played.mockReset()
  played.mockResolvedValue()
  return () => act(() => closeTrack())
})

const state = () => renderHook(() => usePlayback((playback) => playback)).result

it('plays the last of what is asked for, from the moment that is asked for', async () => {
  const playback = state()
  const late = Promise.withResolvers<string>()
  act(() => playTrack(trackOf('one', () => late.promise)))
  act(() => playTrack(trackOf('two'), 12))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  await act(async () => late.resolve('/sound/one'))
  expect(played).toHaveBeenCalledOnce()
  expect(sound()?.getAttribute('src')).toBe('/sound/two/1')
  expect(sound()?.currentTime).toBe(12)
  happens('playing')
  expect(playback.current).toMatchObject({ status: 'playing', track: { recordingId: 'two' } })
})

it('is not begun by a sound that arrives after a pause, and goes on when it is resumed', async () => {
  const playback = state()
  const late = Promise.withResolvers<string>()
  act(() => playTrack(trackOf('one', () => late.promise)))
  act(() => pause())
  await act(async () => late.resolve('/sound/one'))
  expect(played).not.toHaveBeenCalled()
  act(() => resume())
  expect(played).toHaveBeenCalledOnce()
  expect(playback.current.status).toBe('loading')
})

it('asks for a new address once the old one is good no longer, and goes on where it was', async () => {
  const playback = state()
  act(() => playTrack(trackOf('one')))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  happens('playing')
  act(() => seek(33))
  happens('error')
  await vi.waitFor(() => expect(played).toHaveBeenCalledTimes(2))
  expect(sound()?.getAttribute('src')).toBe('/sound/one/2')
  expect(playback.current.time).toBe(33)
})

it('says what the server says of a sound that never begins', async () => {
  answerCalls({
    'GET http://localhost:3000/sound/one/1': errorAnswer('unavailable', 'The storage is gone.', 503),
  })
  const playback = state()
  act(() => playTrack(trackOf('one')))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  happens('error')
  await vi.waitFor(() => expect(playback.current.status).toBe('failed'))
  expect(String(playback.current.error)).toContain('The storage is gone.')
})

it('jumps over silence', async () => {
  act(() => playTrack(trackOf('one')))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  act(() => setSkipped([{ start: 5, end: 9 }]))
  happens('playing')
  act(() => seek(5.2))
  happens('timeupdate')
  expect(sound()?.currentTime).toBe(9)
})

it('goes on in the small player when its own is left, unless it was paused', async () => {
  const playback = state()
  const track = trackOf('one')
  const own = renderHook(() => useOwnPlayer(trackKey(track)))
  act(() => playTrack(track))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  happens('playing')
  expect(isElsewhere(playback.current)).toBe(false)
  own.unmount()
  expect(isElsewhere(playback.current)).toBe(true)
  const again = renderHook(() => useOwnPlayer(trackKey(track)))
  happens('pause')
  again.unmount()
  expect(playback.current.track).toBeUndefined()
})

it('goes on where a recording was left, and begins anew after its end', async () => {
  const playback = state()
  act(() => playTrack(trackOf('left'), 0))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  happens('playing')
  act(() => seek(42))
  act(() => closeTrack())
  expect(placeLeft('left')).toBe(42)
  act(() => playTrack(trackOf('left')))
  expect(playback.current.time).toBe(42)
  await vi.waitFor(() => expect(played).toHaveBeenCalledTimes(2))
  happens('playing')
  const element = sound()
  if (element !== undefined) Object.defineProperty(element, 'duration', { value: 50, configurable: true })
  happens('durationchange')
  act(() => seek(50))
  act(() => closeTrack())
  expect(placeLeft('left')).toBe(0)
})

it('plays one version of a recording in place of the other, from the same moment', async () => {
  const playback = state()
  act(() => playTrack(trackOf('both'), 0))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  happens('playing')
  act(() => seek(17))
  act(() => takeOver({ ...trackOf('both'), isRedacted: false }))
  expect(playback.current).toMatchObject({ time: 17, track: { isRedacted: false } })
  act(() => takeOver({ ...trackOf('another'), isRedacted: true }))
  expect(playback.current.track?.recordingId).toBe('both')
  await vi.waitFor(() => expect(played).toHaveBeenCalledTimes(2))
  happens('playing')
  happens('pause')
  act(() => takeOver(trackOf('both')))
  expect(playback.current.track).toBeUndefined()
  expect(placeLeft('both')).toBe(17)
})

it('is quiet once another tab of the portal plays', async () => {
  act(() => playTrack(trackOf('one'), 0))
  await vi.waitFor(() => expect(played).toHaveBeenCalledOnce())
  happens('playing')
  const paused = vi.spyOn(HTMLMediaElement.prototype, 'pause')
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'something' })))
  expect(paused).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'callboard.playing' })))
  expect(paused).toHaveBeenCalledOnce()
  paused.mockRestore()
})
