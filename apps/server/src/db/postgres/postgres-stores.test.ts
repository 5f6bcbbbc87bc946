import { randomUUID } from 'node:crypto'
import { dashboardReports, standardReports } from '@callboard/contract/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SignInThrottle } from '#server/access/sign-in/sign-in-throttle.ts'
import {
  selectEntityRestriction,
  selectGroupCustomers,
  selectSessions,
} from '#server/access/callers/store.ts'
import { hashToken } from '#server/access/sign-in/tokens.ts'
import { change, systemActor } from '../records/change.ts'
import type { Db } from '../tables/schema.ts'
import { buildMigrator, migratePostgres } from './postgres.ts'
import { readSettings } from '../settings.ts'
import { login } from '#server/features/auth/auth.ts'
import { selectChanges } from '#server/features/change-tracking/store.ts'
import type { OwnValues } from '#server/features/ingest/annotations/annotation.ts'
import {
  hasChange,
  insertAnnotations,
  selectAnnotations,
  selectIdsOfChange,
  updateSent,
} from '#server/features/ingest/annotations/annotation-store.ts'
import { claimMail, insertMail } from '#server/features/mail/store.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import { createLog } from '#server/lib/log.ts'
import { setUpOnce } from '#server/setup/first-start.ts'
import { bothPostgres, type OpenedPostgres } from '#test/both-postgres.ts'
import { Factory } from '#test/factory.ts'
import * as menuIcons from '../../../migrations/postgres/0014-menu-icons.ts'
import * as standardMenuItems from '../../../migrations/postgres/0017-standard-menu-items.ts'

/** Whether a first start that ends before its password is seen leaves the administrator behind. */
async function isAdminKeptUnseen(db: Db): Promise<boolean> {
  const show = () => {
    throw new Error('the output is closed')
  }
  await setUpOnce(db, { userName: 'admin', password: undefined, show }).catch(() => {})
  return (await db.selectFrom('app_user').select('id').execute()).length > 0
}

/** As on portals that had each version once: no migration counts on what an earlier one has set. */
async function migrateOneByOne(db: Db): Promise<void> {
  const migrator = buildMigrator(db)
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp()
    if (error !== undefined) throw new Error('a migration failed by itself', { cause: error })
    if (results.length === 0) return
  }
}

