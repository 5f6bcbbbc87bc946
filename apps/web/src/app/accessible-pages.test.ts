import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { pageRoutes } from '#web/app/routes.tsx'

const [found] = Object.values(
  import.meta.glob('../../../../e2e/accessible-pages.json', { eager: true, import: 'default' }),
)
/** At which axe looks in the journeys. */
const pages = z.record(z.string(), z.array(z.string())).parse(found)

it('axe looks at every page', () => {
  const routes = pageRoutes.map(({ path }) => ({ path }))
  const seen = Object.values(pages)
    .flat()
    .flatMap((address) => matchRoutes(routes, address.split(/[?#]/)[0] ?? '')?.[0]?.route.path ?? [])
  // The lists of all types of entity are one page.
  const unseen = routes.filter(({ path }) => !seen.includes(path.replace(/(entities)\/\w+/, '$1/location')))
  expect(unseen).toEqual([])
})
