import type { RecordType } from '@callboard/contract/record-types'
import { standardReports } from '@callboard/contract/reports'
import type { TestApp } from '../test-app.ts'

/** An export type. */
export const csv = '0f000000-0000-7000-8000-000000000002'

interface Sample {
  values: () => object | Promise<object>
  change: () => object
}

export type Sampled = keyof ReturnType<typeof recordSamples>['samples']

/** What a record of each type is created with, and a change of it. */
export function recordSamples(test: () => TestApp) {
  let count = 0
  const name = () => `Name ${++count}`
  const user = async () => (await test().make.user({ email: `${++count}@example.com` })).id
  const samples = {
    user: {
      values: () => ({ userName: `new-${++count}`, password: 'plover quartz 41' }),
      change: () => ({ userName: `other-${++count}` }),
    },
    role: { values: () => ({ name: name() }), change: () => ({ claims: ['dashboard.view'] }) },
    customer: {
      values: () => ({ name: name(), code: `c${++count}`, timeZone: 'UTC' }),
      change: () => ({ name: name() }),
    },
    entity: {
      values: () => ({ type: 'location', code: name(), name: name() }),
      change: () => ({ name: name() }),
    },
    entityGroup: { values: () => ({ name: name() }), change: () => ({ name: name() }) },
    report: {
      values: () => ({ name: name(), definition: { measures: ['calls'] } }),
      change: () => ({ definition: { measures: ['calls', 'missed'] }, exportTypeIds: [csv] }),
    },
    reportSet: { values: () => ({ name: name() }), change: () => ({ order: 7 }) },
    reportGroup: { values: () => ({ name: name() }), change: () => ({ name: name() }) },
    menu: {
      values: () => ({ slug: `menu-${++count}`, name: name() }),
      change: () => ({ items: ['a', 'b', 'c'].map((key) => ({ key, label: key, url: `/reports/${key}` })) }),
    },
    emailTemplate: {
      values: () => ({ name: name(), subject: 'Hello', bodyText: 'There' }),
      change: () => ({ subject: 'Bye' }),
    },
    savedReport: {
      values: () => ({ reportId: standardReports.bySource, name: name(), parameters: {} }),
      change: () => ({ name: name() }),
    },
    alert: {
      values: async () => ({
        name: name(),
        condition: { measure: 'missed', window: { lastMinutes: 60 }, op: 'gt', value: 5 },
        recipients: [await user()],
      }),
      change: () => ({ name: name() }),
    },
    apiKey: {
      values: async () => ({
        name: name(),
        customerId: (await test().make.customer()).id,
        rights: ['ingest'],
      }),
      change: () => ({ name: name() }),
    },
  } satisfies Partial<Record<RecordType, Sample>>
  return { samples, name, user }
}

const sampled = recordSamples(() => {
  throw new Error('only the names of its types are read')
}).samples

export function isSampled(type: RecordType): type is Sampled {
  return type in sampled
}
