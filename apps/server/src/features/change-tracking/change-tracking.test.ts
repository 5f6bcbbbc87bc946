import { ChainCheck, ChangeRecord } from '@callboard/contract/change-tracking'
import { SavedReport } from '@callboard/contract/saved-reports'
import { keysetPageOf } from '@callboard/contract/paging'
import { Role } from '@callboard/contract/roles'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { selectSeals } from './store.ts'
import { csvRows } from '#test/csv-rows.ts'
import { expectCreated, expectError, expectOk, expectRefused } from '#test/expect-errors.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let ada: Person

beforeAll(async () => {
  test = await openPortal()
  ada = await test.make.user({ isAdmin: true, userName: 'ada' })
})

async function search(body: object) {
  const path = '/api/reporting/searchchangetracking'
  return keysetPageOf(ChangeRecord).parse(expectOk(await ada.ask({ path, body })))
}

async function addRole(name: string): Promise<string> {
  return Role.parse(expectCreated(await ada.ask({ path: '/api/role', body: { name } }))).id
}

async function fileOf(recordId: string): Promise<string[][]> {
  const path = '/api/reporting/searchchangetracking'
  const headers = { accept: 'text/csv' }
  const answer = await ada.ask({ path, body: { recordId }, headers })
  expect(answer.status).toBe(200)
  return csvRows(answer.text)
}

/** What the file says of each field: action, field, from and to. */
async function linesOf(recordId: string): Promise<string[][]> {
  return (await fileOf(recordId)).slice(1).map((line) => line.slice(6, 10))
}

