import { useEffect, useSyncExternalStore } from 'react'
import { resetChannelVolumes, setChannelVolumes } from '#web/lib/playback/channel-volumes.ts'
import { failureOf } from '#web/lib/api/http.ts'

/** One version of a recording, which can be played. */
export interface Track {
  recordingId: string
  isRedacted: boolean
  /** Who called, and when. */
  title: string
  /** The page of its call. */
  href: string
  /** Asks for an address of the sound, which is good for an hour. */
  askForUrl: () => Promise<string>
}

/** From `start` to `end`, in seconds, the end exclusive. */
export interface TimeRange {
  start: number
  end: number
}

export interface Playback {
  track: Track | undefined
  /** `loading`: it shall play, and there is no sound yet. */
  status: 'loading' | 'playing' | 'paused' | 'failed'
  /** In seconds; it moves in steps of a quarter of one. */
  time: number
  /** As the sound says; undefined until it has begun. */
  duration: number | undefined
  rate: number
  /** Why it failed. */
  error: unknown
  /** Versions with a player of their own on the screen. */
  shown: readonly string[]
}

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

let state: Playback = {
  track: undefined,
  status: 'paused',
  time: 0,
  duration: undefined,
  rate: 1,
  error: undefined,
  shown: [],
}
let element: HTMLAudioElement | undefined
/** Whether the current address has given sound: then an error means that it is good no longer. */
let hasSounded = false
let skipped: readonly TimeRange[] = []
/** How far each recording was heard that is not played any more, in either version. */
const leftAt = new Map<string, number>()
const maxLeft = 100
/** Written when a sound begins, so that other tabs of the portal are quiet: one sound is heard at a time. */
const tabsKey = 'callboard.playing'
const listeners = new Set<() => void>()

/** What is played now, wherever one is in the portal. `select` takes of it what it needs, and no new object. */
export function usePlayback<T>(select: (playback: Playback) => T): T {
  return useSyncExternalStore(subscribe, () => select(state))
}

/** To be told apart from other versions. */
export function trackKey({ recordingId, isRedacted }: Pick<Track, 'recordingId' | 'isRedacted'>): string {
  return isRedacted ? recordingId : `${recordingId} original`
}

export function isCurrent({ track }: Playback, key: string): boolean {
  return track !== undefined && trackKey(track) === key
}

/** Whether what plays has no player on the page that is open. */
export function isElsewhere({ track, shown }: Playback): boolean {
  return track !== undefined && !shown.includes(trackKey(track))
}

/** Where a recording was left, in seconds: 0 for one that was not begun, or was heard to its end. */
export function placeLeft(recordingId: string): number {
  return state.track?.recordingId === recordingId ? currentTime() : (leftAt.get(recordingId) ?? 0)
}

/**
 * Goes on with this version in place of the other one of the same recording, from the same moment, and pauses where that
 * was paused.
 */
export function takeOver(track: Track, at = currentTime()): void {
  const { track: other, status } = state
  if (other?.recordingId !== track.recordingId || other.isRedacted === track.isRedacted) return
  if (status === 'playing' || status === 'loading') playTrack(track, at)
  else closeTrack()
}

/** While this version has a player of its own on the screen, there is no small one. What is not playing ends with its player. */
export function useOwnPlayer(key: string): void {
  useEffect(() => {
    enter({ shown: [...state.shown, key] })
    return () => {
      enter({ shown: state.shown.toSpliced(state.shown.indexOf(key), 1) })
      const isHeard = state.status === 'playing' || state.status === 'loading'
      if (isCurrent(state, key) && isElsewhere(state) && !isHeard) closeTrack()
    }
  }, [key])
}

/** Plays in place of what was played, from the moment given, in seconds, or from where it was left. */
export function playTrack(track: Track, at = placeLeft(track.recordingId)): void {
  noteLeft()
  audio().pause()
  resetChannelVolumes()
  skipped = []
  enter({ track, status: 'loading', time: at, duration: undefined, error: undefined })
  void begin(track)
}

export function resume(): void {
  const { track, status, time, duration } = state
  if (track === undefined || status === 'playing') return
  if (status === 'failed') return playTrack(track, time)
  if (duration !== undefined && time >= duration) seek(0)
  enter({ status: 'loading' })
  void sound(track)
}

export function pause(): void {
  element?.pause()
  if (state.status === 'loading') enter({ status: 'paused' })
}

export function togglePlayback(): void {
  if (state.status === 'playing' || state.status === 'loading') pause()
  else resume()
}

export function seek(time: number): void {
  if (state.track === undefined) return
  const wanted = Math.max(0, Math.min(time, state.duration ?? time))
  audio().currentTime = wanted
  enter({ time: wanted })
}

