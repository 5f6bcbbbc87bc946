import { createRequire } from 'node:module'
import { z } from 'zod'

const require = createRequire(import.meta.url)

/** The version in the root package.json. */
export const version: string = z
  .object({ version: z.string() })
  .parse(require('../../../../package.json') satisfies unknown).version
