import {
  createSetting,
  getSystemSettings,
  restoreSetting,
  searchSettings,
  updateSetting,
} from '@callboard/contract/settings'
import { askingOf, authenticate } from '../../access/authenticate.ts'
import { pageOfRecords } from '../../db/list-page.ts'
import { readSettings } from '../../db/settings.ts'
import { route, type Routing } from '../../http/route.ts'
import { version } from '../../lib/version.ts'
import type { Mailer } from '../mail/mail.ts'
import {
  changeSetting,
  listSettings,
  overrideSetting,
  restoreDefault,
  type SettingParts,
} from './settings.ts'

export function routes(routing: Routing, { mailer }: { mailer: Mailer }): void {
  const { db } = routing
  const parts: SettingParts = {
    db,
    mailFrom: mailer.standardFrom,
    onChanged: async (key) => {
      if (key === 'smtpUrl') await mailer.sendWaiting()
    },
  }

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

  route(routing, searchSettings, {
    access: 'admin',
    handler: async ({ body }) => pageOfRecords(await listSettings(parts, body), body, (setting) => setting),
  })

  route(routing, createSetting, {
    access: 'admin',
    handler: async ({ caller, body }) => await overrideSetting(parts, caller, body),
  })

  route(routing, updateSetting, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await changeSetting(parts, caller, { ...body, id: params.id }),
  })

  route(routing, restoreSetting, {
    access: 'admin',
    handler: async ({ caller, params }) => {
      await restoreDefault(parts, caller, params.id)
      return undefined
    },
  })
}
