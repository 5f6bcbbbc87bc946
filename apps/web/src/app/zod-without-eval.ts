import { config } from 'zod'

// zod compiles schemas with `new Function` where it may; the content policy forbids it, and each try is reported.
config({ jitless: true })
