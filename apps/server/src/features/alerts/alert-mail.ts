import {
  alertConditionWords,
  alertFigureWords,
  thresholdWords,
  windowWords,
} from '@callboard/contract/alert-words'
import type { AlertCondition } from '@callboard/contract/alerts'
import { canonicalFilter, formatFilter } from '@callboard/contract/filter-text'
import { formatCounted } from '@callboard/contract/format'
import { formatDateTime } from '@callboard/contract/format-time'
import { measureFor, measures } from '@callboard/contract/measures'
import { type Caller, holds } from '../../access/caller.ts'
import { escapeMarkup } from '../../reporting/files/markup.ts'
import type { Judgement } from './judge.ts'

/** What was found over the calls of a person. */
export interface JudgedAlert {
  alert: { id: string; name: string; condition: AlertCondition }
  /** Who is told, of their own calls. */
  caller: Caller
  judgement: Judgement
  publicUrl: string
}

interface AlertToTell extends JudgedAlert {
  reader: { email: string; firstName: string; userName: string }
}

export interface AlertMail {
  recipient: string
  subject: string
  text: string
  html: string
}

/** Told when an alert begins, when it is over, and when somebody tries it. */
export type Occasion = { kind: 'began' } | { kind: 'ended'; since: Date } | { kind: 'test' }

export function buildAlertMail(told: AlertToTell, occasion: Occasion): AlertMail {
  const { alert, caller, reader, judgement, publicUrl } = told
  const { condition } = alert
  const { label } = measureFor(condition.measure, judgement.terms)
  const figure = alertFigureWords(condition.measure, judgement.figure)
  const link = buildCallsLink(told)
  const at = formatDateTime(judgement.terms.generatedAt, caller.timeZone)
  const behind = isCounted(condition) ? '' : `, of ${formatCounted(judgement.calls, 'call')}`
  const facts = [
    `${label} ${windowWords(condition.window)}: ${figure}${behind}.`,
    `The alert is for ${alertConditionWords(condition, judgement.terms)}${minimumWords(condition)}.`,
    `Judged over the calls that you may see, as of ${at}.`,
  ]
  const greeting = `Hello ${reader.firstName || reader.userName},`
  const lines = [greeting, headlineOf(told, occasion), ...facts]
  const footer = `You get this as you are on the list of the alert “${alert.name}” of ${caller.settings.productName} (${publicUrl}).`
  return {
    recipient: reader.email,
    subject: buildSubject(told, occasion),
    text: [...lines, ...(link === undefined ? [] : [`The calls behind it: ${link}`]), footer].join('\n\n'),
    html: buildHtml({ lines, link, footer }),
  }
}

/** `Alert: North: Missed 7 (over 5)`. */
export function buildSubject({ alert, judgement }: JudgedAlert, { kind }: Occasion): string {
  const { condition, name } = alert
  const { label } = measureFor(condition.measure, judgement.terms)
  const figure = alertFigureWords(condition.measure, judgement.figure)
  return `${subjects[kind]} ${name}: ${label} ${figure} (${thresholdWords(condition)})`
}

const subjects = { began: 'Alert:', ended: 'Over:', test: 'Test of the alert' } as const

function headlineOf({ alert, caller, judgement }: JudgedAlert, occasion: Occasion): string {
  const name = `“${alert.name}”`
  if (occasion.kind === 'began') return `the alert ${name} is on.`
  if (occasion.kind === 'ended')
    return `the alert ${name} is over. It was on since ${formatDateTime(occasion.since.toISOString(), caller.timeZone)}.`
  return `this is a test of the alert ${name}, which ${judgement.isMet ? 'would be on' : 'would not be on'} now.`
}

/** Then it says itself how many calls are behind it. */
function isCounted({ measure }: AlertCondition): boolean {
  return measures[measure].figure === 'count'
}

function minimumWords({ minimumCalls }: AlertCondition): string {
  return minimumCalls > 1 ? `, of at least ${formatCounted(minimumCalls, 'call')}` : ''
}

/** The call list with the calls behind a figure; undefined for who may not see it. */
export function buildCallsLink({ caller, judgement, publicUrl }: JudgedAlert): string | undefined {
  if (!holds(caller, 'reporting.call.details')) return undefined
  const search = new URLSearchParams(judgement.period)
  const filters = judgement.filters.map((filter) => formatFilter(canonicalFilter(filter)))
  for (const filter of new Set(filters)) search.append('filter', filter)
  return `${publicUrl}/reports/calldetails?${search.toString()}`
}

function buildHtml({
  lines,
  link,
  footer,
}: {
  lines: readonly string[]
  link: string | undefined
  footer: string
}): string {
  const button =
    link === undefined
      ? ''
      : `  <p><a href="${escapeMarkup(link)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: #1d5fd1; color: #ffffff; text-decoration: none">Show the calls</a></p>\n`
  return `<div style="font-family: Arial, Helvetica, sans-serif; font-size: 15px; line-height: 1.5; color: #1b2430">
${lines.map((line) => `  <p>${escapeMarkup(line)}</p>`).join('\n')}
${button}  <p style="color: #5b6778; font-size: 13px">${escapeMarkup(footer)}</p>
</div>
`
}
