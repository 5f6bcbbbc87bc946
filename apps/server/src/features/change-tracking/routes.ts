import * as endpoints from '@callboard/contract/change-tracking'
import { route, type Routing } from '../../http/route.ts'
import { checkChain } from './chain.ts'
import type { ChainAnchor } from './chain-anchor.ts'
import { changeSearchOf, exportChanges, listChanges } from './change-tracking.ts'

export function routes(routing: Routing, { chainAnchor }: { chainAnchor: ChainAnchor }): void {
  const { db } = routing

  route(routing, endpoints.searchChanges, {
    access: 'admin',
    handler: async ({ body, caller, accept }) => {
      const reading = { db, caller }
      const search = await changeSearchOf(reading, body)
      return accept === 'text/csv' ? exportChanges(reading, search) : await listChanges(reading, search, body)
    },
  })

  route(routing, endpoints.listTableTypes, {
    access: 'admin',
    handler: () => endpoints.tableTypes,
  })

  route(routing, endpoints.checkChain, {
    access: 'admin',
    handler: async () => await checkChain(db, chainAnchor),
  })
}
