import type { DeclaredType } from '@callboard/contract/record-declaration'
import { findRecordType, type RecordType, recordTypes } from '@callboard/contract/record-types'
import { standardReports } from '@callboard/contract/reports'
import { z } from 'zod'
import { findExample, jsonSchema } from '#server/http/json-schema.ts'
import { endpoints } from '../contract-endpoints.ts'
import type { Portal } from '../portal.ts'

/** An export type. */
export const csv = '0f000000-0000-7000-8000-000000000002'

interface Sample {
  values: () => object | Promise<object>
  change: () => object
}

/** They are made otherwise than by a body at their path. */
const unsampled = [
  'call',
  'callBack',
  'recordingComment',
  'subscription',
  'setting',
  'media',
  'import',
  'linkedCaller',
] as const
export type Sampled = Exclude<RecordType, (typeof unsampled)[number]>

export function isSampled(type: RecordType): type is Sampled {
  return unsampled.every((one) => one !== type)
}

/** The example in the API's description. */
function exampleOf(type: Sampled): object {
  const { apiPath } = recordTypes[type]
  const create = endpoints.find(({ method, path }) => method === 'POST' && path === apiPath)
  const example = create?.body && findExample(jsonSchema(create.body, 'input'))
  return z.looseObject({}).parse(example)
}

/** What a record of each type is created with, and a change of it. */
export function recordSamples(test: () => Portal) {
  let count = 0
  const name = () => `Name ${++count}`
  const user = async () => (await test().make.user({ email: `${++count}@example.com` })).id
  /** Those that need more than the example with another name. */
  const samples: Partial<Record<Sampled, Sample>> = {
    user: {
      values: () => ({ userName: `new-${++count}`, password: 'plover quartz 41' }),
      change: () => ({ userName: `other-${++count}` }),
    },
    customer: {
      values: () => ({ name: name(), code: `c${++count}`, timeZone: 'UTC' }),
      change: () => ({ name: name() }),
    },
    entity: {
      values: () => ({ type: 'location', code: name(), name: name() }),
      change: () => ({ name: name() }),
    },
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
    savedReport: {
      values: () => ({ reportId: standardReports.bySource, name: name(), parameters: {} }),
      change: () => ({ name: name() }),
    },
    numberAssignment: {
      values: async () => {
        const { id: customerId } = await test().make.customer()
        await test().make.entity({ type: 'number', code: '+18005550100', customerId })
        return { number: '+18005550100', customerId, campaign: 'Winter' }
      },
      change: () => ({ campaign: name() }),
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
  }
  /** Records of the portal, in the place of those that the example names. */
  const referencesOf = async (type: Sampled) => {
    const { references = {} }: DeclaredType = recordTypes[type]
    const named = Object.entries(references).filter(([field]) => Object.hasOwn(exampleOf(type), field))
    return Object.fromEntries(
      await Promise.all(named.map(async ([field, other]) => [field, await made(other)] as const)),
    )
  }
  const made = async (type: string): Promise<string> => {
    const wanted = findRecordType(type)
    if (wanted === undefined || !isSampled(wanted)) throw new Error(`No sample is made of “${type}”.`)
    const body = await sampleOf(wanted).values()
    const answer = await test().ask({ path: recordTypes[wanted].apiPath, body, token: test().admin.token })
    return z.object({ id: z.string() }).parse(answer.json()).id
  }
  const sampleOf = (type: Sampled): Sample =>
    samples[type] ?? {
      values: async () => ({ ...exampleOf(type), ...(await referencesOf(type)), name: name() }),
      change: () => ({ name: name() }),
    }
  return { sampleOf, name, user }
}
