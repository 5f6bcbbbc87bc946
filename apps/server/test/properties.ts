import fc from 'fast-check'
import { inject } from 'vitest'

// A failure is told with its seed; to narrow it down would take longer than to look at it.
fc.configureGlobal({ seed: inject('seed'), endOnFailure: true })
