import { getSystemSettings } from '@callboard/contract/settings'
import { askingOf, authenticate } from '../../access/authenticate.ts'
import { readSettings } from '../../db/settings.ts'
import { route, type Routing } from '../../http/route.ts'
import { version } from '../../lib/version.ts'

export function settingRoutes(routing: Routing): void {
  const { db } = routing
  route(routing, getSystemSettings, {
    access: 'public',
    handler: async ({ request }) => {
      const { productName, logoUrl, defaultTimeZone, weekStartsOn } = await readSettings(db)
      const { authorization } = request.headers
      // A token that is dead says so; without one only the version stays back.
      if (authorization !== undefined) await authenticate(db, askingOf(request))
      return {
        ...(authorization === undefined ? {} : { version }),
        productName,
        logoUrl,
        defaultTimeZone,
        weekStartsOn,
      }
    },
  })
}
