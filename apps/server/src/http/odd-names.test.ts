import { effectOf } from '@callboard/contract/endpoint'
import { exampleIds } from '@callboard/contract/examples'
import { recordTypeNames } from '@callboard/contract/record-types'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { apiPathOf, endpoints, routeOf } from '#test/contract-endpoints.ts'
import { isSampled } from '#test/administration/record-samples.ts'
import { errorsOf } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { examplesOf, OpenApi } from '#test/http/described-operations.ts'

const nameFields = ['name', 'firstName', 'lastName', 'label', 'title', 'tooltip', 'subject']
// Reads right to left what follows: as "invoice.exe.pdf".
const oddName = 'invoice.\u202Efdp.exe'
const wrong = 'contains an invisible character. Type it instead of pasting it.'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

type Body = Record<string, unknown>

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body once for each name in it and in its items, with an odd one there, by the field's path. */
function withOddNames(body: unknown): { field: string; odd: Body }[] {
  if (!isBody(body)) return []
  const own = nameFields.filter((field) => typeof body[field] === 'string')
  const items: readonly unknown[] = Array.isArray(body['items']) ? body['items'] : []
  const ofItem = withOddNames(items[0]).map(({ field, odd }) => ({
    field: `items.0.${field}`,
    odd: { ...body, items: [odd] },
  }))
  return [...own.map((field) => ({ field, odd: { ...body, [field]: oddName } })), ...ofItem]
}

it('a name that turns the direction of writing is refused wherever something is named', async () => {
  const { paths } = OpenApi.parse((await test.ask({ path: '/api/openapi.json' })).json())
  const refused: string[] = []
  const tried = endpoints.filter((one) => effectOf(one) === 'change' && one.method === 'POST')
  for (const endpoint of tried) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    const examples = operation === undefined ? [] : examplesOf(operation)
    for (const { field, odd } of examples.flatMap(({ body }) => withOddNames(body))) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, exampleIds.role)
      const answer = await test.admin.ask({ method: endpoint.method, path, body: odd })
      const errors = errorsOf(answer)
      expect(errors, `${routeOf(endpoint)} ${answer.text}`).toMatchObject([{ code: 'invalid', field }])
      expect(errors[0]?.description).toMatch(new RegExp(`^[A-Z][ \\w]* ${wrong}$`))
      refused.push(`${routeOf(endpoint)} ${field}`)
    }
  }
  const ofRecords = recordTypeNames.filter(isSampled).map((type) => `POST ${apiPathOf(type)} name`)
  expect(ofRecords.filter((one) => !refused.includes(one))).toEqual([
    'POST /api/user name',
    'POST /api/numberassignment name',
  ])
  expect(refused.filter((one) => !ofRecords.includes(one)).toSorted()).toMatchInlineSnapshot(`
    [
      "POST /api/emailtemplate subject",
      "POST /api/reporting/send subject",
      "POST /api/reporting/subscription/{savedReportId} name",
      "POST /api/reporting/subscription/{savedReportId} subject",
      "POST /api/settings/menu items.0.label",
      "POST /api/user firstName",
      "POST /api/user lastName",
      "POST /api/user/invitation firstName",
      "POST /api/user/invitation lastName",
    ]
  `)
})

it('and so it is in the new name of a role, and in those of the portal and of a picture', async () => {
  const setting = {
    path: '/api/settings',
    body: { key: 'productName', value: oddName },
    token: test.admin.token,
  }
  const picture = {
    path: `/api/media?name=${encodeURIComponent(oddName)}`,
    body: Buffer.from('png'),
    headers: { 'content-type': 'image/png' },
    token: test.admin.token,
  }
  const made = await test.admin.ask({ path: '/api/role', body: { name: 'Manager' } })
  const { id } = z.object({ id: z.string() }).parse(made.json())
  const role = {
    method: 'PUT',
    path: `/api/role/${id}`,
    body: { name: oddName },
    token: test.admin.token,
  } as const
  for (const request of [setting, picture, role])
    expect(errorsOf(await test.ask(request))[0]?.description).toContain(wrong)
})
