import type { Customer } from '@callboard/contract/customers'

export function buildCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    id: '01990000-0000-7000-8000-0000000000a1',
    name: 'Northside Dental',
    code: 'northside',
    legacyReportingCid: null,
    timeZone: 'America/New_York',
    currency: 'USD',
    country: 'US',
    isActive: true,
    keepCallsDays: null,
    keepRecordingsDays: null,
    keepLogsDays: null,
    requiresSpeechCheck: false,
    channelOrder: 'unknown',
    redactsForGood: false,
    usesSpeechToText: true,
    redactedNumbers: 'sensitive',
    redactsBirthDates: false,
    redactsLicences: false,
    revision: 3,
    ...changes,
  }
}
