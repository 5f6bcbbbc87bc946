import { cleanup, configure } from '@testing-library/react'
import { afterEach, inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    conditionLimitMs: number
  }
}

configure({ asyncUtilTimeout: inject('conditionLimitMs') })

afterEach(cleanup)
// The next file may be of the same process.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
