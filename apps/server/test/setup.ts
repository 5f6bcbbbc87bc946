import { afterAll } from 'vitest'
import { closeAll } from './after-file.ts'

// Evaluated anew for each test file, other than the modules which the files of a process share.
afterAll(closeAll)
