import { defineFeature } from '../../feature.ts'
import * as endpoints from '@callboard/contract/sign-ins'
import { deleteSignInRecordsBefore } from '../../access/sign-in/sign-in-record-store.ts'
import type { Db } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { routeTo } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { type Job, nightly } from '../../jobs/queue.ts'
import { listSignIns } from './sign-ins.ts'
import { countByKind } from './store.ts'

export const signInsFeature = defineFeature({
  name: 'sign-ins',
  routes,
  jobs,
  metrics: ({ db }) => [
    {
      name: 'sign_ins_last_hour',
      help: 'What is on record of the last hour, as sign-ins and wrong passwords, by kind.',
      async read() {
        const times = await countByKind(db, new Date(Date.now() - hourMs))
        return endpoints.signInKindNames.map((kind) => ({ labels: { kind }, value: times.get(kind) ?? 0 }))
      },
    },
  ],
})

const hourMs = 3_600_000

function routes(routing: Routing): void {
  const { db } = routing

  routeTo(routing, endpoints.searchSignIns, { access: 'admin', hiddenFromViewers: true, rule: listSignIns })

  route(routing, endpoints.searchOwnSignIns, {
    access: 'signedIn',
    hiddenFromViewers: true,
    handler: async ({ caller, body }) => await listSignIns(db, caller, { ...body, userId: caller.userId }),
  })
}

const dayMs = 24 * 3_600_000

function jobs({ db }: { db: Db }): Job[] {
  return [
    {
      name: 'delete-old-sign-ins',
      cron: nightly,
      work: async () => {
        const { signInRecordDays } = await readSettings(db)
        await deleteSignInRecordsBefore(db, new Date(Date.now() - signInRecordDays * dayMs))
      },
    },
  ]
}
