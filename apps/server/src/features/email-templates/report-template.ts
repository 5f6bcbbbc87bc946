import type { TemplateVariable } from '@callboard/contract/email-templates'
import { colorsOf, fontFamily } from '@callboard/contract/colors'
import type { TemplateTexts } from './template-texts.ts'

/** What the mails of subscriptions name, besides what all mails do. */
export const reportVariables: readonly TemplateVariable[] = [
  variable('report.name', 'The name of the report'),
  variable('report.period', 'Its period, as Mar 1 – Mar 31, 2026'),
  variable('report.timeZone', 'The time zone of the period'),
  variable('report.compared', 'What it is compared with; empty where that is nothing'),
  variable('report.filters', 'Its conditions in words; empty without any'),
  variable('report.rows', 'How many rows it has, as 1,204 rows'),
  variable('report.notes', 'What else is to be said of its figures; mostly empty'),
  variable('chart', 'Its chart, as a picture with its meaning in words; empty without one'),
  variable('table', 'Its first rows with their totals, as a table'),
  variable('files', 'The files that are attached, or have to be fetched; empty without any'),
  variable('link', 'Where the report is opened; empty for an address outside of the portal'),
  variable('subscription.name', 'The name of the subscription'),
  variable('subscription.schedule', 'When it is sent, in words'),
  variable('owner.name', 'Who sends it'),
  variable('unsubscribeLink', 'Where the reader ends it; a mail without this link gets a line with it'),
]

function variable(name: string, description: string): TemplateVariable {
  return { name, description, isRequired: false }
}

const light = colorsOf(false)
const dark = colorsOf(true)

/** The classes of what reports have in mails, by which it is dark for readers who have chosen that. */
const darkStyle = [
  `.page{background:${dark.page}!important}`,
  `.panel{background:${dark.panel}!important;border-color:${dark.line}!important}`,
  `.panel,.strong{color:${dark.text}!important}.quiet{color:${dark.quiet}!important}`,
  `.line{border-color:${dark.line}!important}.total{border-color:${dark.quiet}!important}.head{background:${dark.fill}!important}`,
  `.link{color:${dark.primary}!important}`,
  `.button{background:${dark.primary}!important;color:${dark.onPrimary}!important}`,
].join('\n')

const style = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){\n${darkStyle}\n}`,
  '@media (max-width:520px){.edge{padding:0!important}.panel{padding:20px 16px!important;border-radius:0!important}}',
].join('\n')

const quiet = `color:${light.quiet};font-size:14px;line-height:1.5`

export const reportTemplate: TemplateTexts = {
  subject: '{{ report.name }}: {{ report.period }}',
  bodyText: `{{ report.name }}
{{ report.period }} · {{ report.timeZone }}
{% if report.compared != '' %}Compared with {{ report.compared }}
{% endif %}{% if report.filters != '' %}Only where {{ report.filters }}
{% endif %}{{ report.rows }}
{% if report.notes != '' %}{{ report.notes }}
{% endif %}{% if chart != '' %}
{{ chart }}
{% endif %}
{{ table }}
{% if files != '' %}
{{ files }}
{% endif %}{% if link != '' %}
Open the report: {{ link }}
{% endif %}
--
{{ owner.name }} sends you this by the subscription “{{ subscription.name }}” of {{ productName }}{% if subscription.schedule != '' %}: {{ subscription.schedule }}{% endif %}.
{% if unsubscribeLink != '' %}Unsubscribe: {{ unsubscribeLink }}
{% endif %}`,
  bodyHtml: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{ report.name }}</title>
<style>
${style}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page}">
<div style="display:none;max-height:0;overflow:hidden">{{ report.period }} · {{ report.rows }}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr><td class="page edge" align="center" style="padding:24px 12px;background:${light.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:680px;table-layout:fixed"><tr><td class="panel" align="left" style="padding:28px 32px;background:${light.panel};border:1px solid ${light.line};border-radius:8px;font-family:${fontFamily};color:${light.text}">
<p class="quiet" style="margin:0 0 16px;${quiet}">{% if logoUrl != '' %}<img src="{{ logoUrl }}" alt="{{ productName }}" height="28" style="height:28px;border:0">{% else %}{{ productName }}{% endif %}</p>
<h1 dir="auto" style="margin:0 0 6px;font-size:22px;line-height:1.3">{{ report.name }}</h1>
<p class="quiet" dir="auto" style="margin:0;${quiet}">{{ report.period }} · {{ report.timeZone }}{% if report.compared != '' %}<br>Compared with {{ report.compared }}{% endif %}{% if report.filters != '' %}<br>Only where {{ report.filters }}{% endif %}<br>{{ report.rows }}{% if report.notes != '' %}<br>{{ report.notes }}{% endif %}</p>
{{ chart }}
{{ table }}
{{ files }}
{% if link != '' %}<p style="margin:24px 0 0"><a class="button" href="{{ link }}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${light.primary};color:${light.onPrimary};font-size:15px;text-decoration:none">Open the report</a></p>{% endif %}
<p class="quiet line" style="margin:28px 0 0;padding:16px 0 0;border-top:1px solid ${light.line};color:${light.quiet};font-size:12px;line-height:1.5">{{ owner.name }} sends you this by the subscription “{{ subscription.name }}” of {{ productName }}{% if subscription.schedule != '' %}: {{ subscription.schedule }}{% endif %}.{% if unsubscribeLink != '' %} <a class="quiet" href="{{ unsubscribeLink }}" style="color:${light.quiet}">Unsubscribe</a>{% endif %}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`,
}
