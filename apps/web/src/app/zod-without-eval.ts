import { config } from 'zod'

// zod compiles schemas with `new Function` where it can; the content security policy forbids and reports that.
config({ jitless: true })
