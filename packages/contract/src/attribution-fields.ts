import { type FieldTable, fieldOf } from './field-declaration.ts'

const text = fieldOf('text')

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
} as const satisfies FieldTable
