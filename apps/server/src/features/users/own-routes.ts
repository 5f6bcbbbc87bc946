import * as endpoints from '@callboard/contract/users'
import { imageBytes, withImageBodies } from '../../http/image-body.ts'
import { route, type Routing } from '../../http/route.ts'
import { deleteOtherSessions, deleteSession, listSessions } from './sessions.ts'
import { deleteThumbnail, updateThumbnail } from './thumbnail.ts'

/** What users do with their own account alone. */
export async function ownAccountRoutes(routing: Routing): Promise<void> {
  const { db } = routing

  route(routing, endpoints.listSessions, {
    access: 'signedIn',
    hiddenFromViewers: true,
    handler: async ({ caller }) => await listSessions(db, caller),
  })

  route(routing, endpoints.deleteOtherSessions, {
    access: 'signedIn',
    handler: async ({ caller }) => await deleteOtherSessions(db, caller),
  })

  route(routing, endpoints.deleteSession, {
    access: 'signedIn',
    handler: async ({ caller, params }) => await deleteSession(db, caller, params.id),
  })

  route(routing, endpoints.deleteThumbnail, {
    access: 'signedIn',
    handler: async ({ caller }) => await deleteThumbnail(db, caller),
  })

  await withImageBodies(routing, (withImages) => {
    route(withImages, endpoints.updateThumbnail, {
      access: 'signedIn',
      handler: async ({ caller, body }) => await updateThumbnail(db, caller, imageBytes(body)),
    })
  })
}
