import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A second is too little on a busy machine; the limit of the test is enough.
configure({ asyncUtilTimeout: 20_000 })

afterEach(cleanup)
// The next file may be of the same process.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
