import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openPortal } from '#test/portal.ts'

// The specification is not part of the product: whoever clones it alone has none.
const file = join(import.meta.dirname, '../../../../../shared/spec/calls.json')
const hasSpecification = existsSync(file)
if (!hasSpecification) console.log(`skipped: the specification's list of calls is not at ${file}`)

/** Calls of the specification that are still to come. This number only falls. */
const stillToCome = 0

const Specification = z.object({ calls: z.array(z.object({ method: z.string(), path: z.string() })) })
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

describe.runIf(hasSpecification)('the calls of the specification', () => {
  it('are all in the contract but for those still to come', async () => {
    const test = await openPortal()
    const { paths } = OpenApi.parse((await test.ask({ path: '/api/openapi.json' })).json())
    const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')
    const known = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
      ),
    )
    const { calls } = Specification.parse(JSON.parse(readFileSync(file, 'utf8')))
    const missing = calls.filter(({ method, path }) => !known.has(`${method} ${shapeOf(path)}`))
    console.log(
      `${calls.length - missing.length} of the ${calls.length} calls of the specification are there`,
    )
    expect(calls).toHaveLength(76)
    expect(missing).toHaveLength(stillToCome)
  })
})
