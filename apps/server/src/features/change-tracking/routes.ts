import {
  checkChangeTracking,
  listTableTypes,
  searchChangeTracking,
  tableTypes,
} from '@callboard/contract/change-tracking'
import { route, type Routing } from '../../http/route.ts'
import { checkChain } from './chain.ts'
import type { ChainAnchor } from './chain-anchor.ts'
import { exportChanges, searchChanges, spanOf } from './change-tracking.ts'

export function routes(routing: Routing, { chainAnchor }: { chainAnchor: ChainAnchor }): void {
  const { db } = routing

  route(routing, searchChangeTracking, {
    access: 'admin',
    handler: async ({ body, caller, accept }) => {
      const { period, timeZone, from, to, ...rest } = body
      const search = { ...rest, ...spanOf(caller, { period, timeZone, from, to }) }
      return accept === 'text/csv' ? exportChanges(db, search) : await searchChanges(db, search)
    },
  })

  route(routing, listTableTypes, {
    access: 'admin',
    handler: () => [...tableTypes],
  })

  route(routing, checkChangeTracking, {
    access: 'admin',
    handler: async () => await checkChain(db, chainAnchor),
  })
}
