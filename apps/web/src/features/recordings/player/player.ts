import type { Recording } from '@callboard/contract/recordings'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { askForUrl } from '#web/features/recordings/queries.ts'
import { findSilences } from '#web/features/recordings/player/silences.ts'
import {
  currentTime,
  isCurrent,
  placeLeft,
  type Playback,
  playTrack,
  seek,
  setSkipped,
  takeOver,
  togglePlayback,
  trackKey,
  useOwnPlayer,
  usePlayback,
} from '#web/lib/playback/playback.ts'
import { storedFlag, useStoredFlag } from '#web/lib/stored-flag.ts'

export const isSilenceSkipped = storedFlag('isSilenceSkipped')

/** The player of one version of a recording. It plays what the whole portal hears. */
export interface Player {
  key: string
  /** In seconds. */
  duration: number
  /** Where it begins when it is played; while it plays, `usePlayerTime` says where it is. */
  start: number
  toggle: () => void
  playFrom: (time: number) => void
  seekTo: (time: number) => void
  skip: (seconds: number) => void
}

interface PlayerOf {
  recording: Recording
  /** Of its call: who called, and when. */
  title: string
  /** The page of its call. */
  href: string
  /** The moment that the address names. */
  at?: number | undefined
}

/** It goes on where the recording was left, unless the address names a moment. */
export function usePlayer({ recording, title, href, at }: PlayerOf): Player {
  const { id, redacted: isRedacted } = recording
  const key = trackKey({ recordingId: id, isRedacted })
  const duration = recording.duration ?? 0
  const [start, setStart] = useState(() => at ?? placeLeft(id))
  const [address, setAddress] = useState(at)
  if (address !== at) {
    setAddress(at)
    setStart(at ?? 0)
  }
  useOwnPlayer(key)
  const takeUrl = usePrefetchedUrl(recording)
  const goOn = useEffectEvent(() =>
    takeOver({ recordingId: id, isRedacted, title, href, askForUrl: takeUrl }, at),
  )
  useEffect(() => {
    if (recording.isAudible) goOn()
  }, [recording.isAudible])
  useSkippedSilence(recording, key)
  const isPlayed = usePlayback((playback) => isCurrent(playback, key))
  return useMemo(() => {
    const fit = (time: number) => Math.max(0, Math.min(time, duration))
    const track = { recordingId: id, isRedacted, title, href, askForUrl: takeUrl }
    const playFrom = (time: number) => playTrack(track, fit(time))
    const seekTo = (time: number) => (isPlayed ? seek(fit(time)) : setStart(fit(time)))
    return {
      key,
      duration,
      start,
      playFrom,
      seekTo,
      toggle: () => (isPlayed ? togglePlayback() : playFrom(start)),
      skip: (seconds) => seekTo((isPlayed ? currentTime() : start) + seconds),
    }
  }, [id, isRedacted, key, title, href, duration, start, isPlayed, takeUrl])
}

/** A little less than the minute in which an address has to be used. */
const freshMs = 50_000

/**
 * Asks for an address of the sound when the player appears: whoever plays it at once does not wait for one behind all that the
 * page asks for meanwhile. Nothing is heard, and so nothing recorded, until it is used.
 */
function usePrefetchedUrl({ id, redacted: isRedacted, isAudible }: Recording): () => Promise<string> {
  const first = useRef<{ url: Promise<string>; at: number }>(undefined)
  useEffect(() => {
    if (!isAudible) return undefined
    const url = askForUrl({ id, isRedacted })
    // It is asked for again when it is played, and that says why there is none.
    url.catch(() => undefined)
    first.current = { url, at: performance.now() }
    return () => {
      first.current = undefined
    }
  }, [id, isRedacted, isAudible])
  return useCallback(async () => {
    const taken = first.current
    first.current = undefined
    const ask = async () => await askForUrl({ id, isRedacted })
    const isGood = taken !== undefined && performance.now() - taken.at < freshMs
    return isGood ? await taken.url.catch(ask) : await ask()
  }, [id, isRedacted])
}

/** In seconds. */
export function usePlayerTime({ key, start }: Player): number {
  return usePlayback((playback) => (isCurrent(playback, key) ? playback.time : start))
}

export function usePlayerStatus({ key }: Player): Playback['status'] {
  return usePlayback((playback) => (isCurrent(playback, key) ? playback.status : 'paused'))
}

function useSkippedSilence(recording: Recording, key: string): void {
  const isSkipping = useStoredFlag(isSilenceSkipped) === true
  const track = usePlayback((playback) => (isCurrent(playback, key) ? playback.track : undefined))
  useEffect(() => {
    if (track !== undefined) setSkipped(isSkipping ? findSilences(recording) : [])
  }, [track, isSkipping, recording])
}
