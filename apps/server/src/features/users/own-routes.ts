import {
  endOtherSessions,
  endSession,
  listSessions,
  removeThumbnail,
  setThumbnail,
} from '@callboard/contract/users'
import { route, type Routing } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import { endOneSession, endOthers, openSessions } from './sessions.ts'
import { dropThumbnail, replaceThumbnail } from './thumbnail.ts'

const imageBytesLimit = 5 << 20

/** What somebody does with their own account alone. */
export async function ownAccountRoutes(routing: Routing): Promise<void> {
  const { db } = routing

  route(routing, listSessions, {
    access: 'signedIn',
    handler: async ({ caller }) => await openSessions(db, caller),
  })

  route(routing, endOtherSessions, {
    access: 'signedIn',
    handler: async ({ caller }) => {
      await endOthers(db, caller)
      return undefined
    },
  })

  route(routing, endSession, {
    access: 'signedIn',
    handler: async ({ caller, params }) => {
      await endOneSession(db, caller, params.id)
      return undefined
    },
  })

  route(routing, removeThumbnail, {
    access: 'signedIn',
    handler: async ({ caller }) => {
      await dropThumbnail(db, caller)
      return undefined
    },
  })

  await routing.app.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      [...setThumbnail.consumes],
      { parseAs: 'buffer', bodyLimit: imageBytesLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    route({ ...routing, app }, setThumbnail, {
      access: 'signedIn',
      handler: async ({ caller, body }) => {
        if (!Buffer.isBuffer(body)) throw new AppError('malformedBody', 'The image is missing.')
        return await replaceThumbnail(db, caller, body)
      },
    })
    done()
  })
}
