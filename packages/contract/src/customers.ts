import { z } from 'zod'
import { Country } from './country.ts'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { lineOf, nameOf } from './names.ts'
import { searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { ChannelOrder } from './recording-channels.ts'
import { RedactedNumbers } from './recording-numbers.ts'
import { KeptDays } from './retention.ts'
import { Currency, Guid, isKnownCurrency, TimeZone } from './scalars.ts'

/** A company that is called. Calls, entities and users belong to one. */
export const Customer = z.strictObject({
  id: Guid,
  name: z.string(),
  /** By which programs and imports name it. */
  code: z.string(),
  legacyReportingCid: z.string().nullable(),
  timeZone: z.string(),
  currency: z.string(),
  /** Of telephone numbers without a calling code. */
  country: z.string(),
  isActive: z.boolean(),
  /** Days after which its calls, recordings and logs are deleted; 0: never, null: as the settings say. */
  keepCallsDays: z.int().nullable(),
  keepRecordingsDays: z.int().nullable(),
  keepLogsDays: z.int().nullable(),
  /** Without a transcript that was looked through, recordings are heard by those alone who may hear originals. */
  requiresSpeechCheck: z.boolean(),
  /** Originals of recordings are destroyed once they are redacted. */
  redactsForGood: z.boolean(),
  /** Speech to text, where the settings name an engine, makes the transcripts of its recordings. */
  usesSpeechToText: z.boolean(),
  /** Who is heard on which channel of its stereo recordings, unless their source says so of each. */
  channelOrder: ChannelOrder,
  /** Which spoken numbers are not heard in its redacted recordings. */
  redactedNumbers: RedactedNumbers,
  /** Nor dates of birth, nor numbers of driving licences. */
  redactsBirthDates: z.boolean(),
  redactsLicences: z.boolean(),
  revision: z.int(),
})
export type Customer = z.infer<typeof Customer>

export const CustomerCode = withExample(
  z
    .string()
    .regex(
      new RegExp(`^[\\w.-]{1,${textLimits.customerCode}}$`),
      `must be at most ${textLimits.customerCode} letters, digits, dots, hyphens or underscores`,
    ),
  'northside',
)

const customerFields = {
  name: withExample(nameOf(textLimits.customerName), 'Northside Dental'),
  code: CustomerCode,
  legacyReportingCid: lineOf(textLimits.customerLegacyReportingCid)
    .transform((text) => (text === '' ? null : text))
    .nullable(),
  timeZone: TimeZone,
  currency: Currency.refine(isKnownCurrency, { error: 'is not an ISO 4217 currency code' }),
  country: Country,
  isActive: z.boolean(),
  redactsForGood: z.boolean(),
  usesSpeechToText: z.boolean(),
  keepCallsDays: KeptDays.nullable(),
  keepRecordingsDays: KeptDays.nullable(),
  keepLogsDays: KeptDays.nullable(),
  requiresSpeechCheck: z.boolean(),
  channelOrder: ChannelOrder,
  redactedNumbers: RedactedNumbers,
  redactsBirthDates: z.boolean(),
  redactsLicences: z.boolean(),
}

export const customerSorts = ['name', 'code', 'timeZone'] as const

const plain = recordEndpoints('customer', {
  record: Customer,
  search: searchBodyOf(customerSorts, {}),
  fields: customerFields,
  ofNew: {
    legacyReportingCid: customerFields.legacyReportingCid.default(null),
    currency: customerFields.currency.default('USD'),
    country: customerFields.country.default('US'),
    isActive: customerFields.isActive.default(true),
    keepCallsDays: customerFields.keepCallsDays.default(null),
    keepRecordingsDays: customerFields.keepRecordingsDays.default(null),
    keepLogsDays: customerFields.keepLogsDays.default(null),
    requiresSpeechCheck: customerFields.requiresSpeechCheck.default(false),
    redactsForGood: customerFields.redactsForGood.default(false),
    usesSpeechToText: customerFields.usesSpeechToText.default(true),
    channelOrder: customerFields.channelOrder.default('unknown'),
    redactedNumbers: customerFields.redactedNumbers.default('sensitive'),
    redactsBirthDates: customerFields.redactsBirthDates.default(false),
    redactsLicences: customerFields.redactsLicences.default(false),
  },
  example: { name: 'Northside Dental Group', timeZone: 'America/Chicago' },
  summaries: {
    search: 'Customers by keyword: all for administrators, for others their own and those of their groups.',
    update:
      'Changes a customer; only administrators make it active or inactive, or say how long its calls are kept and who hears its recordings. Imports and programs have to use a new code at once.',
    remove: 'Makes a customer inactive: its calls, entities and users stay.',
  },
})

export const customerEndpoints = {
  ...plain,
  remove: endpoint({ ...plain.remove, calledBy: 'programs' }),
}

export const {
  search: searchCustomers,
  create: createCustomer,
  get: getCustomer,
  update: updateCustomer,
} = customerEndpoints
