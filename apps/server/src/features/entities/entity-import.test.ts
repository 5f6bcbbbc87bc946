import { Entity, EntityImportResult } from '@callboard/contract/entities'
import { pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { expectOk, expectError, errorsOf } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'

const path = '/api/reportingentity/entity/import'
let test: Portal
let customerId: string

beforeAll(async () => {
  test = await openPortal()
  customerId = (await test.make.customer({ code: 'heron' })).id
})

const send = async (body: object, as = test.admin.token) => await test.ask({ path, body, token: as })

async function run(body: object, as?: string) {
  return EntityImportResult.parse(expectOk(await send(body, as)))
}

async function found(body: object) {
  const answer = await test.admin.ask({ path: '/api/reportingentity/entity/search', body })
  return pageOf(Entity).parse(expectOk(answer)).items
}

/** The lines of a result, short. */
const linesOf = ({ rows }: EntityImportResult) =>
  rows.map(({ line, action, reason }) => [line, action, reason])

describe('a file of entities', () => {
  it('is previewed, then makes, changes and leaves what its rows say', async () => {
    const csv = [
      'type,code,name,customer code,parent code,active,attribute:Manager',
      'location,OAK,Oakland,heron,WEST,yes,Ann',
      'location,WEST,"West, and ""all""",heron,,,',
      'location,SEA,Seattle,heron,WEST,no,',
      'county,06075,San Francisco,,state:US-CA,,',
      'state,California,California,,,,',
    ].join('\n')
    const preview = await run({ csv, isPreview: true })
    expect(preview).toMatchObject({ isPreview: true, created: 5, updated: 0, unchanged: 0, rejected: 0 })
    expect(await found({ keyword: 'Oakland' })).toEqual([])
    expect(await run({ csv })).toEqual({ ...preview, isPreview: false })
    const [oakland] = await found({ keyword: 'OAK' })
    expect(oakland).toMatchObject({
      code: 'OAK',
      customerId,
      parentName: 'West, and "all"',
      attributes: { Manager: 'Ann' },
    })
    expect((await found({ type: 'county' }))[0]).toMatchObject({ parentName: 'California', customerId: null })
    const again = await run({ csv: csv.replace('Oakland', 'Oakland 2').replace('Ann', 'Ben') })
    expect(again).toMatchObject({ created: 0, updated: 1, unchanged: 4 })
    expect(again.rows[0]).toEqual({
      line: 2,
      action: 'update',
      type: 'location',
      code: 'OAK',
      name: 'Oakland 2',
      reason: 'name, attributes',
    })
    const changes = await changesOf(test, oakland?.id ?? '')
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update'])
  })

  it('warns of codes that are known at other customers, or without one, but only of those in sight', async () => {
    const shore = (await test.make.customer({ code: 'shore', name: 'Shore Dental' })).id
    const hidden = (await test.make.customer({ code: 'hidden', name: 'Hidden & Co' })).id
    const own = (await test.make.customer({ code: 'own', name: 'Own' })).id
    for (const owner of [shore, hidden])
      await test.make.entity({ type: 'location', code: 'PIER', name: 'Pier', customerId: owner })
    await test.make.entity({ type: 'location', code: 'SHARED', name: 'Shared' })
    await test.make.entity({ type: 'location', code: 'CAVE', name: 'Cave', customerId: hidden })
    await test.make.entity({ type: 'location', code: 'HOME', name: 'Home', customerId: own })
    const csv =
      'type,code,name\nlocation,PIER,P\nlocation,SHARED,S\nlocation,CAVE,C\nlocation,HOME,H\nlocation,NEW,N'
    const warnings = ({ rows }: EntityImportResult) => rows.map(({ warning }) => warning)
    const preview = await run({ csv, customerId: own, isPreview: true })
    expect(preview).toMatchObject({ created: 4, rejected: 0, warned: 3 })
    const check = 'Check the customer in this row.'
    expect(warnings(preview)).toEqual([
      `code: “PIER” is new here, but known at Hidden & Co and 1 more. ${check}`,
      `code: “SHARED” is new here, but known without a customer. ${check}`,
      `code: “CAVE” is new here, but known at Hidden & Co. ${check}`,
      undefined,
      undefined,
    ])
    const editor = await test.make.user({ claims: ['location.edit'], customerId: own })
    await test.make.group({ userIds: [editor.id], customerIds: [shore] })
    expect(warnings(await run({ csv, customerId: own, isPreview: true }, editor.token))).toEqual([
      `code: “PIER” is new here, but known at Shore Dental. ${check}`,
      `code: “SHARED” is new here, but known without a customer. ${check}`,
      undefined,
      undefined,
      undefined,
    ])
    expect(await run({ csv, customerId: own })).toMatchObject({ created: 4, warned: 3 })
  })

  it('is recorded row by row under one request', async () => {
    await run({ type: 'tod', customerId, csv: 'code,name\nOPEN,Open\nLUNCH,Lunch' })
    const ids = (await found({ type: 'tod' })).map(({ id }) => id)
    const changes = (await Promise.all(ids.map(async (id) => await changesOf(test, id)))).flat()
    expect(changes.map(({ action }) => action)).toEqual(['create', 'create'])
    expect(new Set(changes.map(({ request_id: request }) => request)).size).toBe(1)
  })

  it('has the rows that cannot be taken left out, with the line and why', async () => {
    const csv = [
      'type;code;name;customer;parent;active',
      'shop;A;A;;;',
      'zipcode;2139;Cambridge;;;',
      'location;;No code;;;',
      'location;B;;;;',
      'location;C;C;nobody;;',
      'location;D;D;;NOWHERE;',
      'location;E;E;;;maybe',
      'location;F;F',
      'location;"G;G;;;',
      'location;H;H;;;',
      'location;H;H again;;;',
      '',
      'location;I;I;;J;',
      'location;J;J;;I;',
      'location;K;K;;L;',
      'location;L;L;;NOWHERE;',
    ].join('\r\n')
    const result = await run({ csv: `\ufeff${csv}`, customerId })
    expect(linesOf(result)).toEqual([
      [2, 'rejected', 'type: there is no type “shop”.'],
      [3, 'rejected', 'code: “2139” is not a five-digit ZIP code such as 94107.'],
      [4, 'rejected', 'code is missing.'],
      [5, 'rejected', 'name is missing.'],
      [6, 'rejected', 'customer code: there is no customer “nobody”.'],
      [7, 'rejected', 'parent code: there is no location “NOWHERE”.'],
      [8, 'rejected', 'active must be yes or no, not “maybe”.'],
      [9, 'rejected', 'The line has 3 fields, and the header 6.'],
      [10, 'rejected', 'A quotation mark is not closed on this line.'],
      [11, 'create', undefined],
      [12, 'rejected', 'code: the same entity is already on line 11.'],
      [14, 'rejected', 'parent code: the entity would be below itself.'],
      [15, 'rejected', 'parent code: the entity would be below itself.'],
      [16, 'rejected', 'parent code: the row of the parent, line 17, is rejected.'],
      [17, 'rejected', 'parent code: there is no location “NOWHERE”.'],
    ])
    expect(result).toMatchObject({ created: 1, rejected: 14 })
  })

  it('cannot bring an entity below itself by way of one that is not in the file', async () => {
    const top = await test.make.entity({ type: 'network', code: 'TOP' })
    await test.make.entity({ type: 'network', code: 'LOW', parentId: top })
    const result = await run({ type: 'network', csv: 'code,name,parent\nTOP,Top,LOW\nNEW,New,LOW' })
    expect(result.rows.map(({ action }) => action)).toEqual(['rejected', 'create'])
  })

  it('keeps what it has no column for, and empties what is empty', async () => {
    const first = 'code\tname\tactive\tattribute:a\tattribute:b\nX\tX\tno\t1\t2'
    await run({ type: 'dma', csv: first })
    expect(await run({ type: 'dma', csv: 'code,name\nX,X' })).toMatchObject({ unchanged: 1 })
    await run({ type: 'dma', csv: 'code,name,attribute:a,attribute:c\nX,X,,3' })
    expect(await found({ type: 'dma', activeOnly: false })).toMatchObject([
      { isActive: false, attributes: { b: '2', c: '3' } },
    ])
  })

  it('is refused as a whole where it is no such file', async () => {
    for (const [csv, descriptions] of [
      ['', ['The file is empty.']],
      [
        'code,nom,colour\na,b,c',
        ['Unknown column “nom”.', 'Unknown column “colour”.', 'The column “name” is missing.'],
      ],
      ['code,name,code\na,b,c', ['A column appears twice in the file.']],
      ['code,name\na,\ufffd', ['The file is not UTF-8 text: save it as “CSV UTF-8”.']],
    ] as const) {
      const answer = await send({ type: 'dma', csv })
      expect(answer.status).toBe(400)
      expect(errorsOf(answer).map(({ description }) => description)).toEqual(descriptions)
    }
    expectError(await send({ csv: 'code,name\na,b' }), 400, 'invalid')
    expectError(await send({ type: 'dma', customerId: emptyGuid, csv: 'code,name' }), 400, 'invalid')
    const long = `code,name${'\na,b'.repeat(50_001)}`
    expectError(await send({ type: 'dma', csv: long }), 400, 'tooManyRows')
    expectError(await send({ type: 'dma', colour: 1, csv: '' }), 400, 'unknownField')
  })

  it('is taken as text/csv too', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8' }
    const query = `type=rotationgroup&customerid=${customerId}`
    const body = 'code,name\nR,Zürich'
    const asked = { method: 'POST', body, token: test.admin.token, headers } as const
    const preview = await test.ask({ ...asked, path: `${path}?${query}&preview=true` })
    expect(EntityImportResult.parse(expectOk(preview))).toMatchObject({ isPreview: true, created: 1 })
    expect(expectOk(await test.ask({ ...asked, path: `${path}?${query}` }))).toMatchObject({ created: 1 })
    expect(await found({ type: 'rotationgroup' })).toMatchObject([{ name: 'Zürich', customerId }])
  })

  it('is imported as Excel saves it: semicolons, a byte-order mark, line breaks in cells', async () => {
    const csv = [
      '\ufefftype;code;name;customer code;parent code;active;attribute:Address',
      'network;EXCEL;"North ""Bay"" ";heron;;yes;"1 Main Street',
      'Suite 2"',
      'network;EXCEL2;"Second',
      'line";heron;EXCEL;;"a; b"',
      ';;;;;;',
      'network;"EX',
      'CEL";Third;heron;;;',
      'network;EXCEL3;"Open;heron;;;',
      'network;EXCEL4;5" pipe;heron;;;',
      '',
    ]
    // A row ends with CRLF, a line in a cell with LF.
    const body = csv.join('\r\n').replaceAll(/(?<=Street|Second)\r/g, '')
    const headers = { 'content-type': 'text/csv' }
    const answer = await test.admin.ask({ method: 'POST', path, body, headers })
    const result = EntityImportResult.parse(expectOk(answer))
    expect(linesOf(result)).toEqual([
      [2, 'create', undefined],
      [4, 'create', undefined],
      [7, 'rejected', 'code contains characters that cannot be printed.'],
      [9, 'rejected', 'A quotation mark is not closed on this line.'],
      [10, 'create', undefined],
    ])
    const items = await found({ keyword: 'EXCEL' })
    expect(items).toMatchObject([
      { name: '5" pipe', attributes: {} },
      { name: 'North "Bay"', attributes: { Address: '1 Main Street\nSuite 2' } },
      { name: 'Second line', parentName: 'North "Bay"', attributes: { Address: 'a; b' } },
    ])
    const [, north] = items
    const attributes = { Address: '1 Main Street\nSuite 3' }
    const changed = await test.admin.ask({
      method: 'PUT',
      path: '/api/reportingentity/entity',
      body: { id: north?.id, attributes },
    })
    expect(expectOk(changed)).toMatchObject({ attributes })
  })

  it('changes what its sender may change, and nothing else', async () => {
    const other = await test.make.customer({ code: 'other' })
    await test.make.entity({ type: 'number', code: '+14155550100', name: 'Theirs', customerId: other.id })
    const { token: theirs } = await test.make.user({ claims: ['number.edit'], customerId })
    expectError(await send({ type: 'location', csv: 'nonsense' }, theirs), 403, 'forbidden')
    const csv = [
      'type,code,name,customer code',
      'number,415 555 0100,Ours,heron',
      'number,+14155550100,Ours,other',
      'number,+14155550100,Ours,',
      'location,A,A,heron',
    ].join('\n')
    const result = await run({ csv }, theirs)
    expect(linesOf(result)).toEqual([
      [2, 'create', undefined],
      [3, 'rejected', 'customer code: there is no customer “other”.'],
      [4, 'rejected', 'code: the same entity is already on line 2.'],
      [5, 'rejected', 'type: you may not change entities of the type location.'],
    ])
    expect((await found({ type: 'number' })).map(({ name }) => name)).toEqual(['Ours', 'Theirs'])
  })

  it('of somebody restricted by entity groups changes those they see', async () => {
    const [seen] = await Promise.all(
      ['SEEN', 'UNSEEN'].map(
        async (code) => await test.make.entity({ type: 'historicalroute', code, customerId }),
      ),
    )
    const user = await test.make.user({ claims: ['historicalroute.edit'], customerId })
    await test.make.entityGroup({ entityIds: [seen ?? ''], userIds: [user.id] })
    const csv = 'code,name,parent\nSEEN,One,\nUNSEEN,Two,\nNEW,Three,\n'
    const result = await run({ type: 'historicalroute', customerId, csv }, user.token)
    expect(linesOf(result)).toEqual([
      [2, 'update', 'name'],
      [3, 'rejected', 'code: this entity exists, but you are not allowed to change it.'],
      [4, 'rejected', 'code: your access is limited by entity groups, so you cannot add entities.'],
    ])
  })
})
