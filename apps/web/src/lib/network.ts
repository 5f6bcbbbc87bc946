import { useSyncExternalStore } from 'react'

/**
 * Whether the portal can be reached. `offline`: the device has no network. `unreachable`: it has, and the portal does not
 * answer. `intercepted`: something else answers in its place, as the sign-in page of a network does.
 */
export type Network = 'there' | 'offline' | 'unreachable' | 'intercepted'

/** What anybody may read, and is answered quickly. */
const probePath = '/api/settings'
const probePauseMs = 2000
const probeTimeoutMs = 5000

const listeners = new Set<() => void>()
let watching: AbortController | undefined
let reached: Exclude<Network, 'offline'> = 'there'
let probing: Promise<void> | undefined

export function readNetwork(): Network {
  return navigator.onLine ? reached : 'offline'
}

export function isOnline(): boolean {
  return readNetwork() === 'there'
}

export function useNetwork(): Network {
  return useSyncExternalStore(subscribeToNetwork, readNetwork)
}

/** From now on the portal is asked whether it is there whenever a request was not answered, and again until it is. */
export function watchNetwork(): () => void {
  const watch = new AbortController()
  watching = watch
  return () => {
    watch.abort()
    if (watching !== watch) return
    watching = undefined
    probing = undefined
    enter('there')
  }
}

/** A request was not answered by the portal. Resolves when it is known whether the portal can be reached. */
export async function checkNetwork(): Promise<void> {
  if (watching === undefined || !navigator.onLine) return
  probing ??= probe(watching.signal)
  await probing
}

/** Resolves when the portal can be reached, at once if it can. */
export async function backOnline(): Promise<void> {
  if (isOnline()) return
  await new Promise<void>((resolve) => {
    const stop = subscribeToNetwork(() => {
      if (!isOnline()) return
      stop()
      resolve()
    })
  })
}

export function subscribeToNetwork(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

function enter(next: typeof reached): void {
  if (reached === next) return
  reached = next
  for (const listener of listeners) listener()
}

async function probe(signal: AbortSignal): Promise<void> {
  const found = await askPortal(signal)
  if (signal.aborted) return
  probing = undefined
  enter(found)
  if (found === 'there') return
  const again = () => {
    clearTimeout(timer)
    removeEventListener('online', again)
    if (!signal.aborted) probing ??= probe(signal)
  }
  const timer = setTimeout(again, probePauseMs)
  addEventListener('online', again)
}

async function askPortal(signal: AbortSignal): Promise<typeof reached> {
  try {
    const response = await fetch(probePath, {
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]),
    })
    return isWebPage(response) ? 'intercepted' : 'there'
  } catch {
    return 'unreachable'
  }
}

/** Whether something else answered than the API, which never answers with a page: a report of HTML is a file. */
export function isWebPage({ headers }: Response): boolean {
  const isFile = headers.get('Content-Disposition')?.startsWith('attachment') === true
  return !isFile && /^text\/html\b/i.test(headers.get('Content-Type') ?? '')
}
