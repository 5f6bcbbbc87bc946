import { createRequire } from 'node:module'
import { z } from 'zod'

const require = createRequire(import.meta.url)

/** The portal's version, from its package. */
export const version: string = z
  .object({ version: z.string() })
  .parse(require('../../../../package.json') satisfies unknown).version
