import { liveEvents } from '@callboard/contract/events'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { request } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { checkNetwork, isOnline, subscribeToNetwork } from '#web/lib/network.ts'
import { readSession } from '#web/lib/session/session.ts'
import { subscribeToSession } from '#web/lib/session/session-storage.ts'

/** `live`: connected. `connecting`: at first, or again after a loss. `off`: the server does not allow it, or nobody listens. */
export type LiveState = 'connecting' | 'live' | 'off'

const firstPauseMs = 1_000
const maxPauseMs = 30_000
/** The server says every 15 seconds that the stream is alive. */
const staleAfterMs = 40_000

/** `call`: one came in or was changed. `callBack`: somebody said something of a missed caller. `live`: of calls in progress. */
type LiveEvent = 'call' | 'callBack' | 'live'

interface Listener {
  hears: (event: LiveEvent) => boolean
  run: (data: string) => void
}

const listeners = new Set<Listener>()
/** Those for whom no connection is made: they hear of what others listen to. */
const followers = new Set<Listener>()
const watchers = new Set<() => void>()
let state: LiveState = 'off'
let connection: AbortController | undefined

/** Hears of each call that comes in or changes. All listeners of a tab share one connection. */
export function useLiveCalls(onCall: () => void): LiveState {
  const hear = useEffectEvent(onCall)
  useEffect(() => subscribe({ hears: (event) => event === 'call', run: () => hear() }), [])
  return useLiveState()
}

/** Hears, while it is enabled, of calls in progress, as `LiveChange` has it: of all of them whenever it is connected. */
export function useLiveChanges(isEnabled: boolean, onChange: (data: string) => void): LiveState {
  const hear = useEffectEvent(onChange)
  useEffect(() => {
    if (!isEnabled) return undefined
    return subscribe({ hears: (event) => event === 'live', run: (data) => hear(data) })
  }, [isEnabled])
  return useLiveState()
}

/** The same, and of what people say of missed callers. */
export function useLiveCallBacks(onChange: () => void): LiveState {
  const hear = useEffectEvent(onChange)
  useEffect(() => subscribe({ hears: (event) => event !== 'live', run: () => hear() }), [])
  return useLiveState()
}

/** Of what people say of missed callers, and of reminders that come due, for as long as something else on the page listens. */
export function useOverheardCallBacks(onChange: () => void): void {
  const hear = useEffectEvent(onChange)
  useEffect(() => {
    const follower: Listener = { hears: (event) => event === 'callBack', run: () => hear() }
    followers.add(follower)
    return () => {
      followers.delete(follower)
    }
  }, [])
}

/** Whether the tab hears of calls; it does while there is a listener. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(watch, () => state)
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener)
  // Who is told of calls in progress is told of all of them first.
  if (listener.hears('live')) connection?.abort()
  if (connection === undefined || connection.signal.aborted) {
    connection = new AbortController()
    void stayConnected(connection.signal)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    connection?.abort()
    connection = undefined
    enter('off')
  }
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

function enter(next: LiveState): void {
  if (state === next) return
  state = next
  for (const listener of watchers) listener()
}

/** Connects again whenever the connection is lost, after pauses that grow until one succeeds. */
async function stayConnected(signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs
  let wasLive = false
  while (!signal.aborted) {
    enter('connecting')
    try {
      await listen(signal, () => {
        pauseMs = firstPauseMs
        enter('live')
        // Calls of the time without a connection are never announced.
        if (wasLive) notifyListeners('call')
        wasLive = true
      })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        enter('off')
        if (error.status !== 401 || readSession() !== undefined) return
        await signedIn(signal)
        continue
      }
    }
    if (signal.aborted) return
    enter('connecting')
    void checkNetwork()
    await pause(pauseMs * (0.75 + Math.random() / 2), signal)
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  }
}

/** Hears what the server says until the connection is lost, or nothing has come over it for too long. */
async function listen(signal: AbortSignal, onOpen: () => void): Promise<void> {
  const attempt = new AbortController()
  const lose = () => attempt.abort()
  // A connection outlives the network by minutes before the browser notices.
  const stopWatching = subscribeToNetwork(() => {
    if (!isOnline()) lose()
  })
  let staleTimer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(staleTimer)
    staleTimer = setTimeout(lose, staleAfterMs)
  }
  try {
    const { readEvents } = await import('#web/lib/api/event-stream.ts')
    const either = AbortSignal.any([signal, attempt.signal])
    const live = [...listeners].some(({ hears }) => hears('live'))
    const response = await request(
      liveEvents,
      { query: { live } },
      { accept: 'text/event-stream', signal: either },
    )
    onOpen()
    wait()
    await readEvents(
      response,
      ({ event, data }) => {
        if (event === 'call' || event === 'callBack' || event === 'live') notifyListeners(event, data)
      },
      wait,
    )
  } finally {
    clearTimeout(staleTimer)
    stopWatching()
  }
}

function notifyListeners(event: LiveEvent, data = ''): void {
  for (const { hears, run } of [...listeners, ...followers]) if (hears(event)) run(data)
}

/** The session was ended by the server: its user may sign in over the page. */
function signedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribeToSession(() => {
      if (readSession() !== undefined) finish()
    })
    const finish = () => {
      stop()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    signal.addEventListener('abort', finish)
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stopWatching()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    // When the network is back there is no reason to wait any longer.
    const stopWatching = subscribeToNetwork(() => {
      if (isOnline()) finish()
    })
    signal.addEventListener('abort', finish)
  })
}
