import * as endpoints from '@callboard/contract/settings'
import { credentialsOf, authenticate } from '../../access/authenticate.ts'
import { readSettings } from '../../db/settings.ts'
import { routeWith } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { version } from '../../lib/version.ts'
import type { Config } from '../../config.ts'
import type { SettingChanges } from './setting-changes.ts'
import {
  createSetting,
  deleteSetting,
  getSetting,
  listSettings,
  type SettingParts,
  updateSetting,
  updateSettings,
} from './settings.ts'

export function routes(
  routing: Routing,
  {
    config,
    settingChanges,
    allowedAddresses,
  }: { config: Config; settingChanges: SettingChanges; allowedAddresses: readonly string[] },
): void {
  const { db } = routing
  const parts: SettingParts = {
    db,
    mailFrom: config.mailFrom,
    speech: config.speech,
    allowedAddresses,
    changes: settingChanges,
  }

  route(routing, endpoints.getSystemSettings, {
    access: 'public',
    handler: async ({ request }) => {
      const { productName, logoUrl, defaultTimeZone, weekStartsOn, backgroundExportRows } =
        await readSettings(db)
      const { authorization } = request.headers
      // Whoever sends a token that is no longer valid learns so. Without one, only the version is missing.
      if (authorization !== undefined) await authenticate(db, credentialsOf(request))
      return {
        ...(authorization === undefined ? {} : { version }),
        productName,
        logoUrl,
        defaultTimeZone,
        weekStartsOn,
        backgroundExportRows,
      }
    },
  })

  route(routing, endpoints.searchSettings, {
    access: 'admin',
    handler: async ({ body }) => await listSettings(parts, body),
  })

  routeWith(routing, endpoints.createSetting, { access: 'admin', parts, rule: createSetting })
  routeWith(routing, endpoints.updateSetting, {
    access: 'admin',
    readAlso: async ({ params }) => await getSetting(parts, params.id),
    parts,
    rule: updateSetting,
  })
  routeWith(routing, endpoints.updateSettings, { access: 'admin', parts, rule: updateSettings })
  routeWith(routing, endpoints.deleteSetting, { access: 'admin', parts, rule: deleteSetting })
}