describe('the search in changes', () => {
  it('tells who changed what, when, from what to what, under one request id', async () => {
    const id = await addRole('Gannet')
    const put = await ada.ask({
      method: 'PUT',
      path: `/api/role/${id}`,
      body: { isActive: false, description: 'x' },
    })
    const { items } = await search({ recordId: id })
    expect(items.map(({ action }) => action)).toEqual(['update', 'create'])
    expect(items[0]).toMatchObject({
      tableType: 'role',
      recordId: id,
      recordName: 'Gannet',
      userId: ada.id,
      userName: 'ada',
      maskedUserId: null,
      requestId: put.headers['x-request-id'],
      changes: [
        { field: 'description', from: '', to: 'x' },
        { field: 'isActive', from: true, to: false },
      ],
    })
  })

  it('tells where mails to somebody go, but not those who view the portal as them', async () => {
    const bea = await test.make.user({ isAdmin: true, email: 'bea@example.com' })
    const token = ada.token
    const path = `/api/user/${bea.id}`
    expectOk(await test.ask({ method: 'PUT', path, body: { email: 'bea@example.org', phone: '1' }, token }))
    expect((await test.ask({ method: 'POST', path: `${path}/invite`, token })).status).toBeLessThan(300)
    expectOk(await test.ask({ method: 'POST', path: `${path}/passwordlink`, token }))
    const fields = async (headers: Record<string, string> = {}) => {
      const body = { recordId: bea.id }
      const answer = await test.ask({ path: '/api/reporting/searchchangetracking', body, token, headers })
      const { items } = keysetPageOf(ChangeRecord).parse(expectOk(answer))
      const named = new Set(items.flatMap(({ changes }) => changes.map(({ field }) => field)))
      return ['invitation', 'passwordLink', 'email', 'phone'].filter((field) => named.has(field))
    }
    expect(await fields()).toEqual(['invitation', 'passwordLink', 'email', 'phone'])
    expect(await fields({ 'x-masked-user': bea.id })).toEqual(['phone'])
  })

  it('finds by type, user, masked user, time and text', async () => {
    const before = new Date().toISOString()
    const id = await addRole('Petrel 50%')
    const masked = await test.make.user({ userName: 'viewed' })
    const headers = { 'x-masked-user': masked.id }
    await ada.ask({ path: '/api/user/me', headers })
    const after = new Date(Date.now() + 1).toISOString()
    const found = async (body: object) => (await search(body)).items.map(({ recordId }) => recordId)
    expect(await found({ keyword: 'petrel 50%' })).toEqual([id])
    expect(await found({ keyword: 'petrel_50' })).toEqual([])
    expect(await found({ tableType: 'role', from: before, to: after })).toEqual([id])
    expect(await found({ maskedUserId: masked.id })).toEqual([masked.id])
    expect(await found({ userId: ada.id, tableType: 'role', from: before })).toEqual([id])
    expect(await found({ userId: masked.id })).toEqual([])
    expect(await found({ recordId: id, to: before })).toEqual([])
  })

  it('finds of a user also the groups that they joined and left', async () => {
    const { id } = await test.make.user({})
    const group = await test.make.entityGroup({ entityIds: [], userIds: [id] })
    const path = `/api/reportingentity/entitygroup/${group}/user`
    await ada.ask({ method: 'DELETE', path, body: { userIds: [id] } })
    const { items } = await search({ tableType: 'user', recordId: id })
    expect(items.map(({ tableType, recordId }) => [tableType, recordId])).toContainEqual([
      'entityGroup',
      group,
    ])
    expect(items.filter(({ recordId }) => recordId !== id && recordId !== group)).toEqual([])
    const { items: others } = await search({ tableType: 'user', recordId: (await test.make.user({})).id })
    expect(others.map(({ recordId }) => recordId)).not.toContain(group)
  })

  it('finds changed fields by their names, and nothing by the signs between them', async () => {
    const id = await addRole('Guillemot')
    const path = `/api/role/${id}`
    await ada.ask({ method: 'PUT', path, body: { isActive: false } })
    const found = async (keyword: string) =>
      (await search({ keyword, recordId: id })).items.map(({ action }) => action)
    for (const keyword of ['GUILLEMOT', 'guillemot ada', 'true'])
      expect({ keyword, found: await found(keyword) }).toEqual({ keyword, found: ['update', 'create'] })
    expect(await found('is active')).toEqual(['update'])
    for (const keyword of ['ada guillemot', 'field', '"from"', 'revision'])
      expect({ keyword, found: await found(keyword) }).toEqual({ keyword, found: [] })
  })

  it('finds types, fields and settings by the words in which they are shown', async () => {
    const id = await addRole('Kittiwake')
    await ada.ask({ method: 'PUT', path: `/api/role/${id}`, body: { claims: ['call.edit'] } })
    const user = await test.make.user({ isAdmin: false })
    await ada.ask({ method: 'PUT', path: `/api/user/${user.id}`, body: { isAdmin: true } })
    const found = async (keyword: string, recordId: string) =>
      (await search({ keyword, recordId })).items.map(({ action }) => action)
    expect(await found('right', id)).toEqual(['update'])
    expect(await found('administrator', user.id)).toEqual(['update'])
    expect(await found('administrator', id)).toEqual([])
    expect(await found('Roles', id)).toEqual(['update', 'create'])
    expect(await found('saved reports', id)).toEqual([])
    const saved = await search({ keyword: 'saved report' })
    expect(saved.items.filter(({ tableType }) => tableType !== 'savedReport')).toEqual([])

    const sender = await test.make.sender()
    const [callId = ''] = await test.addCalls(sender.key, [{}])
    const path = `/api/calls/${callId}/annotation`
    expectOk(await ada.ask({ method: 'PUT', path, body: { leadStatus: 'Open' } }))
    expect(await found('lead status', callId)).toEqual(['update'])
  })

  it('finds values by the words under which forms offer them', async () => {
    const { id } = await test.make.sender()
    for (const channelOrder of ['agentLeft', 'dialingRight'])
      expectOk(await ada.ask({ method: 'PUT', path: `/api/customer/${id}`, body: { channelOrder } }))
    const found = async (keyword: string) =>
      (await search({ keyword, recordId: id })).items.map(({ action }) => action)
    expect(await found('Whoever telephones right')).toEqual(['update'])
    expect(await found('agent left, caller')).toEqual(['update', 'update'])
    expect(await found('whoever telephones left')).toEqual([])
    const webhook = { name: 'CRM', url: 'https://crm.example.com', events: ['call.updated'] }
    const created = expectCreated(await ada.ask({ path: '/api/webhooks', body: webhook }))
    const { items } = await search({ keyword: 'changed calls', tableType: 'webhook' })
    expect(items.map(({ recordId }) => recordId)).toEqual([z.object({ id: z.string() }).parse(created).id])
  })

  it('finds settings by their labels', async () => {
    const settings = z.object({ items: z.array(z.object({ id: z.string(), key: z.string() })) })
    const listed = settings.parse(
      expectOk(await ada.ask({ path: '/api/settings/search', body: { keyword: 'Idle session' } })),
    )
    const [setting] = listed.items
    expect(setting?.key).toBe('sessionIdleHours')
    for (const value of [100, 50])
      expectOk(await ada.ask({ method: 'PUT', path: `/api/settings/${setting?.id}`, body: { value } }))
    for (const keyword of ['Idle session', 'settings', 'sessionIdle']) {
      const { items } = await search({ keyword, tableType: 'setting' })
      expect(items.map(({ recordName }) => recordName)).toEqual(['sessionIdleHours', 'sessionIdleHours'])
    }
  })

  it('goes on where a page ended, with each record once', async () => {
    for (let count = 0; count < 7; count++) await addRole(`Puffin ${count}`)
    const names: string[] = []
    let cursor: string | undefined
    for (let page = 0; page < 4; page++) {
      const answer = await search({ keyword: 'Puffin', pageSize: 2, withTotal: true, cursor })
      expect(answer.total).toBe(page < 2 ? 7 : 8)
      names.push(...answer.items.map(({ recordName }) => recordName))
      cursor = answer.nextCursor ?? undefined
      if (page === 1) await addRole('Puffin later')
      if (answer.nextCursor === null) break
    }
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((count) => `Puffin ${count}`))
  })

  it('refuses what it cannot read', async () => {
    for (const [body, field, code] of [
      [{ tableType: 'session' }, 'tableType', 'invalid'],
      [{ cursor: 'nope' }, 'cursor', 'invalidCursor'],
      [{ cursor: Buffer.from('["2026-01-01",1]').toString('base64url') }, 'cursor', 'invalidCursor'],
      [{ from: 'yesterday' }, 'from', 'invalid'],
      [{ userId: 'ada' }, 'userId', 'invalid'],
      [{ sort: 'at' }, 'sort', 'unknownField'],
    ] as const) {
      const path = '/api/reporting/searchchangetracking'
      expectRefused(await ada.ask({ path, body }), { field, code })
    }
  })

  it('is had as a file, a line a field, in words and without formulas', async () => {
    const id = await addRole('=cmd()')
    const changed = { isActive: false, claims: ['reporting.view'] }
    await ada.ask({ method: 'PUT', path: `/api/role/${id}`, body: changed })
    const [header, ...lines] = await fileOf(id)
    expect(header?.slice(0, 5)).toEqual(['At (UTC)', 'User', 'Viewing as', 'Type', 'Record'])
    expect(lines.map((line) => line.slice(6, 10))).toEqual(
      expect.arrayContaining([
        ['created', 'Name', '', "'=cmd()"],
        ['changed', 'Active', 'yes', 'no'],
        ['changed', 'Right', 'nothing', 'Run and export the reports of their groups'],
      ]),
    )
    expect(lines.every((line) => line[3] === 'Roles')).toBe(true)
    expect(lines.every((line) => line[4] === "'=cmd()")).toBe(true)
  })

  it('names the records whose ids stand in values, in the file too, and those that are gone by their last name', async () => {
    const reportId = await test.make.report({
      name: 'Calls by source',
      definition: { measures: ['calls'], dimensions: [{ field: 'source' }] },
      parameters: [{ name: 'dateRange' }],
    })
    const groupId = await test.make.group({})
    const saved = await ada.ask({
      path: '/api/reporting/savereport',
      body: {
        reportId,
        name: 'Radio',
        parameters: { dateRange: { relative: 'last30Days' } },
        view: { view: 'both', sort: '-calls' },
        sharedWithGroupId: groupId,
      },
    })
    const { id, sharedWithGroupName } = SavedReport.parse(saved.json())
    const [made] = (await search({ recordId: id })).items
    expect(made?.names).toEqual({
      [reportId]: 'Calls by source',
      [groupId]: sharedWithGroupName,
      [ada.id]: 'ada',
    })
    expect(await linesOf(id)).toEqual(
      expect.arrayContaining([
        ['created', 'Report', '', 'Calls by source'],
        ['created', 'Owner', '', 'ada'],
        ['created', 'Shared with', '', sharedWithGroupName],
        ['created', 'Values', '', 'Period: Last 30 days'],
        ['created', 'View', '', 'Sorted by: Calls, descending; Shown as: chart and table'],
      ]),
    )

    const oldGroup = await ada.ask({
      path: '/api/reportingentity/entitygroup',
      body: { name: 'Old branches' },
    })
    const { id: goneId } = z.object({ id: z.string() }).parse(oldGroup.json())
    const { id: notified } = await test.make.user({ isAdmin: true, email: 'told@example.com' })
    const condition = {
      measure: 'missed',
      window: { lastMinutes: 60 },
      op: 'gt',
      value: 5,
      entityGroups: [goneId],
    }
    const alert = await ada.ask({
      path: '/api/alerts',
      body: { name: 'Missed', condition, recipients: [notified] },
    })
    const { id: alertId } = z.object({ id: z.string() }).parse(alert.json())
    await ada.ask({ method: 'DELETE', path: `/api/reportingentity/entitygroup/${goneId}` })
    const [watched] = (await search({ recordId: alertId })).items
    expect(watched?.names).toMatchObject({ [goneId]: 'Old branches' })
    expect(await linesOf(alertId)).toContainEqual([
      'created',
      'Condition',
      '',
      'When: Missed over 5 in the last 60 minutes; Entity groups: Old branches',
    ])
  })

  it('names the types of tables', async () => {
    const path = '/api/reporting/changetracking/tabletypes'
    expect(expectOk(await ada.ask({ path }))).toContainEqual({
      name: 'user',
      label: 'Users',
    })
  })
})

