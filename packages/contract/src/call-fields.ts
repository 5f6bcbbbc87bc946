import { attributionFields } from './attribution-fields.ts'
import { RouteStep } from './call-parts.ts'
import type { EntityType } from './claims.ts'
import { clockFields } from './clock-fields.ts'
import { type FieldDeclaration, fieldOf } from './field-declaration.ts'
import { callStatuses, directions } from './fields.ts'
import { placeFields } from './place-fields.ts'
import { progressFields } from './progress-fields.ts'
import { qualityFields } from './quality-fields.ts'
import { recordingFields } from './recording-fields.ts'

const text = fieldOf('text')
const phone = fieldOf('phone')
const entity = fieldOf('entity')
const choice = fieldOf('choice')
const uuid = fieldOf('uuid')
const integer = fieldOf('integer')
const duration = fieldOf('duration')
const amount = fieldOf('amount')
const boolean = fieldOf('boolean')
const instant = fieldOf('instant')
const tags = fieldOf('tags')
const list = fieldOf('list')

/**
 * Every field of a call, once: what it is called and means, what a source may send, what it is asked by. Schemas, the
 * columns of the table, filters, reports, exports, the screen and the API's description all follow from it. In the order
 * of the columns of the call list.
 */
export const fields = {
  startedAt: instant('Started at', 'When the call came in or was placed.', {
    example: '2026-11-02T15:04:05.000Z',
    shortLabel: 'Time',
    sent: { presence: 'required' },
    isKnown: true,
    uses: ['list', 'sort'],
  }),
  status: choice('Status', 'Outcome of the call.', {
    example: 'answered',
    values: callStatuses,
    tellsOutcome: 'always',
    sent: {},
    isKnown: true,
    uses: ['list', 'common', 'group'],
  }),
  direction: choice('Direction', 'Whether the call came in or was placed.', {
    example: 'inbound',
    values: directions,
    sent: { presence: 'required' },
    isKnown: true,
    uses: ['list', 'common', 'group'],
  }),
  contactNumber: phone(
    'Contact number',
    'Number of the other party: who called, or who was called by an outbound call.',
    {
      column: null,
      isOfCaller: true,
      none: 'Withheld',
      uses: ['list', 'common'],
    },
  ),
  callerNumber: phone('Caller number', 'Number that telephoned; none when it was withheld.', {
    keyColumn: 'caller_key',
    example: '+13125550142',
    isOfCaller: true,
    none: 'Withheld',
    sent: { max: 64 },
    uses: ['filter', 'group', 'search'],
    section: 'parties',
  }),
  callerName: text('Contact name', 'Name of the other party, as it came with the call.', {
    example: 'Grace Hopper',
    isOfCaller: true,
    sent: { max: 200 },
    uses: ['filter', 'group', 'search'],
  }),
  trackingNumber: phone('Tracking number', 'Number that was called, which shows where the caller saw it.', {
    example: '+18005550100',
    sent: { presence: 'required', min: 1, max: 64 },
    isKnown: true,
    uses: ['list', 'common', 'group', 'search'],
    section: 'parties',
  }),
  // Of outbound calls it is whom somebody called.
  targetNumber: phone('Target number', 'Number at which the call rang.', {
    isOfCaller: true,
    sent: { max: 64 },
    uses: ['list', 'filter', 'group', 'search'],
    section: 'parties',
  }),
  forwardedFrom: phone('Forwarded from', 'Number from which the call was forwarded to the tracking number.', {
    isOfCaller: true,
    none: 'Not forwarded',
    sent: { max: 64 },
    uses: ['filter', 'search'],
    section: 'parties',
  }),
  stirVerdict: text(
    'Caller ID check',
    'What the carriers vouch for by STIR/SHAKEN: A, B or C, failed or none; any other word as the system said it.',
    {
      none: 'Not told',
      sent: { max: 64 },
      uses: ['list', 'filter', 'group'],
      section: 'parties',
    },
  ),
  location: entity('Location', 'Place of the customer that the call was for.', {
    example: 'clark-street',
    sent: { max: 120 },
    uses: ['list', 'common', 'group', 'search'],
    section: 'parties',
  }),
  source: text('Source', 'Where the caller found the number.', {
    example: 'Google Ads',
    none: 'Not attributed',
    sent: { max: 200 },
    uses: ['list', 'common', 'group', 'search'],
    section: 'attribution',
  }),
  talkDuration: duration('Talk time', 'Between the answer of a person and the end.', {
    example: 150,
    shortLabel: 'Talk',
    sent: {},
    uses: ['list', 'common', 'sort'],
  }),
  duration: duration('Duration', 'From start to end.', {
    example: 162,
    sent: {},
    uses: ['list', 'common', 'sort'],
  }),
  ringDuration: duration('Ring time', 'How long it rang before an answer or the end.', {
    example: 12,
    shortLabel: 'Ring',
    sent: {},
    uses: ['list', 'filter', 'sort'],
  }),
  ivrDuration: duration('Menu time', 'In voice menus and announcements.', {
    shortLabel: 'Menu',
    sent: {},
    uses: ['filter'],
  }),
  queueDuration: duration('Queue time', 'Waiting in queues.', {
    shortLabel: 'Queue',
    sent: {},
    uses: ['list', 'filter'],
  }),
  waitDuration: duration('Wait time', 'In queues and ringing, before an answer or the end.', {
    shortLabel: 'Wait',
    only: 'asked',
    column: null,
    uses: ['filter'],
  }),
  holdDuration: duration('Hold time', 'On hold after the answer.', {
    shortLabel: 'Hold',
    sent: {},
    uses: ['list', 'filter'],
  }),
  billableDuration: duration('Billable time', 'What the carrier charges for.', { sent: {} }),

  customer: uuid('Customer', 'Company whose call it is, by its id.', {
    only: 'asked',
    column: 'customer_id',
    isKnown: true,
    uses: ['common', 'group'],
  }),
  customerId: uuid('Customer id', 'Id of the company whose call it is.', {
    sent: { presence: 'optional', isIdentity: true },
    isKnown: true,
  }),
  customerCode: text('Customer code', 'Code of the company whose call it is.', {
    only: 'sent',
    sent: { presence: 'optional', max: 64, isIdentity: true },
  }),
  customerName: text('Customer', 'Name of the company whose call it is.', {
    only: 'read',
    column: null,
    isKnown: true,
    uses: ['list'],
    section: 'parties',
  }),
  agent: text('Agent', 'Who took or placed the call.', {
    example: 'Ada Byron',
    tellsOutcome: 'ifNone',
    sent: { max: 200 },
    uses: ['list', 'common', 'group', 'search'],
    section: 'parties',
  }),

  ...attributionFields,
  ...placeFields,

  network: entity('Network', 'Network that carried the call.', {
    sent: { max: 120 },
    uses: ['list', 'filter', 'group'],
    section: 'routing',
  }),
  number: entity('Number', 'The tracking number as an entity, by its code.', {
    sent: { max: 64 },
    uses: ['filter', 'group'],
    section: 'routing',
  }),
  historicalroute: entity('Historical route', 'Version of the route that applied to the call.', {
    sent: { max: 120 },
    uses: ['filter', 'group'],
    section: 'routing',
  }),
  rotationgroup: entity('Rotation group', 'Agents or numbers among which the call was distributed.', {
    sent: { max: 120 },
    uses: ['list', 'filter', 'group'],
    section: 'routing',
  }),
  tod: entity('Time-of-day rule', 'Rule by which the time of day routed the call.', {
    sent: { max: 120 },
    uses: ['list', 'filter', 'group'],
    section: 'routing',
  }),
  keysDialled: text(
    'Keys dialled',
    'What the caller dialled in menus. Nine digits or more may be a card or an account: then none is kept.',
    { isOfCaller: true, sent: { max: 200, mayBeSecret: true }, uses: ['filter'], section: 'routing' },
  ),
  routeTrace: list('Route steps', 'What happened to the call on its way.', {
    item: RouteStep,
    sent: { max: 200 },
  }),

  tag: tags('Tag', 'One of the call’s tags.', {
    only: 'asked',
    column: 'tags',
    tellsOutcome: 'always',
    uses: ['common', 'group'],
  }),
  tags: tags('Tags', 'Words that people or the source have put on the call.', {
    example: ['new patient'],
    sent: { max: 50 },
    uses: ['list', 'search'],
    section: 'outcome',
  }),
  value: amount('Value', 'What the call is worth.', {
    example: '120.00',
    sent: {},
    uses: ['list', 'filter', 'sort'],
    section: 'outcome',
  }),
  cost: amount('Cost', 'What the call cost.', { sent: {}, uses: ['list', 'filter'], section: 'outcome' }),
  currency: fieldOf('currency')(
    'Currency',
    'ISO 4217 code of value and cost; the customer’s where a source sends none.',
    { example: 'USD', sent: {} },
  ),
  leadStatus: text('Lead status', 'What the call is as a lead.', {
    tellsOutcome: 'always',
    sent: { max: 64 },
    uses: ['list', 'filter', 'group'],
    section: 'outcome',
  }),
  score: integer('Score', 'How good the call is as a lead, 0 to 100.', {
    sent: { min: 0, max: 100 },
    uses: ['list', 'filter'],
    section: 'outcome',
  }),
  note: text('Note', 'What somebody wrote about the call.', { sent: { max: 5000 }, section: 'outcome' }),
  recordingUrl: text('Address of the recording', 'From where the portal fetches the recording.', {
    only: 'sent',
    sent: { max: 2000, isIgnored: true },
  }),
  ...recordingFields,

  firstTime: boolean('First-time caller', 'Whether the number had not called this customer before.', {
    none: 'Outbound or withheld',
    sent: { isIgnored: true },
    uses: ['common', 'group'],
  }),
  priorCalls: integer('Prior calls', 'How often the number had called this customer before.', {
    sent: { min: 0, isIgnored: true },
    uses: ['filter'],
  }),
  answered: boolean('Answered', 'Whether a person answered.', {
    only: 'asked',
    column: null,
    isKnown: true,
    tellsOutcome: 'always',
    uses: ['filter', 'group'],
  }),
  missed: boolean('Missed', 'Whether an inbound call was missed, abandoned, busy or failed.', {
    only: 'asked',
    column: null,
    isKnown: true,
  }),
  missedNotReturned: boolean('Missed, not returned', 'Missed, its number known and not reached since.', {
    only: 'asked',
    column: null,
    isKnown: true,
    uses: ['filter'],
  }),
  waitsForCallBack: boolean(
    'Waits for a call back',
    'Missed, not returned, and neither spoken to since nor closed under Call Back.',
    { only: 'searched', column: null, isKnown: true, uses: ['filter'] },
  ),
  answeredBy: text('Answered by', 'Whether a person or a machine answered.', {
    example: 'person',
    sent: { max: 200 },
    section: 'parties',
  }),
  answeredAt: instant('Answered at', 'When somebody answered.', {
    example: '2026-11-02T15:04:17.000Z',
    sent: {},
    section: 'parties',
  }),
  endedAt: instant('Ended at', 'When the call ended.', {
    example: '2026-11-02T15:06:47.000Z',
    sent: {},
    section: 'parties',
  }),
  returnedAt: instant('Returned at', 'When the caller was first spoken to after a missed call.', {
    uses: ['list'],
    section: 'parties',
  }),
  timeToReturn: duration('Time to return', 'From the end of a missed call until its caller was spoken to.', {
    only: 'asked',
    column: null,
    uses: ['filter'],
  }),
  ...progressFields,
  hangupBy: text('Hung up by', 'Who ended the call: caller, agent, system, or as its system said it.', {
    none: 'Not known',
    tellsOutcome: 'always',
    sent: { max: 64 },
    uses: ['filter', 'group'],
    section: 'parties',
  }),
  hangupCause: integer(
    'Hang-up cause',
    'Why the call ended, as a cause of Q.850; a source may also send the word of its system.',
    {
      tellsOutcome: 'always',
      sent: { min: 0, max: 999, alsoInWords: true },
      uses: ['list', 'filter', 'group'],
      section: 'parties',
    },
  ),
  hangupReason: text(
    'Hang-up reason',
    'Why the call ended in the words of its system; also a cause that is not known here.',
    { tellsOutcome: 'always', sent: { max: 200 }, uses: ['filter', 'group'], section: 'parties' },
  ),
  ...clockFields,
  ...qualityFields,

  sourceSystem: text('Source system', 'Telephone system that sent the call.', {
    sent: { presence: 'optional', min: 1, max: 64, isIdentity: true },
    isKnown: true,
    uses: ['filter'],
    section: 'record',
  }),
  externalCallId: text('External id', 'Id of the call in its source system.', {
    example: 'pbx-1001',
    sent: { presence: 'required', min: 1, max: 200, isIdentity: true },
    isKnown: true,
    uses: ['filter', 'search'],
    section: 'record',
  }),
  id: uuid('Call id', 'Id of the call.', { isKnown: true, section: 'record' }),
  sipCallId: text('SIP call id', 'Id of the call in SIP (Call-ID), by which traces find it.', {
    sent: { max: 255 },
    uses: ['filter', 'search'],
    section: 'record',
  }),
  parentCallId: uuid('Parent call', 'Call of which this one is a leg.', { sent: {}, section: 'record' }),
  parentExternalCallId: text(
    'External id of the parent call',
    'External id, in the same source system, of the call of which this one is a leg; instead of parentCallId.',
    { only: 'sent', sent: { min: 1, max: 200, isIgnored: true } },
  ),
  revision: integer('Revision', 'Rises with each correction by the source.', {
    sent: { min: 0, isIdentity: true },
    section: 'record',
  }),
  legalHold: boolean('Legal hold', 'Whether the call is held: kept with its legs, whatever its age.', {
    isKnown: true,
    uses: ['filter'],
    section: 'record',
  }),
} as const satisfies Record<string, FieldDeclaration> & Record<EntityType, FieldDeclaration>
