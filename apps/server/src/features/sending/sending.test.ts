import { randomUUID } from 'node:crypto'
import { checkSending, checkSharing, previewSending, sendReport } from '@callboard/contract/sending'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { SavedReports } from '@callboard/contract/saved-reports'
import { changesOf } from '#test/changes-of.ts'
import { DeliveryClient, dueAt, type Reader, tenth, usersOf } from '#test/clients/deliveries.ts'
import { expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import type { Person } from '#test/portal.ts'

let client: DeliveryClient

beforeAll(async () => {
  client = await DeliveryClient.open()
})

const xlsx = '0f000000-0000-7000-8000-000000000003'
const mondays = { frequency: 'weekly', time: '08:00', timeZone: 'America/Chicago', daysOfWeek: [1] }
const once = { frequency: 'once', timeZone: 'America/Chicago' }
const bySource = {
  definition: {
    dimensions: [{ field: 'source' }],
    measures: ['calls'],
    sort: [{ field: 'calls', desc: true }],
    chart: { type: 'bar' },
  },
  parameterUses: [{ name: 'dateRange', default: { relative: 'yesterday' } }],
  parameters: {},
}

const post = async (user: Person, what: string, body: object) =>
  await user.ask({ path: `/api/reporting/send${what}`, body })
const sent = async (body: object, by: Person = client.owner) => {
  const answer = await post(by, '', { schedule: mondays, ...body })
  return sendReport.response.parse(expectCreated(answer)).subscription
}
const checked = async (body: object, by: Person = client.owner) =>
  checkSending.response.parse(expectOk(await post(by, '/check', body)))
const previewed = async (body: object, by: Person = client.owner) =>
  previewSending.response.parse(expectOk(await post(by, '/preview', body)))
const own = (name: string, changes: object = {}) => ({ name, ...bySource, ...changes })
const ofLibrary = (name: string) => ({ name, reportId: client.reportId, parameters: { dateRange: tenth } })

async function savedOf({ id, token }: Person) {
  const path = `/api/reporting/savedreports/${id}`
  return SavedReports.parse(expectOk(await client.portal.ask({ path, token }))).items
}

/** A reader in a group of the owner, that gives no reports. */
async function colleague(): Promise<Reader & { teamId: string }> {
  const reader = await client.reader(0)
  await client.leave(reader)
  await client.portal.make.changeUser(reader.id, { first_name: 'Nora', last_name: 'Whitlock' })
  const teamId = await client.portal.make.group({ userIds: [reader.id, client.owner.id], setIds: [] })
  return { ...reader, teamId }
}

describe('a report that is sent', () => {
  it('is saved and shared on the way, comes on time as Excel, and is what its reader may see', async () => {
    const nora = await colleague()
    const subscription = await sent({
      report: own('The week for Nora', { sharedWithGroupId: nora.teamId }),
      recipients: usersOf([nora]),
      exportTypeIds: [xlsx],
    })
    expect(subscription).toMatchObject({ name: 'The week for Nora', isActive: true })
    const saved = (await savedOf(client.owner)).find(({ id }) => id === subscription.savedReportId)
    expect(saved).toMatchObject({ name: 'The week for Nora', reportId: null, sharedWithGroupId: nora.teamId })
    const made = await Promise.all(
      [subscription.savedReportId, subscription.id].map(async (id) => changesOf(client.portal, id)),
    )
    expect(made.flat().map(({ action, user_name }) => [action, user_name])).toEqual(
      expect.arrayContaining([['create', client.owner.userName]]),
    )
    expect(new Set(made.flat().map(({ request_id }) => request_id)).size).toBe(1)
    await client.deliver(subscription, dueAt)
    const { text, html, files, parts } = client.mailTo(nora)
    // Of her customer alone, though the owner sees three.
    expect(text).toMatch(/radio\s+2/)
    expect(html).toContain('radio')
    expect(files.map(({ name }) => name)).toEqual([expect.stringMatching(/^The week for Nora.*\.xlsx$/)])
    expect(parts.some(({ type }) => type === 'image/png')).toBe(true)
    expect(text).toContain('Every Monday at 08:00, America/Chicago time')
  })

  it('is saved once when it is sent twice, and again under another name, with other values, or for another group', async () => {
    const nora = await colleague()
    const send = async (report: object) => (await sent({ report, recipients: usersOf([nora]) })).savedReportId
    const group = { sharedWithGroupId: nora.teamId }
    const first = await send(own('Twice', group))
    expect(await send(own('Twice', group))).toBe(first)
    const others = [
      own('Thrice', group),
      own('Twice', { ...group, parameters: { dateRange: tenth } }),
      own('Twice'),
      { ...ofLibrary('Twice'), ...group },
    ]
    const ids = new Set([first])
    for (const other of others) ids.add(await send(other))
    expect(ids.size).toBe(1 + others.length)
    expect(await send({ ...ofLibrary('Twice'), ...group })).toBe([...ids].at(-1))
    expect((await savedOf(client.owner)).filter(({ name }) => name === 'Twice')).toHaveLength(4)
  })

  it('once is delivered at once and exactly once, also when the request is repeated, and is on record', async () => {
    const reader = await client.reader(0)
    const body = {
      id: randomUUID(),
      report: ofLibrary('Just now'),
      schedule: once,
      recipients: usersOf([reader]),
    }
    const answers = await Promise.all([post(client.owner, '', body), post(client.owner, '', body)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const subscription = await sent(body)
    expect(subscription).toMatchObject({ id: body.id, nextRunAt: null })
    client.runner.wake()
    await client.settled(subscription.id)
    const { text } = client.mailTo(reader)
    expect(text).toContain('radio')
    expect(text).not.toContain('unsubscribe')
    const history = await client.history(subscription)
    expect(history.map(({ status, cause }) => [status, cause])).toEqual([['sent', 'schedule']])
    // It is no subscription that anybody would look after.
    expect((await client.list({ id: subscription.savedReportId })).items).toEqual([])
    expect((await savedOf(client.owner)).filter(({ name }) => name === 'Just now')).toMatchObject([
      { subscriptionCount: 0 },
    ])
  })

  it('once follows its condition, and is not changed afterwards', async () => {
    const reader = await client.reader(0)
    const condition = { measure: 'calls', op: 'gt', value: 1000 }
    const subscription = await sent({
      report: ofLibrary('Only when many'),
      schedule: once,
      recipients: usersOf([reader]),
      condition,
    })
    client.runner.wake()
    await client.settled(subscription.id)
    const [delivery] = await client.history(subscription)
    expect(delivery?.status).toBe('skipped')
    expect(delivery?.reason).toContain('not over 1,000')
    expectError(
      await client.subscriptions.update(client.owner, subscription, { schedule: mondays }),
      409,
      'conflict',
    )
  })

  it('to a group goes to those of its members to whom one may send, each once', async () => {
    const [first, second] = [await colleague(), await client.reader(0)]
    const stranger = await client.portal.make.user({ customerId: (await client.portal.make.customer()).id })
    const { make } = client.portal
    const ada = await make.user({
      claims: ['reporting.view', 'reporting.save'],
      customerId: client.customers[0] ?? '',
      email: 'only-one-customer@example.com',
    })
    const groupId = await make.group({ userIds: [ada.id, first.id, second.id, stranger.id], setIds: [] })
    const recipients = [{ userId: second.id }, { groupId }]
    const report = own('For the group')
    const { recipients: found, otherMembers } = await checked({ report, recipients }, ada)
    expect(new Set(found.map(({ userId }) => userId))).toEqual(new Set([ada.id, first.id, second.id]))
    expect(otherMembers).toBe(1)
    const subscription = await sent({ report, recipients }, ada)
    expect(subscription.recipients).toHaveLength(3)
    const foreign = await make.group({ userIds: [first.id], setIds: [] })
    expectError(await post(ada, '/check', { report, recipients: [{ groupId: foreign }] }), 400, 'invalid')
  })

  it('saves nothing when it may not be sent', async () => {
    const reader = await client.reader(0)
    const before = await savedOf(client.owner)
    const body = { schedule: mondays, recipients: usersOf([reader]) }
    const refused = [
      { ...body, report: own('Refused'), recipients: [{ email: 'out@elsewhere.example' }] },
      { ...body, report: own('Refused', { sharedWithGroupId: randomUUID() }) },
      { ...body, report: own('Refused'), exportTypeIds: ['0f000000-0000-7000-8000-000000000001'] },
      { ...body, report: own('Refused'), schedule: { ...mondays, time: '25:00' } },
    ]
    for (const one of refused) expectError(await post(client.owner, '', one), 400, 'invalid')
    expectError(
      await post(client.owner, '', { ...body, report: { savedReportId: randomUUID() } }),
      404,
      'notFound',
    )
    expectError(await post(reader, '', { ...body, report: own('Refused') }), 403, 'forbidden')
    expect(await savedOf(client.owner)).toEqual(before)
  })

  it('names nothing that its sender may not see', async () => {
    const reader = await client.reader(0)
    const filters = [{ field: 'callerNumber', op: 'eq', values: ['+12125550123'] }]
    const definition = { ...bySource.definition, filters }
    const body = { report: own('Callers', { definition }), recipients: usersOf([reader]) }
    expectError(await post(client.owner, '', { ...body, schedule: mondays }), 403, 'forbidden')
    expectError(await post(client.owner, '/check', body), 403, 'forbidden')
  })

  it('is sent once a hundred times a day by one user at most', async () => {
    const reader = await client.reader(0, ['reporting.view', 'reporting.save'])
    const saved = await sent(
      { report: ofLibrary('Often'), recipients: usersOf([reader]), schedule: once },
      reader,
    )
    await sql`INSERT INTO subscription_run (subscription_id, due_at, cause)
      SELECT ${saved.id}, now() - at * interval '1 minute', 'schedule' FROM generate_series(1, 99) AS at`.execute(
      client.db,
    )
    const body = { report: { savedReportId: saved.savedReportId }, recipients: usersOf([reader]) }
    expectError(await post(reader, '', { ...body, schedule: once }), 409, 'conflict')
    await sent(body, reader)
  })
})

describe('who would get nothing', () => {
  it('is said in true words with what mends it, and nothing of the report is kept', async () => {
    const [nora, other] = [await colleague(), await client.reader(0)]
    const report = own('Not saved yet')
    const before = await savedOf(client.owner)
    const recipients = usersOf([nora, client.owner])
    const [lacking, owner] = (await checked({ report, recipients })).recipients
    expect(lacking?.reason).toBe('None of the groups of Nora Whitlock has this report.')
    expect(lacking?.remedy).toHaveProperty('share.groupId', nora.teamId)
    expect(owner).toMatchObject({ reason: null, remedy: null })
    const shared = own('Not saved yet', { sharedWithGroupId: nora.teamId })
    // What another one would need takes nothing from those who have it already.
    const [mended, another] = (await checked({ report: shared, recipients: usersOf([nora, other]) }))
      .recipients
    expect(mended?.reason).toBeNull()
    expect(another?.reason).toContain('None of the groups of')
    expect(another?.remedy).toBeNull()
    expect(await savedOf(client.owner)).toEqual(before)
  })

  it('has no rights, no address, no rows, or left: what an administrator mends leads to the user', async () => {
    const { make } = client.portal
    const inGroup = async (given: Parameters<typeof make.user>[0]) => {
      const user = await make.user(given)
      await make.changeUser(user.id, { first_name: 'Max', last_name: 'Bo' })
      await make.group({ userIds: [user.id], setIds: [client.setId] })
      return user
    }
    const customerId = client.customers[0] ?? ''
    const rightless = await inGroup({ customerId, email: 'rightless@example.com' })
    const addressless = await inGroup({ customerId, claims: ['reporting.view'] })
    const rowless = await inGroup({ claims: ['reporting.view'], email: 'rowless@example.com' })
    const recipients = usersOf([rightless, addressless, rowless])
    const found = await checked({ report: ofLibrary('For Max'), recipients }, client.admin)
    expect(found.recipients).toMatchObject([
      {
        reason: 'Max Bo does not have the rights that this report needs.',
        remedy: { userId: rightless.id },
      },
      { reason: 'Max Bo has no email address.' },
      { reason: 'Max Bo does not have access to any calls.' },
    ])
    // The list of a saved subscription says it as well, before anything is sent.
    const subscription = await sent(
      { report: ofLibrary('For Max'), recipients: usersOf([rowless]) },
      client.admin,
    )
    expect(subscription.recipients).toMatchObject([{ reason: 'They do not have access to any calls.' }])
  })
})

describe('another group of a shared report', () => {
  const sharing = async (by: Person, id: string, sharedWithGroupId: string | null) =>
    await by.ask({ path: `/api/reporting/savedreports/${id}/sharing/check`, body: { sharedWithGroupId } })
  const lost = async (by: Person, id: string, groupId: string | null) =>
    checkSharing.response.parse(expectOk(await sharing(by, id, groupId)))

  it('names who loses it, and whose subscriptions stop or no longer reach somebody', async () => {
    const { make } = client.portal
    const [nora, max] = [await colleague(), await client.reader(0)]
    await client.leave(max)
    await make.changeUser(max.id, { first_name: 'Max', last_name: 'Bo' })
    const team = await make.group({ userIds: [nora.id, max.id, client.owner.id], setIds: [] })
    const ofMax = await make.group({ userIds: [max.id, client.owner.id], setIds: [] })
    const first = await sent({
      report: own('Of the team', { sharedWithGroupId: team }),
      name: 'For Nora',
      recipients: usersOf([nora]),
    })
    const { savedReportId: id } = first
    await sent({
      report: { savedReportId: id },
      name: 'For all',
      recipients: usersOf([nora, max, client.owner]),
    })
    await sent({ report: { savedReportId: id }, name: 'For me', recipients: usersOf([client.owner]) })
    const noras = { userId: nora.id, name: 'Nora Whitlock' }
    const ownedBy = { userId: client.owner.id, ownerName: 'Ada Byron', recipients: [noras] }
    const toMax = await lost(client.owner, id, ofMax)
    expect(toMax.losing).toEqual({ readers: [noras], others: 0 })
    expect(toMax.subscriptions).toMatchObject([
      { ...ownedBy, name: 'For all', stops: false },
      { ...ownedBy, id: first.id, name: 'For Nora', stops: true },
    ])
    const toNobody = await lost(client.admin, id, null)
    expect(toNobody.losing.readers.map(({ name }) => name)).toEqual(['Max Bo', 'Nora Whitlock'])
    expect(toNobody.subscriptions[0]?.recipients).toHaveLength(2)
    expect(await lost(client.owner, id, team)).toEqual({
      losing: { readers: [], others: 0 },
      subscriptions: [],
    })
    const saved = (await savedOf(client.owner)).find((one) => one.id === id)
    expect(saved).toMatchObject({ sharedWithGroupId: team })
  })

  it('only counts those to whom the owner may not send, and is told to nobody who may not share it', async () => {
    const { make } = client.portal
    const claims = ['reporting.view', 'reporting.save'] as const
    const [ada, nora] = [await client.reader(0, claims), await client.reader(0, claims)]
    const stranger = await client.reader(1)
    const team = await make.group({ userIds: [ada.id, nora.id, stranger.id], setIds: [] })
    const recipients = usersOf([ada])
    const { savedReportId: id } = await sent(
      { report: own('Of Ada', { sharedWithGroupId: team }), recipients },
      ada,
    )
    expect((await lost(ada, id, null)).losing).toMatchObject({ readers: [{ userId: nora.id }], others: 1 })
    await client.leave({ ...ada, groupId: team })
    expect((await lost(ada, id, null)).losing).toEqual({ readers: [], others: 2 })
    expectError(await sharing(nora, id, null), 403, 'forbidden')
    expectError(await sharing(stranger, id, null), 403, 'forbidden')
    expectError(await sharing(ada, id, randomUUID()), 400, 'invalid')
  })
})

describe('what it will look like', () => {
  it('is the email with its chart, of the calls that both may see', async () => {
    const reader = await client.reader(0, ['reporting.view', 'reporting.save'])
    const report = ofLibrary('Looked at')
    const body = { report, recipient: { userId: reader.id } }
    const hers = await previewed(body)
    expect(hers).toMatchObject({ rowCount: 2, seesMore: false })
    expect(hers.text).toMatch(/radio\s+2/)
    expect(hers.html).toContain('data:image/png;base64,')
    expect(await client.deliveriesTo(reader)).toBe(0)
    // The owner sees three customers, the reader one.
    const ofOwner = await previewed({ report, recipient: { userId: client.owner.id } }, reader)
    expect(ofOwner.seesMore).toBe(true)
    expect(ofOwner.text).toMatch(/radio\s+2/)
    expect((await previewed({ report, recipient: { userId: client.owner.id } })).text).toMatch(/radio\s+4/)
  })

  it('is not shown of somebody to whom one may not send, nor of a report that one does not find', async () => {
    const [reader, stranger] = [
      await client.reader(0, ['reporting.view', 'reporting.save']),
      await client.reader(1),
    ]
    const preview = async (report: object, userId: string) =>
      await post(reader, '/preview', { report, recipient: { userId } })
    expectError(await preview(ofLibrary('A'), stranger.id), 400, 'invalid')
    expectError(await preview({ savedReportId: (await client.save()).id }, reader.id), 404, 'notFound')
    // Who would get nothing has nothing that could be looked at.
    const nora = await colleague()
    expectError(
      await post(client.owner, '/preview', { report: own('A'), recipient: { userId: nora.id } }),
      400,
      'invalid',
    )
  })
})
