import { managedTypes, recordTypes } from '@callboard/contract/record-types'
import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { pageRoutes } from '#web/app/routes.tsx'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'

const [found] = Object.values(
  import.meta.glob('../../../../e2e/accessible-pages.json', { eager: true, import: 'default' }),
)
/** At which axe looks in the journeys, beside those of all types of record. */
const pages = z.record(z.string(), z.array(z.string())).parse(found)

const recordPages = managedTypes.flatMap((type) => {
  const { path, hasRecords } = recordTypes[type].page
  return [paths.manageList(path), ...(hasRecords ? [paths.manageRecord(path, newRecordId)] : [])]
})

it('axe looks at every page', () => {
  const routes = pageRoutes.map(({ path }) => ({ path }))
  const seen = [...Object.values(pages).flat(), ...recordPages].flatMap(
    (address) => matchRoutes(routes, address.split(/[?#]/)[0] ?? '')?.[0]?.route.path ?? [],
  )
  // The lists of all types of entity are one page.
  const unseen = routes.filter(({ path }) => !seen.includes(path.replace(/(entities)\/\w+/, '$1/location')))
  expect(unseen).toEqual([])
})
