import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '#test/expect-errors.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let callId: string

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true })
  const customerId = await test.customerWith([{}])
  const filter = { field: 'customerId', op: 'eq', values: [customerId] }
  const [call] = await test.listCalls([filter], { columns: ['id'] })
  callId = String(call?.['id'])
})

const id = '0193f0a0-0000-7000-8000-00000000000c'
const savedReport = { savedReportId: id }
const timeline = { kind: 'timeline', numberId: id }
const customer = { name: 'Northside Dental', code: 'northside' }
const setting = { path: '/api/settings' }
const annotation = { method: 'PUT', path: '/api/calls/{call}/annotation' } as const
const numbers = { path: '/api/number/edit' }
const entities = { path: '/api/reportingentity/entity' }
const customers = { path: '/api/customer' }
const sending = { path: '/api/reporting/send' }
const webhooks = { path: '/api/webhooks' }

type Asked = Parameters<Person['ask']>[0]

const refused: readonly [Asked, string, string][] = [
  [
    { ...sending, body: { report: savedReport, recipients: [] } },
    'recipients',
    'Recipients must have at least 1 item.',
  ],
  [{ ...sending, body: { report: savedReport } }, 'recipients', 'Recipients is missing.'],
  [
    { ...sending, body: { report: savedReport, recipients: [{ email: 'ada' }] } },
    'recipients.0.email',
    'Email of item 1 is not a valid email address.',
  ],
  [
    { ...setting, body: { key: 'productName', value: 'a'.repeat(300) } },
    'value',
    'Name of the portal must have at most 60 characters.',
  ],
  [{ ...annotation, body: { score: 250 } }, 'score', 'Score must be at most 100.'],
  [{ ...annotation, body: { score: 1.5 } }, 'score', 'Score must be a whole number.'],
  [{ ...annotation, body: { note: 'a'.repeat(5001) } }, 'note', 'Note must have at most 5,000 characters.'],
  [{ ...annotation, body: { note: 5 } }, 'note', 'Note must be a text.'],
  [{ ...annotation, body: { tags: 'vip' } }, 'tags', 'Tags must be a list.'],
  [
    { ...numbers, body: { ...timeline, assignments: [{ source: 'Radio' }, { monthlyCost: '-4' }] } },
    'assignments.1.monthlyCost',
    'Monthly cost of item 2 must not be below 0.',
  ],
  [
    { ...numbers, body: { ...timeline, kind: 'some', assignments: [] } },
    'kind',
    'Kind must be one of timeline, set, lines, or file.',
  ],
  [
    { ...customers, body: { ...customer, code: 'north side' } },
    'code',
    'Code must be at most 64 letters, digits, dots, hyphens or underscores.',
  ],
  [{ ...customers, body: { ...customer, name: '' } }, 'name', 'Name is missing.'],
  [
    { ...entities, body: { type: 'number', code: '12-34', name: 'Front desk' } },
    'code',
    '“12-34” is not a phone number such as +14155550123.',
  ],
  [
    { ...entities, body: { type: 'dma', code: 'a', name: 'A', isActive: 'yes' } },
    'isActive',
    'Active must be true or false.',
  ],
  [
    { ...webhooks, body: { name: 'CRM', url: 'crm' } },
    'url',
    'Address must be a URL such as https://www.example.com.',
  ],
  [{ ...annotation, body: { tags: [5] } }, 'tags.0', 'Item 1 of tags must be a text.'],
  [{ ...customers, body: [] }, '', 'The request must be an object.'],
]

describe('what is wrong with a request', () => {
  it.each(refused)(
    'is said in a plain sentence, beside the path of the field: %#',
    async (asked, field, words) => {
      const errors = errorsOf(await admin.ask({ ...asked, path: asked.path.replace('{call}', callId) }))
      expect(errors).toContainEqual({
        code: 'invalid',
        description: words,
        ...(field !== '' && { field }),
      })
    },
  )
})
