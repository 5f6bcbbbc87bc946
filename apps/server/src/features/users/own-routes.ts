import {
  deleteOtherSessions,
  deleteSession,
  listSessions,
  deleteThumbnail,
  updateThumbnail,
} from '@callboard/contract/users'
import { imageBytes, withImageBodies } from '../../http/image-body.ts'
import { route, type Routing } from '../../http/route.ts'
import { endOneSession, endOthers, openSessions } from './sessions.ts'
import { dropThumbnail, replaceThumbnail } from './thumbnail.ts'

/** What somebody does with their own account alone. */
export async function ownAccountRoutes(routing: Routing): Promise<void> {
  const { db } = routing

  route(routing, listSessions, {
    access: 'signedIn',
    handler: async ({ caller }) => await openSessions(db, caller),
  })

  route(routing, deleteOtherSessions, {
    access: 'signedIn',
    handler: async ({ caller }) => {
      await endOthers(db, caller)
      return undefined
    },
  })

  route(routing, deleteSession, {
    access: 'signedIn',
    handler: async ({ caller, params }) => {
      await endOneSession(db, caller, params.id)
      return undefined
    },
  })

  route(routing, deleteThumbnail, {
    access: 'signedIn',
    handler: async ({ caller }) => {
      await dropThumbnail(db, caller)
      return undefined
    },
  })

  await withImageBodies(routing, (withImages) => {
    route(withImages, updateThumbnail, {
      access: 'signedIn',
      handler: async ({ caller, body }) => await replaceThumbnail(db, caller, imageBytes(body)),
    })
  })
}
