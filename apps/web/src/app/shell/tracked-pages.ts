import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { readStoredText, storeText } from '#web/lib/stored-text.ts'

const key = 'trackedPages'
const maxPages = 10

/** The path has the parameters of the view that was open last, without callers' numbers. */
const TrackedPages = z.array(z.object({ path: z.string().startsWith('/'), title: z.string() })).max(maxPages)
export type TrackedPage = z.infer<typeof TrackedPages>[number]

const listeners = new Set<() => void>()
const none: readonly TrackedPage[] = []
let lastRead: { text: string | null; pages: readonly TrackedPage[] } = { text: null, pages: none }

/** The pages visited last, newest first; an unreadable list is an empty one. */
export function readTrackedPages(): readonly TrackedPage[] {
  const text = readStoredText(key)
  if (text !== lastRead.text) lastRead = { text, pages: decode(text) }
  return lastRead.pages
}

/** Puts a page on top of the history, in its place if it was there with other parameters. */
export function trackPage(page: TrackedPage): void {
  const others = readTrackedPages().filter(({ path }) => pageOf(path) !== pageOf(page.path))
  storeText(key, JSON.stringify([page, ...others].slice(0, maxPages)))
  for (const listener of listeners) listener()
}

function pageOf(path: string): string {
  return path.split('?')[0] ?? ''
}

export function useTrackedPages(): readonly TrackedPage[] {
  return useSyncExternalStore(subscribe, readTrackedPages)
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

function decode(text: string | null): readonly TrackedPage[] {
  if (text === null) return none
  try {
    return TrackedPages.safeParse(JSON.parse(text)).data ?? none
  } catch {
    return none
  }
}
