import { expect, it, vi } from 'vitest'

it('a wait of Vitest goes on after the second that it has of itself', async () => {
  const startedMs = performance.now()
  const isLater = () => performance.now() > startedMs + 1200
  await Promise.all([vi.waitUntil(isLater), vi.waitFor(() => expect(isLater()).toBe(true))])
})