/** What somebody does who owns the database. */
async function tamper(statement: string): Promise<void> {
  const { db } = test.runtime.postgres
  const triggers = async (state: 'DISABLE' | 'ENABLE') => {
    for (const table of ['change_record', 'change_seal'])
      await sql.raw(`ALTER TABLE ${table} ${state} TRIGGER USER`).execute(db)
  }
  await triggers('DISABLE')
  await sql.raw(statement).execute(db)
  await triggers('ENABLE')
}

describe('the chain of changes', () => {
  const check = async () =>
    ChainCheck.parse(expectOk(await ada.ask({ method: 'POST', path: '/api/reporting/changetracking/check' })))

  it('is whole, and seals what was changed within seconds', async () => {
    await addRole('Sealed')
    await expect.poll(async () => (await check()).waiting).toBe(0)
    const whole = await check()
    expect(whole).toMatchObject({ isWhole: true, errors: [] })
    const { total } = await search({ withTotal: true, pageSize: 1 })
    expect(whole.checked).toBe(total)
  })

  it('is not changed through the portal’s own connection', async () => {
    const { db } = test.runtime.postgres
    await expect(db.deleteFrom('change_record').execute()).rejects.toThrow('never changed')
    await expect(db.updateTable('change_seal').set({ position: 1 }).execute()).rejects.toThrow(
      'never changed',
    )
  })

  it('names a record that was changed, one that was removed, and one that was written around it', async () => {
    const [changed, removed] = [await addRole('To be changed'), await addRole('To be removed')]
    await test.runtime.sealer.sealAll()
    await tamper(`UPDATE change_record SET user_name = 'somebody else' WHERE record_id = '${changed}'`)
    await tamper(`DELETE FROM change_record WHERE record_id = '${removed}'`)
    await tamper(`INSERT INTO change_record (table_type, record_id, record_name, action, user_name, changes)
      VALUES ('role', 'x', 'Slipped in', 'create', 'nobody', '[]')`)
    const { isWhole, errors } = await check()
    expect(isWhole).toBe(false)
    expect(errors.map(({ kind, recordName }) => ({ kind, recordName }))).toEqual([
      { kind: 'changed', recordName: 'To be changed' },
      { kind: 'removed', recordName: null },
      { kind: 'notSealed', recordName: 'Slipped in' },
    ])
    await tamper(`UPDATE change_record SET user_name = 'ada' WHERE record_id = '${changed}'`)
    await tamper(`DELETE FROM change_record WHERE record_name = 'Slipped in'`)
  })

  it('tells that its end was cut off, also with its seals and the end that the database knows', async () => {
    const id = await addRole('Last')
    await test.runtime.sealer.sealAll()
    const errorsBefore = (await check()).errors.length
    await tamper(`DELETE FROM change_seal WHERE position = (SELECT max(position) FROM change_seal)`)
    await tamper(`DELETE FROM change_record WHERE record_id = '${id}'`)
    expect((await check()).errors.at(-1)?.kind).toBe('cut')
    await tamper(`UPDATE change_seal_head SET (position, hash) =
      (SELECT position, hash FROM change_seal ORDER BY position DESC LIMIT 1)`)
    expect((await check()).errors.at(-1)?.kind).toBe('cut')
    rmSync(join(test.folder, 'change-chain-end.json'))
    expect((await check()).errors).toHaveLength(errorsBefore)
  })

  it('tells by the end kept outside the database that its newest record was written anew with its seal', async () => {
    const id = await addRole('Newest')
    await test.runtime.sealer.sealAll()
    const before = (await check()).errors
    await tamper(`UPDATE change_record SET user_name = 'somebody else' WHERE record_id = '${id}'`)
    const { db } = test.runtime.postgres
    const seals = await selectSeals(db, 0, 10_000)
    const [previous, newest] = seals.slice(-2)
    const hash = createHash('sha256')
      .update(previous?.hash ?? '')
      .update(`${newest?.position}\n`)
      .update(newest?.text ?? '')
      .digest('hex')
    await tamper(`UPDATE change_seal SET hash = '\\x${hash}' WHERE position = ${newest?.position}`)
    await tamper(`UPDATE change_seal_head SET hash = '\\x${hash}'`)
    const { isWhole, errors } = await check()
    expect(isWhole).toBe(false)
    expect(errors.slice(before.length).map(({ kind }) => kind)).toEqual(['cut'])
  })

  it('is not open to whoever is no administrator', async () => {
    const user = await test.make.user({ claims: ['masking.view'] })
    expectError(
      await user.ask({ method: 'POST', path: '/api/reporting/changetracking/check' }),
      403,
      'forbidden',
    )
  })
})
