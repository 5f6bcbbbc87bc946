import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namedEndpoints, routeOf } from '#test/contract-endpoints.ts'
import { openPortal } from '#test/portal.ts'

const folder = join(import.meta.dirname, '../../../web/src')

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))

/** Whether some file of the web app imports the module and names the endpoint. */
function isCalledByScreen({ module, name }: (typeof namedEndpoints)[number]): boolean {
  const named = new RegExp(`\\b${name}\\b`)
  return sources.some((text) => text.includes(`'@callboard/contract/${module}'`) && named.test(text))
}

const described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ description: z.string() }))),
})

describe('the calls of the portal', () => {
  it('are each called by a screen, or named as for programs or for addresses in answers', () => {
    const uncalled = namedEndpoints.filter(
      (one) => !isCalledByScreen(one) && one.endpoint.calledBy === undefined,
    )
    expect(uncalled.map(({ endpoint }) => routeOf(endpoint))).toEqual([])
  })

  it('are called by no screen where they are named so', () => {
    const called = namedEndpoints.filter(
      (one) => one.endpoint.calledBy !== undefined && isCalledByScreen(one),
    )
    expect(called.map(({ endpoint }) => routeOf(endpoint))).toEqual([])
  })

  it('say in the description of the API who calls them', async () => {
    const test = await openPortal()
    const { paths } = described.parse((await test.ask({ path: '/api/openapi.json' })).json())
    for (const { endpoint } of namedEndpoints) {
      const { description } = paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? { description: '' }
      expect([routeOf(endpoint), description.includes('For programs')]).toEqual([
        routeOf(endpoint),
        endpoint.calledBy === 'programs',
      ])
    }
  })
})