export function setRate(rate: number): void {
  const player = audio()
  // The default is what the next sound begins with.
  player.defaultPlaybackRate = rate
  player.playbackRate = rate
  enter({ rate })
}

/** To the next speed, slower or faster. */
export function changeRate(step: -1 | 1): void {
  const rates: readonly number[] = playbackRates
  const next = rates[rates.indexOf(state.rate) + step]
  if (next !== undefined) setRate(next)
}

/** Of the left and the right channel, 0 to 1, until another sound is played. */
export function setVolumes(volumes: readonly [number, number]): void {
  setChannelVolumes(audio(), volumes)
}

/** What is jumped over, in order. */
export function setSkipped(ranges: readonly TimeRange[]): void {
  skipped = ranges
}

export function closeTrack(): void {
  noteLeft()
  if (element !== undefined) {
    element.pause()
    element.removeAttribute('src')
    element.load()
  }
  skipped = []
  enter({ track: undefined, status: 'paused', time: 0, duration: undefined, error: undefined })
}

/** What was heard to its end begins anew. */
function noteLeft(): void {
  const { track, duration } = state
  if (track === undefined) return
  const time = currentTime()
  leftAt.delete(track.recordingId)
  if (time < (duration ?? Infinity)) leftAt.set(track.recordingId, time)
  const [oldest] = leftAt.keys()
  if (leftAt.size > maxLeft && oldest !== undefined) leftAt.delete(oldest)
}

/** Where the sound is now, more exactly than the state says. */
export function currentTime(): number {
  return element !== undefined && state.status === 'playing' ? element.currentTime : state.time
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function enter(changes: Partial<Playback>): void {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

async function begin(track: Track): Promise<void> {
  hasSounded = false
  try {
    const url = await track.askForUrl()
    if (state.track !== track) return
    const player = audio()
    player.src = url
    // Somebody may have gone elsewhere in it meanwhile.
    if (state.time > 0) player.currentTime = state.time
    // Paused while the address was on its way.
    if (state.status === 'loading') await sound(track)
  } catch (error) {
    if (state.track === track) enter({ status: 'failed', error })
  }
}

async function sound(track: Track): Promise<void> {
  try {
    await audio().play()
  } catch (error) {
    // Another sound came, or a pause; and what is wrong with a sound, its own error says.
    if (state.track !== track || !(error instanceof DOMException)) return
    if (error.name === 'NotAllowedError') enter({ status: 'paused' })
  }
}

/** Made when it is first needed. */
function audio(): HTMLAudioElement {
  if (element !== undefined) return element
  const player = new Audio()
  addEventListener('storage', ({ key }) => {
    if (key === tabsKey) pause()
  })
  element = player
  player.preload = 'auto'
  player.addEventListener('playing', () => {
    hasSounded = true
    enter({ status: 'playing' })
    quietOtherTabs()
  })
  player.addEventListener('waiting', () => {
    if (!player.paused) enter({ status: 'loading' })
  })
  player.addEventListener('pause', () => {
    // While another sound is on its way, this is the end of the one before.
    if (state.status === 'playing') enter({ status: 'paused', time: player.currentTime })
  })
  player.addEventListener('timeupdate', () => {
    if (state.status !== 'playing') return
    const after = endOfSkipped(player.currentTime)
    if (after !== undefined) player.currentTime = after
    enter({ time: player.currentTime })
  })
  player.addEventListener('durationchange', () => {
    if (Number.isFinite(player.duration)) enter({ duration: player.duration })
  })
  player.addEventListener('ended', () => enter({ status: 'paused', time: player.duration }))
  player.addEventListener('error', () => void recover(player))
  return player
}

function quietOtherTabs(): void {
  try {
    localStorage.setItem(tabsKey, crypto.randomUUID())
  } catch {
    // A browser that stores nothing has no way to tell them.
  }
}

function endOfSkipped(time: number): number | undefined {
  return skipped.find(({ start, end }) => start <= time && time < end)?.end
}

/** An address that is good no longer is replaced once; what fails from the start is said. */
async function recover(player: HTMLAudioElement): Promise<void> {
  const { track, status } = state
  if (track === undefined || player.getAttribute('src') === null) return
  if (hasSounded) {
    enter({ status: status === 'paused' ? 'paused' : 'loading' })
    return await begin(track)
  }
  try {
    // The element does not expose what the server said.
    const response = await fetch(player.src, { headers: { Range: 'bytes=0-0' } })
    throw response.ok ? new Error('This browser cannot play the sound.') : await failureOf(response)
  } catch (error) {
    if (state.track === track) enter({ status: 'failed', error })
  }
}
