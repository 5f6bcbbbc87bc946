import type { SourceContext } from '#server/features/sources/adapter.ts'
import { sourceContext } from './source-context.ts'

// Own samples in the shapes that systems document.

export const unitedStates = sourceContext({ ownNumbers: ['+12125550100'] })
export const germany = sourceContext({ timeZone: 'Europe/Berlin', country: 'DE' })
const france: SourceContext = { ...germany, timeZone: 'Europe/Paris', country: 'FR' }
const spain: SourceContext = { ...germany, timeZone: 'Europe/Madrid', country: 'ES' }

const caller = { direction: 'inbound', callerNumber: '+14155550123', trackingNumber: '+12125550100' }

const inbound = {
  direction: 'inbound',
  status: 'answered',
  callerNumber: '+14155550142',
  trackingNumber: '+12125550100',
}

/** A file of the fixtures, how many calls it has, and what is in the first and the last of them. */
interface MappedSample {
  name: string
  source?: SourceContext
  rows: number
  call: object
  last: object
}

export const mappedSamples: readonly MappedSample[] = [
  {
    name: 'german.csv',
    source: germany,
    rows: 4,
    call: {
      startedAt: '2026-11-03T08:15:00.000Z',
      status: 'answered',
      talkDuration: 155,
      callerNumber: '+49301234567',
      trackingNumber: '+4989555010',
      externalCallId: 'A-1001',
    },
    last: { status: 'missed', duration: 0, startedAt: '2026-11-15T09:45:00.000Z' },
  },
  {
    name: 'ringcentral.csv',
    rows: 4,
    call: {
      startedAt: '2026-11-03T14:15:00.000Z',
      status: 'answered',
      talkDuration: 155,
      callerNumber: '+14155550142',
      callerName: 'Grace Hopper',
    },
    last: { status: 'voicemail', startedAt: '2026-11-19T21:45:00.000Z' },
  },
  {
    name: 'aircall.csv',
    rows: 3,
    call: {
      ...inbound,
      startedAt: '2026-11-03T14:15:00.000Z',
      duration: 167,
      talkDuration: 155,
      queueDuration: 12,
      agent: 'Ada Byron',
      tags: ['sales', 'hot'],
      externalCallId: '900001',
    },
    last: { direction: 'outbound', targetNumber: '+13035550111', trackingNumber: '+12125550100' },
  },
  {
    name: 'dialpad.csv',
    rows: 3,
    call: {
      direction: 'inbound',
      callerNumber: '+14155550142',
      trackingNumber: '+12125550100',
      answeredAt: '2026-11-03T14:15:12.000Z',
      endedAt: '2026-11-03T14:17:47.000Z',
      talkDuration: 155,
      ringDuration: 12,
    },
    last: { direction: 'outbound', targetNumber: '+13035550111', talkDuration: 60 },
  },
  {
    name: '3cx.csv',
    rows: 3,
    call: {
      direction: 'inbound',
      status: 'answered',
      callerNumber: '+14155550142',
      trackingNumber: '101',
      ringDuration: 12,
      talkDuration: 155,
      endedAt: '2026-11-03T14:17:47.000Z',
    },
    last: { direction: 'outbound', callerNumber: '102', targetNumber: '+13035550111', cost: '0.05' },
  },
  {
    name: 'zoom.csv',
    rows: 3,
    call: {
      ...inbound,
      startedAt: '2026-11-03T14:15:00.000Z',
      duration: 167,
      callerName: 'Grace Hopper',
      location: 'HQ',
      externalCallId: '7300000000000001',
    },
    last: { direction: 'outbound', startedAt: '2026-11-18T19:05:00.000Z' },
  },
  {
    name: 'genesys.csv',
    rows: 3,
    call: {
      direction: 'inbound',
      callerNumber: '+14155550142',
      trackingNumber: '+12125550100',
      talkDuration: 155,
      externalCallId: '0c1d2e3f-0000-4000-8000-000000000001',
    },
    last: { direction: 'outbound', targetNumber: '+13035550111', talkDuration: 64 },
  },
  {
    name: 'freepbx.csv',
    rows: 2,
    call: {
      direction: 'inbound',
      status: 'answered',
      callerNumber: '+14155550142',
      trackingNumber: '+12125550100',
      talkDuration: 167,
      externalCallId: '1762161300.10',
    },
    last: { status: 'missed', callerNumber: '+13125550186' },
  },
  {
    name: 'fritz.csv',
    source: germany,
    rows: 3,
    call: { startedAt: '2026-11-03T08:15:00.000Z', callerNumber: '+49301234567', callerName: 'Grace Hopper' },
    last: { callerNumber: '+491715551234', talkDuration: 720 },
  },
  {
    name: 'ovh.csv',
    source: france,
    rows: 3,
    call: {
      direction: 'inbound',
      status: 'answered',
      startedAt: '2026-11-03T08:15:00.000Z',
      callerNumber: '+33612345678',
      trackingNumber: '+33972101010',
      talkDuration: 155,
      cost: '0.00',
    },
    last: { direction: 'outbound', targetNumber: '+33145678901', cost: '0.12' },
  },
  {
    name: 'vonage.json',
    rows: 1,
    call: {
      ...inbound,
      startedAt: '2026-11-03T14:15:12.000Z',
      endedAt: '2026-11-03T14:17:47.000Z',
      talkDuration: 155,
      cost: '0.0117',
      externalCallId: 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab',
    },
    last: {},
  },
  {
    name: 'plivo.txt',
    rows: 1,
    call: {
      ...inbound,
      duration: 155,
      billableDuration: 180,
      hangupBy: 'Caller',
      externalCallId: '9834029e-58b6-11e1-b8b7-a5bd0e4e126f',
    },
    last: {},
  },
  {
    name: 'telavox.ndjson',
    rows: 2,
    call: { ...inbound, agent: 'Ada', callerName: 'Grace', externalCallId: 'c-1' },
    last: { status: 'missed', externalCallId: 'c-2' },
  },
  {
    name: 'ringcentral-days.csv',
    rows: 4,
    call: {
      ...caller,
      status: 'answered',
      startedAt: '2026-11-26T14:15:00.000Z',
      talkDuration: 70,
      callerName: 'Ada Example',
    },
    last: { status: 'voicemail', startedAt: '2026-11-25T16:05:00.000Z', duration: 35 },
  },
  {
    name: 'cucm.csv',
    rows: 3,
    call: {
      ...caller,
      startedAt: '2026-11-25T09:35:00.000Z',
      answeredAt: '2026-11-25T09:35:10.000Z',
      endedAt: '2026-11-25T09:36:40.000Z',
      talkDuration: 90,
      hangupCause: 16,
      externalCallId: '115634',
    },
    last: { direction: 'outbound', callerNumber: '1002', targetNumber: '+13035550199' },
  },
  {
    name: 'avaya.csv',
    rows: 3,
    call: {
      direction: 'inbound',
      callerNumber: '+14155550123',
      startedAt: '2026-11-03T14:15:22.000Z',
      talkDuration: 95,
      externalCallId: '1000123',
    },
    last: { direction: 'outbound', targetNumber: '+13035550199', talkDuration: 192 },
  },
  {
    name: 'teams.csv',
    rows: 2,
    call: {
      ...caller,
      startedAt: '2026-11-03T14:15:02.000Z',
      talkDuration: 133,
      cost: '0.012',
      externalCallId: 'c-1',
    },
    last: { direction: 'outbound', targetNumber: '+13035550199' },
  },
  {
    name: 'heure.csv',
    source: france,
    rows: 3,
    call: {
      direction: 'inbound',
      status: 'answered',
      startedAt: '2026-11-03T08:15:02.000Z',
      callerNumber: '+33142345678',
      trackingNumber: '+33142000000',
      talkDuration: 133,
    },
    last: { direction: 'outbound', targetNumber: '+33612345678' },
  },
  {
    name: 'spanish.csv',
    source: spain,
    rows: 3,
    call: {
      status: 'answered',
      startedAt: '2026-11-25T08:15:00.000Z',
      callerNumber: '+34912345678',
      trackingNumber: '+34911234567',
      talkDuration: 125,
      agent: 'María',
    },
    last: { status: 'voicemail', callerNumber: '+34912345670' },
  },
  {
    name: 'aircall-event.json',
    rows: 1,
    call: {
      ...caller,
      startedAt: '2026-11-25T09:35:00.000Z',
      answeredAt: '2026-11-25T09:35:10.000Z',
      endedAt: '2026-11-25T09:36:40.000Z',
      agent: 'Bob Smith',
      recordingUrl: 'https://x.example/rec.mp3',
      externalCallId: '812',
    },
    last: {},
  },
  {
    name: 'dialpad-event.json',
    rows: 1,
    call: {
      ...caller,
      startedAt: '2026-11-25T09:35:00.000Z',
      talkDuration: 90,
      callerName: 'Ada',
      externalCallId: '5780678246121472',
    },
    last: {},
  },
  {
    name: 'talkdesk.csv',
    rows: 4,
    call: { ...caller, talkDuration: 150, queueDuration: 20, holdDuration: 10, externalCallId: 'abc1' },
    last: { direction: 'outbound', targetNumber: '+14155550126' },
  },
  {
    name: 'yeastar.csv',
    rows: 3,
    call: {
      ...caller,
      status: 'answered',
      startedAt: '2026-11-03T14:15:02.000Z',
      targetNumber: '1001',
      talkDuration: 90,
      duration: 100,
    },
    last: { direction: 'outbound', targetNumber: '+13035550199' },
  },
  {
    name: 'grandstream.csv',
    rows: 2,
    call: {
      direction: 'inbound',
      status: 'answered',
      callerNumber: '+14155550123',
      trackingNumber: '1001',
      talkDuration: 90,
      externalCallId: '1795599302.1',
    },
    last: { status: 'missed', callerName: 'Eve' },
  },
  {
    name: 'justcall.json',
    rows: 1,
    call: {
      ...caller,
      status: 'answered',
      startedAt: '2026-11-03T14:15:02.000Z',
      callerName: 'Ada',
      talkDuration: 90,
    },
    last: {},
  },
  {
    name: 'mitel.tsv',
    rows: 2,
    call: {
      ...caller,
      status: 'answered',
      startedAt: '2026-11-03T14:15:02.000Z',
      ringDuration: 8,
      talkDuration: 95,
      agent: '201',
    },
    last: { status: 'abandoned' },
  },
  {
    name: 'ctm.json',
    rows: 1,
    call: {
      ...caller,
      status: 'answered',
      startedAt: '2026-11-03T14:15:00.000Z',
      callerName: 'Ada Example',
      source: 'Google Ads',
      duration: 133,
      talkDuration: 120,
      ringDuration: 13,
    },
    last: {},
  },
  {
    name: 'whatconverts.csv',
    rows: 2,
    call: {
      ...caller,
      status: 'answered',
      targetNumber: '+12125550199',
      campaign: 'Brand',
      keyword: 'plumber',
      value: '120.50',
      externalCallId: '101',
    },
    last: { status: 'missed', source: 'bing', externalCallId: '102' },
  },
  {
    name: 'ooma.csv',
    rows: 3,
    call: { ...caller, status: 'answered', startedAt: '2026-11-03T14:15:00.000Z', talkDuration: 90 },
    last: { direction: 'outbound', targetNumber: '+13035550199', talkDuration: 180 },
  },
  {
    name: 'dutch.csv',
    source: germany,
    rows: 2,
    call: { status: 'answered', startedAt: '2026-11-03T08:15:02.000Z', talkDuration: 133 },
    last: { status: 'missed', direction: 'inbound' },
  },
  {
    name: 'polish.csv',
    source: germany,
    rows: 2,
    call: { status: 'answered', startedAt: '2026-11-03T08:15:02.000Z', talkDuration: 133 },
    last: { status: 'missed', direction: 'inbound' },
  },
]