describe.each(bothPostgres)('the stores on $name', ({ name, open }) => {
  let opened: OpenedPostgres
  let make: Factory
  let isKeptUnseen: boolean
  const admin = { userName: 'admin', password: 'plover quartz 41' }

  beforeAll(async () => {
    opened = await open()
    await migrateOneByOne(opened.postgres.db)
    isKeptUnseen = await isAdminKeptUnseen(opened.postgres.db)
    await setUpOnce(opened.postgres.db, admin)
    make = new Factory(opened.postgres.db)
  })

  afterAll(async () => {
    await opened.stop()
  })

  it('are migrated once and set up once', async () => {
    const { db } = opened.postgres
    expect(await migratePostgres(db)).toEqual([])
    const show = () => expect.unreachable()
    await setUpOnce(db, { ...admin, password: undefined, show })
    await opened.postgres.ping()
  })

  it('put what is committed on disk, and nothing for what is only read', async () => {
    const { postgres, countSyncs } = opened
    if (countSyncs === undefined) return
    const before = countSyncs()
    await postgres.db.selectFrom('app_user').select('id').execute()
    expect(countSyncs()).toBe(before)
    await postgres.executeSql('CREATE TABLE kept (); DROP TABLE kept')
    expect(countSyncs()).toBeGreaterThan(before)
  })

  it('keep no made-up password that could not be shown', () => {
    expect(isKeptUnseen).toBe(false)
  })

  it('get the parts of the dashboard that an earlier version did not have', async () => {
    const { db } = opened.postgres
    const countParts = async () =>
      (await db.selectFrom('report').where('is_dashboard_part', '=', true).select('id').execute()).length
    await change(
      db,
      systemActor,
      async (transaction) =>
        await transaction.deleteFrom('report').where('id', '=', dashboardReports.byState).execute(),
    )
    expect(await countParts()).toBe(Object.keys(dashboardReports).length - 1)
    await setUpOnce(db, admin)
    expect(await countParts()).toBe(Object.keys(dashboardReports).length)
  })

  it('give the standard menus and reports of an earlier version what new ones have, unless somebody changed them', async () => {
    const { db } = opened.postgres
    const standard = async () => ({
      menus: new Map(
        (await db.selectFrom('menu').select(['slug', 'items']).execute()).map(({ slug, items }) => [
          slug,
          items,
        ]),
      ),
      reports: await db.selectFrom('report').orderBy('id').select(['id', 'name', 'parameters']).execute(),
    })
    const fresh = await standard()
    const keys = [...fresh.menus.values()].flat().map(({ key }) => key)
    const later = keys.filter((key) => !Object.hasOwn(menuIcons.news, key))
    await change(db, systemActor, async (transaction) => {
      await sql`UPDATE menu SET items = (SELECT jsonb_agg(item || '{"ico": "shop"}') FROM jsonb_array_elements(items) AS item
          WHERE item ->> 'key' <> ALL(${later}))
        WHERE slug IN ('main-menu', 'admin-menu')`.execute(transaction)
      await sql`UPDATE menu SET revision = 2 WHERE slug = 'main-menu'`.execute(transaction)
      await sql`UPDATE report SET parameters = replace(parameters::text, '"default": ["inbound"]', '"required": false')::jsonb`.execute(
        transaction,
      )
    })
    const old = await standard()
    await db.transaction().execute(menuIcons.up)
    const upgraded = await standard()
    const ofThatVersion = fresh.menus.get('admin-menu')?.filter(({ key }) => !later.includes(key))
    expect(upgraded.menus.get('admin-menu')).toEqual(ofThatVersion)
    expect(upgraded.menus.get('main-menu')).toEqual(old.menus.get('main-menu'))
    const bySource = upgraded.reports.find(({ id }) => id === standardReports.bySource)
    expect(bySource?.parameters).toContainEqual(
      expect.objectContaining({ name: 'direction', default: ['inbound'] }),
    )
    await change(db, systemActor, async (transaction) =>
      transaction
        .updateTable('menu')
        .set({ items: JSON.stringify(fresh.menus.get('admin-menu')) })
        .where('slug', '=', 'admin-menu')
        .execute(),
    )
  })

  it('get the menu items that an earlier version did not have, once, and none that was removed', async () => {
    const { db } = opened.postgres
    const adminMenu = db.selectFrom('menu').where('slug', '=', 'admin-menu')
    const itemsNow = async () => (await adminMenu.select('items').executeTakeFirstOrThrow()).items
    const keysNow = async () => {
      const items = await itemsNow()
      const portal = items.find(({ key }) => key === 'portal')
      const inGroup = items.filter(({ parentId }) => parentId === portal?.id)
      return inGroup.toSorted((one, other) => one.order - other.order).map(({ key }) => key)
    }
    const write = async (items: readonly object[]) =>
      await change(db, systemActor, async (transaction) =>
        sql`UPDATE menu SET items = ${JSON.stringify(items)} WHERE slug = 'admin-menu'`.execute(transaction),
      )
    const keep = async (isKept: (item: { key: string }) => boolean) =>
      await write((await itemsNow()).filter(isKept))
    const upgrade = async () => {
      await sql`DROP TABLE standard_menu_item`.execute(db)
      await db.transaction().execute(standardMenuItems.up)
      await setUpOnce(db, admin)
    }
    const [whole, fresh] = [await itemsNow(), await keysNow()]
    await upgrade()
    expect(await keysNow()).toEqual(fresh)
    await keep(({ key }) => !['outbox', 'media', 'change-tracking'].includes(key))
    await upgrade()
    const left = fresh.filter((key) => key !== 'media' && key !== 'change-tracking')
    expect(await keysNow()).toEqual(left)
    await keep(({ key }) => key !== 'outbox')
    await setUpOnce(db, admin)
    expect(await keysNow()).toEqual(left.filter((key) => key !== 'outbox'))
    await keep(({ key }) => key === 'people')
    await upgrade()
    const added = await itemsNow()
    const group = added.find(({ key }) => key === 'report-library')
    expect(added).toMatchObject([
      { key: 'people', order: 0 },
      { key: 'numbers', parentId: null, order: 2, adminOnly: false },
      { key: 'attributes', parentId: null, order: 3, adminOnly: true },
      { key: 'report-library', parentId: null, order: 1, adminOnly: true },
      { key: 'manage-reports', parentId: group?.id, order: 0 },
      { key: 'report-sets', parentId: group?.id, order: 1 },
      { key: 'groups', parentId: group?.id, order: 2 },
      { key: 'webhooks', parentId: null, order: 4, adminOnly: true },
      { key: 'deliveries', parentId: null, order: 5, adminOnly: true },
      { key: 'sources', parentId: null, order: 6, adminOnly: true },
      { key: 'imports', parentId: null, order: 7, adminOnly: true },
      { key: 'quarantine', parentId: null, order: 8, adminOnly: true },
      { key: 'outbox', parentId: null, order: 9, adminOnly: true },
      { key: 'health', parentId: null, order: 10, adminOnly: true },
      { key: 'retention', parentId: null, order: 11, adminOnly: true },
    ])
    await write(whole)
  })

  it('refuse a change without saying who acts, and record one with each field from and to', async () => {
    const { db } = opened.postgres
    await expect(
      db.insertInto('customer').values({ name: 'Nobody', code: 'nobody', time_zone: 'UTC' }).execute(),
    ).rejects.toThrow('without an actor')
    const { id } = await make.customer({ code: 'recorded' })
    await change(db, { userId: null, userName: 'ada', requestId: 'r1' }, async (transaction) =>
      transaction.updateTable('customer').set({ name: 'New name' }).where('id', '=', id).execute(),
    )
    const records = await db
      .selectFrom('change_record')
      .where('record_id', '=', id)
      .orderBy('sequence')
      .select(['action', 'user_name', 'request_id', 'changes'])
      .execute()
    expect(records.map(({ action }) => action)).toEqual(['create', 'update'])
    expect(records[1]).toMatchObject({
      user_name: 'ada',
      request_id: 'r1',
      changes: [{ field: 'name', from: 'Customer recorded', to: 'New name' }],
    })
  })

  it('record what people say of calls with what was said before, and nothing of what a source sends', async () => {
    const { db } = opened.postgres
    const [{ id: customerId }, { id: userId, userName }] = [await make.customer(), await make.user({})]
    const id = randomUUID()
    const none = { note: null, leadStatus: null, score: null, value: null, cost: null, currency: null }
    const sent = (tags: string[]) => ({ ...none, tags })
    const write = async (number: number, tags: string[], own: OwnValues) =>
      await change(db, { userId, userName }, async (transaction) => {
        const row = { id, customerId, name: 'a call', sent: sent(tags), own }
        await insertAnnotations(transaction, [row], { number, userId })
      })
    await write(1, ['a'], { tags: ['b'], score: 5 })
    await updateSent(db, [{ id, sent: sent(['z']) }])
    await write(2, ['z'], { score: 5 })
    expect((await selectAnnotations(db, [id])).get(id)).toEqual({
      id,
      sent: sent(['z']),
      own: { score: 5 },
      own_before: { tags: ['b'], score: 5 },
      revision: 2,
    })
    expect([await hasChange(db, 1), await hasChange(db, 2)]).toEqual([false, true])
    expect(await selectIdsOfChange(db, { change: 2, userId })).toEqual([id])
    const records = await selectChanges(db, { recordId: id }, { before: undefined, limit: 9 })
    expect(records.map(({ changes }) => changes)).toEqual([
      [{ field: 'tags', from: ['b'], to: ['z'] }],
      [
        { field: 'score', from: null, to: 5 },
        { field: 'tags', from: ['a'], to: ['b'] },
      ],
    ])
    await expect(db.deleteFrom('call_annotation').where('id', '=', id).execute()).rejects.toThrow(
      'without an actor',
    )
  })

  it('keep a change out of the record when its transaction fails, and never alter a record', async () => {
    const { db } = opened.postgres
    const before = await db.selectFrom('change_record').select('id').execute()
    await expect(
      change(db, systemActor, async (transaction) => {
        await transaction.insertInto('role').values({ name: 'Half done' }).execute()
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await db.selectFrom('change_record').select('id').execute()).toHaveLength(before.length)
    await expect(db.deleteFrom('change_record').execute()).rejects.toThrow('never changed')
  })

  it('hide secrets in the record', async () => {
    const { db } = opened.postgres
    const user = await make.user({ password: 'grommet lantern 9' })
    const record = await db
      .selectFrom('change_record')
      .where('record_id', '=', user.id)
      .select('changes')
      .executeTakeFirstOrThrow()
    expect(record.changes).toContainEqual({ field: 'password_hash', from: null, to: '•••' })
  })

  it('give a session the claims of the roles that are valid now', async () => {
    const { db } = opened.postgres
    const user = await make.user({ claims: ['reporting.view'] })
    await make.role(user.id, ['call.edit'], new Date(Date.now() - 1000))
    const [session] = await selectSessions(db, [hashToken(user.token)], new Date())
    expect(session).toMatchObject({ user_id: user.id, claims: ['reporting.view'] })
    expect(await readSettings(db)).toMatchObject({ weekStartsOn: 1 })
  })

  it('find the customers of active groups and the descendants of restricting entities', async () => {
    const { db } = opened.postgres
    const user = await make.user()
    const [one, two] = [await make.customer(), await make.customer()]
    await make.group({ userIds: [user.id], customerIds: [one.id, two.id] })
    expect((await selectGroupCustomers(db, user.id)).toSorted()).toEqual([one.id, two.id].toSorted())
    expect(await selectEntityRestriction(db, user.id)).toBeUndefined()
    const parent = await make.entity({ type: 'location', code: 'region' })
    await make.entity({ type: 'location', code: 'branch', parentId: parent, customerId: one.id })
    await make.entityGroup({ entityIds: [parent], userIds: [user.id] })
    const codes = (await selectEntityRestriction(db, user.id))?.map(({ code }) => code)
    expect(codes?.toSorted()).toEqual(['branch', 'region'])
  })

  it('let somebody in by password, with the name written in any case', async () => {
    const { db } = opened.postgres
    const log = createLog('silent')
    const origin = { address: '127.0.0.1', userAgent: null, requestId: 'request-1', log }
    const signInThrottle = await SignInThrottle.open({ db, log, hasPeers: false })
    const signedIn = await login(
      { db, signInThrottle },
      { userName: ' ADMIN ', password: admin.password },
      origin,
    )
    await signInThrottle.close()
    expect(signedIn.isAdmin).toBe(true)
    expect(signedIn.claims).toContain('reporting.view')
    const hashes = [hashToken('nobody’s'), hashToken(signedIn.token)]
    const sessions = await selectSessions(db, hashes, new Date())
    expect(sessions).toMatchObject([{ user_id: signedIn.id, is_admin: true, settings: {} }])
    expect(sessions[0]?.created_at).toBeInstanceOf(Date)
  })

  it('find changes by a text, of the newest days and of old ones, in order', async () => {
    const { db } = opened.postgres
    const record = { table_type: 'role', record_id: 'x', action: 'update', user_name: 'ada', changes: '[]' }
    const daysAgo = [0, 3, 20, 31, 33, 400]
    const values = daysAgo.map((days) => ({
      ...record,
      record_name: `Razorbill ${days}`,
      at: new Date(Date.now() - days * 86_400_000),
    }))
    await db.insertInto('change_record').values(values.toReversed()).execute()
    const search = { keyword: 'RAZORBILL' }
    const names = (rows: readonly { recordName: string }[]) => rows.map(({ recordName }) => recordName)
    const all = await selectChanges(db, search, { before: undefined, limit: 10 })
    expect(names(all)).toEqual(daysAgo.map((days) => `Razorbill ${days}`))
    const first = await selectChanges(db, search, { before: undefined, limit: 3 })
    const last = first.at(-1)
    const before = { at: last?.placeAt ?? '', sequence: last?.sequence ?? 0 }
    expect(names(await selectChanges(db, search, { before, limit: 2 }))).toEqual(names(all).slice(3, 5))
    const from = new Date(Date.now() - 25 * 86_400_000).toISOString()
    const to = new Date(Date.now() - 86_400_000).toISOString()
    const between = await selectChanges(db, { ...search, from, to }, { before: undefined, limit: 10 })
    expect(names(between)).toEqual(['Razorbill 3', 'Razorbill 20'])
  })

  it('are vacuumed and analysed, so that plans are made from counts', async () => {
    await opened.postgres.vacuum()
    const counted = async () => {
      const { rows } = await sql<{ reltuples: number }>`
        SELECT reltuples FROM pg_class WHERE relname = 'change_record'`.execute(opened.postgres.db)
      return rows[0]?.reltuples
    }
    // A server does it by itself, in its own time: there it is -1, or counted.
    expect(await counted()).toBeGreaterThanOrEqual(name === 'PGlite' ? 1 : -1)
  })

  it('work off jobs, and keep a mail in the outbox where there is no mail server', async () => {
    const queue = new JobQueue(opened.postgres, { log: createLog('silent') })
    await queue.start()
    const done = new Promise<object>((resolve) => {
      void queue.work({
        name: 'test-job',
        work: (data) => {
          resolve(data)
          return Promise.resolve()
        },
      })
    })
    await expect
      .poll(
        async () =>
          await queue.add('test-job', { answer: 42 }).then(
            () => true,
            () => false,
          ),
      )
      .toBe(true)
    expect(await done).toEqual({ answer: 42 })
    await queue.close()
  })

  it('give a mail that waits to one of those who ask for it', async () => {
    const { db } = opened.postgres
    const id = await insertMail(db, { recipient: 'b@example.com', subject: 'Hello', body_text: 'There' })
    const claimed = await Promise.all(
      [1, 2, 3].map(async () => await claimMail(db, { worker: randomUUID(), besides: [] })),
    )
    expect(claimed.flatMap((mail) => mail?.id ?? [])).toEqual([id])
    expect(claimed.find((mail) => mail !== undefined)).toMatchObject({ status: 'sending', tries: 1 })
  })
})
