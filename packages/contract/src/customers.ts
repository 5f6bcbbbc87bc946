import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { lineOf, nameOf } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { RedactedNumbers } from './recording-numbers.ts'
import { KeptDays } from './retention.ts'
import { Country, Currency, Guid, isKnownCurrency, TimeZone } from './scalars.ts'

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
  /** Which spoken numbers are not heard in its redacted recordings. */
  redactedNumbers: RedactedNumbers,
  /** Nor dates of birth, nor numbers of driving licences. */
  redactsBirthDates: z.boolean(),
  redactsLicences: z.boolean(),
  revision: z.int(),
})
export type Customer = z.infer<typeof Customer>

const CustomerId = z.strictObject({ id: idOf('customer') })

export const CustomerCode = withExample(
  z
    .string()
    .regex(
      new RegExp(`^[\\w.-]{1,${textLimits.customerCode}}$`),
      'is a short code of letters, digits, dots and dashes',
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
  redactedNumbers: RedactedNumbers,
  redactsBirthDates: z.boolean(),
  redactsLicences: z.boolean(),
}

export const customerSorts = ['name', 'code', 'timeZone'] as const

export const searchCustomers = endpoint({
  method: 'POST',
  path: '/api/customer/search',
  summary: 'Customers by keyword: all for administrators, for others their own and those of their groups.',
  body: searchBodyOf(customerSorts, {}),
  response: pageOf(Customer),
  effect: 'read',
})

export const createCustomer = endpoint({
  method: 'POST',
  path: '/api/customer',
  summary: 'Creates a customer.',
  body: z.strictObject({
    ...customerFields,
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
    redactedNumbers: customerFields.redactedNumbers.default('sensitive'),
    redactsBirthDates: customerFields.redactsBirthDates.default(false),
    redactsLicences: customerFields.redactsLicences.default(false),
  }),
  response: Customer,
  status: 201,
  effect: 'change',
})

export const getCustomer = endpoint({
  method: 'GET',
  path: '/api/customer/{id}',
  summary: 'A customer.',
  params: CustomerId,
  response: Customer,
  effect: 'read',
})

export const updateCustomer = endpoint({
  method: 'PUT',
  path: '/api/customer/{id}',
  summary:
    'Changes a customer; only administrators make it active or inactive, or say how long its calls are kept and who hears its recordings. Imports and programs have to use a new code at once.',
  params: CustomerId,
  body: withExample(
    z.strictObject({ ...z.object(customerFields).partial().shape, revision: z.int().optional() }),
    { name: 'Northside Dental Group', timeZone: 'America/Chicago' },
  ),
  response: Customer,
  effect: 'change',
})

export const deleteCustomer = endpoint({
  method: 'DELETE',
  path: '/api/customer/{id}',
  summary: 'Makes a customer inactive: its calls, entities and users stay.',
  params: CustomerId,
  response: 'noContent',
  effect: 'change',
  calledBy: 'programs',
})
