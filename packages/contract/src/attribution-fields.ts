import { type FieldTable, fieldOf } from './field-declaration.ts'

const text = fieldOf('text')
const choice = fieldOf('choice')
const tags = fieldOf('tags')
const uuid = fieldOf('uuid')

/** What told where a call came from. */
export const attributors = ['source', 'number', 'none'] as const
export type Attributor = (typeof attributors)[number]

/** Which marketing brought a call, beside the source that it is attributed to. */
export const attributionFields = {
  campaign: text('Campaign', 'Campaign that brought the call.', {
    example: 'Autumn',
    sent: { max: 200 },
    uses: ['list', 'common', 'group', 'search'],
    section: 'attribution',
  }),
  medium: text('Medium', 'Kind of marketing: cpc, organic, print.', {
    sent: { max: 200 },
    uses: ['list', 'common', 'group'],
    section: 'attribution',
  }),
  keyword: text('Search keyword', 'What the caller had searched for.', {
    sent: { max: 500 },
    uses: ['list', 'filter', 'group'],
    section: 'attribution',
  }),
  content: text('Ad content', 'Which of several advertisements or links it was (utm_content).', {
    sent: { max: 500 },
    uses: ['list', 'filter', 'group'],
    section: 'attribution',
  }),
  device: text('Device', 'On what the visitor saw the number: desktop, mobile, tablet.', {
    sent: { max: 64 },
    uses: ['list', 'filter', 'group'],
    section: 'attribution',
  }),
  landingPage: text('Landing page', 'First page of the visit before the call.', {
    sent: { max: 2000 },
    uses: ['filter'],
    section: 'attribution',
  }),
  referrer: text('Referrer', 'Page from which the visit came.', {
    sent: { max: 2000 },
    uses: ['filter'],
    section: 'attribution',
  }),
  gclid: text('Google click id', 'Id of the click on an advertisement (GCLID).', {
    sent: { max: 500 },
    section: 'attribution',
  }),
  fbclid: text('Facebook click id', 'Id of the click on an advertisement of Meta (fbclid).', {
    sent: { max: 500 },
    section: 'attribution',
  }),
  msclkid: text('Microsoft click id', 'Id of the click on an advertisement of Microsoft (msclkid).', {
    sent: { max: 500 },
    section: 'attribution',
  }),
  attributedBy: choice(
    'Attributed by',
    'What told its source, medium, campaign or search keyword: its source, or what the number stood for.',
    {
      values: attributors,
      valueLabels: { source: 'Call source', number: 'Tracking number', none: 'Not attributed' },
      isKnown: true,
      uses: ['list', 'filter', 'group'],
      section: 'attribution',
    },
  ),
  fromNumber: tags(
    'From the number',
    'The fields that say what the number stood for when the call started.',
    {},
  ),
  numberAssignmentId: uuid(
    'Number assignment',
    'What the number stood for when the call started, by its id.',
    {},
  ),
} as const satisfies FieldTable
