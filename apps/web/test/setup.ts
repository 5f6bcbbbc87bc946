import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(cleanup)
// The next file may be of the same process.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
