import { onTestFinished, vi } from 'vitest'

/** Puts the clock forward and stops it there, until the test ends. Timers go on. */
export function putClockForward(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Has timers of this length fire at once, until the test ends. */
export function skipTimersOf(ms: number): void {
  const { setTimeout: start } = globalThis
  const spy = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((callback, delay, ...args) => start(callback, delay === ms ? 0 : delay, ...args))
  onTestFinished(() => spy.mockRestore())
}
