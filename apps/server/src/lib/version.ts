import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { env } from 'node:process'
import { z } from 'zod'

const require = createRequire(import.meta.url)

/** The version in the root package.json. */
export const version: string = z
  .object({ version: z.string() })
  .parse(require('../../../../package.json') satisfies unknown).version

const repository = join(import.meta.dirname, '../../../../.git')

/** Of the source: said by whoever has built an image, or that of the clone; null where neither is known. */
export const commit: string | null = env['CALLBOARD_COMMIT'] || readHead()

function readHead(): string | null {
  try {
    const head = readFileSync(join(repository, 'HEAD'), 'utf8').trim()
    const reference = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1]
    return reference === undefined ? head : readReference(reference)
  } catch {
    return null
  }
}

function readReference(reference: string): string | null {
  try {
    return readFileSync(join(repository, reference), 'utf8').trim()
  } catch {
    const packed = readFileSync(join(repository, 'packed-refs'), 'utf8')
    return (
      packed
        .split('\n')
        .find((line) => line.endsWith(` ${reference}`))
        ?.split(' ')[0] ?? null
    )
  }
}
